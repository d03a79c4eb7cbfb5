/** The last seven days beside the same days of the week before, as one drawing. Pure. */
import type { Chart } from 'projections/reports/line-fields/contract';
import { addDays } from 'services/contracts/dates';

const DAYS = 7;
type Sums = Pick<Chart, 'unit' | 'x' | 'series'>;
/** All series of a day together. */
const at = ({ x, series }: Sums, day: string): number => {
  const index = x.indexOf(day);
  return index < 0 ? 0 : series.reduce((sum, { data }) => sum + (data[index] ?? 0), 0);
};
/** Days of which nothing is told sold nothing. */
export const weekOf = (first: string, now: Sums, before: Sums) => {
  const days = Array.from({ length: DAYS }, (_, index) => addDays(first, index));
  return {
    kind: 'line' as const,
    unit: now.unit,
    x: days.map((day) => day.replace(/^\d+-/, '')),
    series: [
      { name: '预期', data: days.map((day) => at(before, addDays(day, -DAYS))) },
      { name: '实际', data: days.map((day) => at(now, day)) },
    ],
  };
};
