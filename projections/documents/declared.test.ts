/** One declaration of fields: what table, answer, sheet and sums make of it. */
import type { LineKey } from 'services/contracts/document';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { isCostField } from 'services/contracts/cost';
import { documentFields, field, rowOf, type CellsOf, type MadeOf } from 'services/contracts/fields';
import type { SessionUser } from 'services/contracts/user';
import { scriptOf, typed } from '../platform/tables/ddl.ts';
import type { KeyedProjection, Row } from '../platform/projection/projection.ts';
import { recorded } from '../platform/testing/recorded.ts';
import { MADE_BY, figuresOf, sheetOf, storedOf, tellingOf } from './reading.ts';
import { documentTables, sumOf, type OwnCells, type StoredForm } from './tables.ts';

const Way = z.enum(['in', 'out']);
const fields = documentFields('transfer', {
  own: {
    shopId: field.partner('shop_id').found(),
    shopName: field.nameIn('shop', 'shop_id').called('分店', 140),
    supplierId: field.partner('supplier_id').orNone().found(),
    way: field.word('way', Way).toldAs(z.literal(['1', '2'])),
    happenedAt: field.day('happened_on').called('日期'),
    checkNo: field.numberOf('check', 'check_id'),
    checkId: field.record('check_id').orNone(),
    remark: field.text('remark').called('备注'),
  },
  sums: { amount: field.money('amount_fen').called('金额').cost().total('list') },
});
type Fields = typeof fields;
type Header = { readonly shopId: number; readonly happenedOn: string; readonly way: 'in' | 'out' };
type Line = LineKey & {
  readonly barcode: string;
  readonly quantity: number;
  readonly netWeightMg: number;
  readonly fen: number;
};
const tables = documentTables({
  fields,
  name: 'Sample',
  events: ['SampleLinesWritten', 'SampleSubmitted', 'SampleOpened'],
  table: 'samples',
  one: 'sample',
  version: 1,
  versions: 1,
  day: 'happened_on',
  indexes: { shop: '(shop_id)' },
  columns: (header: StoredForm<Header>, lines: readonly Line[]) => ({
    shop_id: header.shopId,
    supplier_id: undefined,
    way: header.way,
    happened_on: header.happenedOn,
    check_id: null,
    remark: undefined,
    amount_fen: sumOf(lines, ({ fen, quantity }) => fen * quantity),
  }),
});
const folded = (projection: unknown, ...later: readonly string[]): Row => {
  const { fold } = projection as KeyedProjection<Row>;
  const lines = [{ list: 'goods', lineId: '0', barcode: 'A', quantity: 2, netWeightMg: 1_500, fen: 100 }];
  const events = recorded(
    { type: 'SampleLinesWritten', data: { documentId: 7, version: 1, offset: 0, lines } },
    {
      type: 'SampleSubmitted',
      data: { documentId: 7, version: 1, lineCount: 1, header: { shopId: 3, way: 'out', happenedOn: '2026-05-01' } },
    },
    { type: 'SampleOpened', data: { documentId: 7, version: 1 } },
    ...later.map((fact) => ({ type: `Sample${fact}`, data: { documentId: 7, version: 1, auditor: '李店长' } })),
  );
  const rows = events.reduce<readonly Row[]>((before, event) => fold(before, event), []);
  return rows.at(-1)!;
};
const user = (...permissions: readonly string[]): SessionUser => ({
  id: 1,
  username: 'reader',
  nickName: 'reader',
  deptId: null,
  roleIds: [],
  roleKeys: [],
  permissions: new Set(permissions),
  lockShops: [],
  rows: 'all',
  mustChangePassword: false,
});

test('types of answer, row and what a slice makes follow from the declaration', () => {
  type Wire = z.output<ReturnType<typeof rowOf<Fields>>>;
  expectTypeOf<Wire['supplierId']>().toEqualTypeOf<number | null>();
  expectTypeOf<Wire['amount']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Wire['way']>().toEqualTypeOf<'1' | '2'>();
  expectTypeOf<MadeOf<Fields>>().toEqualTypeOf<{ readonly way: '1' | '2' }>();
  expectTypeOf<CellsOf<Fields>['way']>().toEqualTypeOf<'in' | 'out'>();
  expectTypeOf<OwnCells<Fields>>().toEqualTypeOf<{
    readonly shop_id: number | undefined;
    readonly supplier_id: number | null | undefined;
    readonly way: 'in' | 'out' | undefined;
    readonly happened_on: string | undefined;
    readonly check_id: number | null | undefined;
    readonly remark: string | undefined;
    readonly amount_fen: number | undefined;
  }>();
});

test('a table holds each kept field once, in the types of the table of values; versions hold what lists find by', () => {
  const live = typed(scriptOf(tables.live));
  expect(live).toContain(
    '  shop_id integer NOT NULL,\n  supplier_id integer,\n  way text NOT NULL,\n  happened_on date,',
  );
  expect(live).toContain('CREATE INDEX samples_shop ON samples (shop_id);');
  expect(live.match(/^ {2}audit_flag /gm)).toHaveLength(1);
  const versions = typed(scriptOf(tables.versions));
  for (const column of [
    'shop_id integer NOT NULL',
    'supplier_id integer',
    'happened_on date',
    'barcodes text[] NOT NULL',
  ])
    expect(versions).toContain(`  ${column},`);
  expect(versions).not.toContain('remark');
});

test('a fold fills what every document has; what an event leaves out is the empty value', () => {
  expect(folded(tables.live)).toMatchObject({
    id: 7,
    shop_id: 3,
    supplier_id: null,
    remark: '',
    barcodes: ['A'],
    line_count: 1,
    quantity: 2,
    net_weight_mg: 3_000,
    amount_fen: 200,
    stage: 'pending',
  });
  expect(folded(tables.versions)).toMatchObject({ shop_id: 3, happened_on: '2026-05-01', barcodes: ['A'] });
  expect(folded(tables.versions)).not.toHaveProperty('amount_fen');
});

test('what is audited is under way until its pieces have followed, and so is what goes back', () => {
  const underWay = (...later: readonly string[]) => folded(tables.live, ...later)['under_way'];
  expect(underWay()).toBe('');
  expect(underWay('Audited')).toBe('posting');
  expect(underWay('Audited', 'Posted')).toBe('');
  expect(underWay('Audited', 'Posted', 'ReversalProposed')).toBe('reversing');
  expect(underWay('Audited', 'Posted', 'ReversalProposed', 'ReversalRefused')).toBe('');
  expect(underWay('Audited', 'Posted', 'ReversalProposed', 'Reversed')).toBe('reversing');
  expect(underWay('Audited', 'Posted', 'ReversalProposed', 'Reversed', 'Reopened')).toBe('');
});

test('a row is told in units of the wire, its cost only with the right', () => {
  const stored = storedOf(fields, z.object({ barcode: z.string() })).parse({
    ...folded(tables.live),
    shopName: null,
    happened_on: '2026-05-01',
    lines: [],
  });
  const tell = tellingOf<Fields, typeof stored>(fields);
  const seen = tell(stored, { way: '2' }, user('biz:cost:view'));
  expect(Object.keys(seen)).toEqual(Object.keys(fields));
  expect(seen).toMatchObject({ no: 'DB7', shopName: '', way: '2', checkNo: '', goldWeight: 3, num: 2, amount: 2 });
  expect(rowOf(fields).parse(seen)).toEqual(seen);
  expect(tell(stored, { way: '2' }, user())).not.toHaveProperty('amount');
  expect(isCostField(rowOf(fields).shape.amount)).toBe(true);
});

test('sheet and sums take title, kind, cost and total from the field', () => {
  expect(sheetOf(fields, ['amount', 'lineCount', ...MADE_BY])).toEqual([
    { field: 'amount', title: '金额', kind: 'money', cost: true, total: 'sum' },
    { field: 'lineCount', title: '行数', kind: 'count', total: 'sum' },
    expect.objectContaining({ field: 'auditFlag', title: '审核状态', kind: 'text' }),
    { field: 'auditor', title: '审核人', kind: 'text' },
    { field: 'createdBy', title: '制单人', kind: 'text' },
    { field: 'createdAt', title: '制单时间', kind: 'moment' },
    { field: 'remark', title: '备注', kind: 'text' },
  ]);
  const figures = figuresOf(fields);
  expect(Object.entries(figures).map(([name, { unit, cost }]) => [name, unit, cost])).toEqual([
    ['num', 'count', undefined],
    ['goldWeight', 'mg', undefined],
    ['amount', 'fen', true],
  ]);
  const apart = documentFields('adjust', { own: {}, sums: {}, opened: false });
  expect(figuresOf(apart)).toEqual({});
});

test('a cost that is said in another form afterwards would leave without the right: it is no schema', () => {
  const price = field.money('price_fen');
  expect(isCostField(rowOf({ price: price.orNone().cost() }).shape.price)).toBe(true);
  expect(() => rowOf({ price: price.cost().orNone() })).toThrow(RangeError);
  expect(() => rowOf({ price: price.cost().toldAs(z.string()) })).toThrow(RangeError);
});
