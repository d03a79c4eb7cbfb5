/** Every event shape ever written goes through every read model without leaving a column empty that must not be. */
import { expect, test } from 'vitest';
import { MANIFESTS } from 'services/contracts/manifests';
import { asToday, goldensIn } from '../services/platform/testing/goldens.ts';
import { scriptOf } from './platform/tables/ddl.ts';
import type { Projection, Row } from './platform/projection/projection.ts';
import { foldOf } from './platform/testing/fold-of.ts';
import { recorded } from './platform/testing/recorded.ts';
import { projections, READS_FROM } from './registry.ts';

type Golden = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
/** As the store gives them: each in its shape of today. */
const goldensOf = (slice: string): Map<string, Golden> =>
  new Map(goldensIn(new URL(`../services/${slice}/golden/`, import.meta.url)).map(({ name, today }) => [name, today]));
const goods = goldensOf('goods');
const pick = (goldens: Map<string, Golden>, ...names: string[]): Golden[] =>
  names.map((name) => {
    const golden = goldens.get(`${name}.json`);
    if (golden === undefined) throw new Error(`no golden file ${name}`);
    return golden;
  });

/** Columns that `table.sql` declares NOT NULL. */
const requiredColumns = (projection: Projection): string[] =>
  [...scriptOf(projection).matchAll(/^\s+(\w+) [\w[\]{}]+ (?:NOT NULL|PRIMARY KEY)/gim)].map(([, name]) => name!);

const expectWhole = (declared: Projection, rows: readonly Row[]): void => {
  const columns = requiredColumns(declared);
  expect(columns.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(Object.values(row)).not.toContain(undefined);
    for (const column of columns) expect(row[column] ?? null, `${declared.name}.${column}`).not.toBeNull();
  }
};

const firsts = [['GoodsReceived.v1'], ['GoodsReceived.v1.bare']];
const lasts = [...goods.keys()].map((name) => name.replace(/\.json$/, '')).filter((name) => !name.startsWith('Import'));
test.each(projections)('$name reads every piece event after every receipt shape', (projection) => {
  let seen = 0;
  for (const first of firsts) {
    for (const last of lasts) {
      const events = recorded(...pick(goods, ...first, 'GoodsReceiptAudited.v1', last));
      const rows = foldOf(projection, events);
      seen += rows.length;
      expectWhole(projection, rows);
    }
  }
  if (['goods-in', 'holding', 'goods-flow', 'goods-moves'].includes(projection.name)) expect(seen).toBeGreaterThan(0);
});
const DOCUMENTS = MANIFESTS.flatMap(({ folder, events, path }) =>
  events === undefined ? [] : [{ folder, events, path }],
);
test.each(DOCUMENTS)('$folder: every document event after an accepted version', ({ folder, events: name, path }) => {
  const goldens = goldensOf(folder);
  // A kind that came later begins with a later schema.
  const oldest = (fact: string): Golden => [...goldens.values()].find(({ type }) => type === `${name}${fact}`)!;
  const opening = ['LinesWritten', 'Submitted', 'Opened'].map(oldest);
  const [live] = READS_FROM.find(({ paths }) => paths.includes(path))!.projections;
  const projection = projections.find((one) => one.name === live)!;
  for (const golden of goldens.values()) expectWhole(projection, foldOf(projection, recorded(...opening, golden)));
});
test('a document header from before its optional fields', () => {
  const sale = goldensOf('sale');
  const [lines, submitted, opened] = pick(sale, 'SaleLinesWritten.v1', 'SaleSubmitted.v1', 'SaleOpened.v1');
  const { status: _s, remark: _r, pictures: _p, printTemplate: _t, ...header } = submitted!.data['header'] as Row;
  const bare = asToday({ type: 'SaleSubmitted', schema: 1, data: { ...submitted!.data, header } });
  const projection = projections.find(({ name }) => name === 'sales')!;
  const rows = foldOf(projection, recorded(lines!, bare, opened!));
  expectWhole(projection, rows);
  expect(rows[0]).toMatchObject({ status: '2', remark: '', pictures: [], print_template: '' });
});
