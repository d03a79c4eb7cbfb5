/** The sheet of errors: the file as it was read, what was mended in it, and what is wrong with each row. Pure. */
import type { CheckedRows, Source } from './import-check.ts';
import type { Cell, Table } from '../../platform/table-files/table.ts';

const WRONG = '错误说明';

export const errorRows = (table: Table, source: Source, { problems }: CheckedRows) => {
  const wrong = new Map<number, string[]>();
  for (const { row, field, message } of problems) wrong.set(row, [...(wrong.get(row) ?? []), `${field}：${message}`]);
  const wires = new Map([...source.headings].map(([wire, heading]) => [heading, wire]));
  const mended = new Map(source.rows.map(({ row, values }) => [row, values]));
  const rows = table.rows.map(({ row, cells }) => [
    ...cells.map((cell, column): Cell => {
      const wire = wires.get(table.headers[column] ?? '');
      return wire === undefined ? cell : ((mended.get(row)?.[wire] ?? null) as Cell);
    }),
    (wrong.get(row) ?? []).join('；'),
  ]);
  return { name: '有误的数据', headers: [...table.headers, WRONG], rows, lastWidth: 60 };
};
