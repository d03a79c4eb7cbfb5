import { expect, test } from 'vitest';
import { PLAIN } from './arrangement.ts';
import { withoutOneDay } from './one-day.ts';
import type { ListSpec } from './types.ts';

type Row = { no: string; sellAt: string; madeAt: string };
const spec: ListSpec<Row> = {
  title: '销售明细',
  permission: 'list',
  filters: [{ kind: 'dates', label: '销售日期' }],
  fixedColumns: 2,
  columns: [
    { field: 'sellAt', title: '销售日期', kind: 'day' },
    { field: 'no', title: '单据号', kind: 'text' },
    { field: 'madeAt', title: '入库日期', kind: 'day' },
  ],
};
const rows: readonly Row[] = [
  { no: 'XS1', sellAt: '2026-11-25', madeAt: '2026-11-25' },
  { no: 'XS2', sellAt: '2026-11-25', madeAt: '2026-11-02' },
];
const one = { beginTime: '2026-11-25', endTime: '2026-11-25' };
const fieldsOf = (told: ListSpec<Row>): readonly string[] => told.columns.map(({ field }) => field);

test('a report of one day does not repeat the day in each row; another day in a row stays', () => {
  const told = withoutOneDay(spec, { rows, values: one, arrangement: PLAIN });
  expect(fieldsOf(told)).toEqual(['no', 'madeAt']);
  expect(told.fixedColumns).toBe(1);
});
test('of several days every row says its own', () => {
  const values = { ...one, endTime: '2026-11-26' };
  expect(fieldsOf(withoutOneDay(spec, { rows, values, arrangement: PLAIN }))).toEqual(['sellAt', 'no', 'madeAt']);
  expect(withoutOneDay(spec, { rows, values: {}, arrangement: PLAIN })).toBe(spec);
});
test('who calls the column in has it', () => {
  const arrangement = { ...PLAIN, shown: ['sellAt'] };
  expect(fieldsOf(withoutOneDay(spec, { rows, values: one, arrangement }))).toEqual(['sellAt', 'no', 'madeAt']);
});
