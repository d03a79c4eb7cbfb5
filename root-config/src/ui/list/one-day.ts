/** A report of one day says that day once, in its filter line, and not again in each row. Pure. */
import type { Arrangement } from './arrangement.ts';
import { namesOf } from './filter-model.ts';
import type { Column, FilterValues, ListSpec } from './types.ts';

const dayOf = (filters: ListSpec<object>['filters'], values: FilterValues): string | undefined => {
  const dates = filters.find(({ kind }) => kind === 'dates');
  const [begin, end] = dates === undefined ? [] : namesOf(dates).map((name) => values[name]);
  return typeof begin === 'string' && begin === end ? begin : undefined;
};

type ListState<Row> = {
  readonly rows: readonly Row[];
  readonly values: FilterValues;
  readonly arrangement: Arrangement;
};
/** The list without the columns in which every row has the one day that is asked for; one that somebody called in stays. */
export const withoutOneDay = <Row extends object>(
  spec: ListSpec<Row>,
  { rows, values, arrangement }: ListState<Row>,
): ListSpec<Row> => {
  const day = dayOf(spec.filters, values);
  if (day === undefined) return spec;
  const repeats = ({ field, kind }: Column<Row>): boolean =>
    kind === 'day' &&
    !arrangement.shown.includes(field) &&
    rows.every((row) => String(row[field] as unknown).startsWith(day));
  const columns = spec.columns.filter((column) => !repeats(column));
  const fixed = spec.fixedColumns ?? 1;
  const stay = spec.columns.filter((column, index) => index < fixed && columns.includes(column)).length;
  return { ...spec, columns, fixedColumns: Math.max(1, stay) };
};
