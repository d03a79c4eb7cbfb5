/** What of a report's picture is worth its room. Pure. */
import type { Chart } from 'projections/reports/line-fields/contract';

/** One bar compares nothing: of a single day or name its series are drawn beside each other; null where there is but one. */
export const drawnOf = (chart: Chart): Chart | null => {
  const { x, series, unit } = chart;
  if (x.length !== 1) return chart;
  const told = series.filter(({ data }) => data[0] !== 0);
  if (told.length < 2) return null;
  const data = told.map(({ data: [value = 0] }) => value);
  return { kind: 'bar', unit, x: told.map(({ name }) => name), series: [{ name: x[0]!, data }] };
};
