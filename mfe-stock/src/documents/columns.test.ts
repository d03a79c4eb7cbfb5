import { transferFields, transferLine, type TransferRow } from 'projections/transfers/contract';
import { adjustFields, type AdjustRow } from 'projections/stock-adjusts/contract';
import { expect, test } from 'vitest';
import { lineColumns, listColumns } from './columns.ts';
import type { LineOf } from './lines.ts';

test('columns of a list take title, width, kind, cost and totals from the fields; who made it stands at the end', () => {
  expect(listColumns<TransferRow>(transferFields, ['no', 'auditFlag', 'num', 'inAmount'], {})).toEqual([
    { field: 'no', title: '单据号', kind: 'text', width: 100 },
    { field: 'auditFlag', title: '审核', kind: 'status' },
    { field: 'num', title: '数量', kind: 'count', total: true },
    { field: 'inAmount', title: '调入金额', kind: 'money', allow: 'biz:cost:view', total: true },
    { field: 'lineCount', title: '行数', kind: 'count', hidden: true },
    { field: 'auditor', title: '审核人', kind: 'text', width: 100, hidden: true },
    { field: 'createdBy', title: '制单人', kind: 'text', width: 100, hidden: true },
    { field: 'createdAt', title: '制单时间', kind: 'moment', hidden: true },
  ]);
});

test('what was lost and found is not added up over the list', () => {
  const columns = listColumns<AdjustRow>(adjustFields, ['num', 'goldWeight', 'costAmount'], {});
  expect(columns.filter(({ total }) => total !== undefined)).toEqual([]);
});

test('a field that is shown nowhere cannot be a column', () => {
  expect(() => listColumns<TransferRow>(transferFields, ['outShopId'], {})).toThrow(RangeError);
});

type Line = LineOf<{
  readonly barcode: string;
  readonly name: string;
  readonly inNum: number;
  readonly inPrice?: number | undefined;
  readonly goldWeight: number;
  readonly remark: string;
}>;
const columnsFor = (phone: boolean, seesCost: boolean) =>
  lineColumns<Line>(
    transferLine,
    {
      columns: ['barcode', 'name', 'inNum', 'inPrice', 'amount', 'totalWeight', 'remark'],
      quantity: { field: 'inNum', of: ({ inNum }) => inNum, change: (line) => ({ line }) },
      amount: { title: '调入金额', width: 108, price: ({ inPrice }) => inPrice },
      typed: ['inPrice', 'remark'],
      phone,
    },
    seesCost,
  );
const line: Line = { barcode: 'A', name: '', inNum: 3, inPrice: 0.1, goldWeight: 1.234, remark: '', shopId: 1 };

test('lines: what is typed, added up and computed', () => {
  const columns = new Map<string, ReturnType<typeof columnsFor>[number]>(
    columnsFor(false, true).map((column) => [column.field, column]),
  );
  expect([...columns.keys()]).toEqual(['barcode', 'name', 'inNum', 'inPrice', 'amount', 'totalWeight', 'remark']);
  expect(columns.get('barcode')).toMatchObject({ title: '条码', width: 120, frozen: 'left' });
  expect(columns.get('inNum')).toMatchObject({ title: '调入数量', edit: 'number', decimals: 0, sum: true });
  expect(columns.get('inPrice')).toMatchObject({ kind: 'money', edit: 'number', decimals: 2, min: 0 });
  expect(columns.get('remark')).toMatchObject({ kind: 'text', edit: 'text', maxLength: 200 });
  expect(columns.get('amount')?.compute?.(line)).toBe(0.3);
  expect(columns.get('totalWeight')?.compute?.(line)).toBe(3.702);
});

test('without the right to cost there are no prices; on a phone quantity and price stand behind the barcode', () => {
  expect(
    columnsFor(true, true)
      .map(({ field }) => field)
      .slice(0, 4),
  ).toEqual(['barcode', 'inNum', 'inPrice', 'name']);
  expect(columnsFor(true, false).map(({ field }) => field)).toEqual([
    'barcode',
    'inNum',
    'name',
    'totalWeight',
    'remark',
  ]);
});
