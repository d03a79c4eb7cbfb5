/**
 * Which row id names which barcode, and the counters of automatic barcodes.
 *
 * A receipt's pair is bound in `master.goods_receipt` before the first append, so a repeated command (same id) finds
 * the same barcode and so the same stream, and an edit finds its stream at once, without waiting for a read model.
 * Both are derivable: the log carries id and barcode in GoodsReceived. Rows made by transfers are not bound here;
 * they are known from the read model only, because nothing may be done to them (R7).
 */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Save } from '../contracts/save.ts';
import { batched } from '../platform/base/batches.ts';
import type { Migration } from '../platform/base/migrate.ts';
import { automaticBarcode, automaticEnd, sequenceOf } from './barcode.ts';
import { highestBarcode, stockRow } from './live-checks.ts';

export const receiptIdsMigration: Migration = {
  id: 'goods-001-receipt-ids',
  sql: `
    CREATE TABLE goods_receipt (id bigint PRIMARY KEY, barcode text NOT NULL, import_id bigint);
    CREATE TABLE goods_barcode (year int PRIMARY KEY, last int NOT NULL);`,
};

const Bound = z.object({ id: z.int(), barcode: z.string(), visible: z.boolean() });
type Bound = z.infer<typeof Bound>;
const Pair = z.object({ id: z.int(), barcode: z.string() });
const Last = z.object({ last: z.int() });

/** `count` fresh barcodes of a year, in order. */
export const reserveBarcodes = async (db: CommonQueryMethods, year: number, count: number): Promise<string[]> => {
  const last = await db.oneFirst(sql.type(Last)`
    INSERT INTO master.goods_barcode AS b (year, last) VALUES (${year}, ${count})
    ON CONFLICT (year) DO UPDATE SET last = b.last + ${count} RETURNING last`);
  return Array.from({ length: count }, (_, index) => automaticBarcode(year, last - count + 1 + index));
};
/** More numbers than are ever left out between two that are taken: those of an import that was refused. */
const RUN = 25_000;
/**
 * Lifts a year's counter above what is in stock already (a log restored beside an empty counter), run by run: a number far
 * beyond, that somebody typed, must not use the year up.
 */
export const liftBarcodes = async (db: CommonQueryMethods, year: number): Promise<void> => {
  const counter = await db.oneFirst(sql.type(Last)`SELECT last FROM master.goods_barcode WHERE year = ${year}`);
  let last = counter;
  for (;;) {
    const run = { above: automaticEnd(year, last), upTo: automaticEnd(year, last + RUN) };
    const highest = await highestBarcode(db, run);
    if (highest === null) break;
    last = sequenceOf(highest);
  }
  if (last === counter) return;
  await db.query(sql.unsafe`
    UPDATE master.goods_barcode SET last = greatest(last, ${last}) WHERE year = ${year}`);
};

/** Numbers taken ahead of need: a restart loses what is left of a block, and gaps in barcodes mean nothing. */
const BLOCK = 64;
export type BarcodeBlocks = (year: number, count: number) => Promise<string[]>;
/** Hands out fresh barcodes from blocks, so that most receipts cost no round trip for theirs. */
export const barcodeBlocks = (db: CommonQueryMethods): BarcodeBlocks => {
  const left = new Map<number, string[]>();
  return async (year, count) => {
    const spare = left.get(year) ?? [];
    if (spare.length < count) {
      const more = await reserveBarcodes(db, year, count + BLOCK);
      spare.push(...more);
    }
    left.set(year, spare);
    return spare.splice(0, count);
  };
};

/** A receipt to be: its barcode, or null for a fresh one of `year`. */
export type ToBind = { readonly id: number; readonly barcode: string | null; readonly year: number };
/** Binds receipt ids to their barcodes and answers those that are bound: the first binding of an id stands. */
export const bindReceipts = async (
  db: CommonQueryMethods,
  wanted: readonly ToBind[],
  barcodesOf: BarcodeBlocks,
): Promise<string[]> => {
  const fresh = new Map<number, string[]>();
  for (const year of new Set(wanted.filter(({ barcode }) => barcode === null).map((one) => one.year))) {
    const count = wanted.filter((one) => one.barcode === null && one.year === year).length;
    fresh.set(year, await barcodesOf(year, count));
  }
  const rows = wanted.map(({ id, barcode, year }) => [id, barcode ?? fresh.get(year)?.shift() ?? '']);
  const bound = await db.any(sql.prepared('bind receipts', Pair)`
    INSERT INTO master.goods_receipt AS r (id, barcode)
    SELECT id, barcode FROM ${sql.unnest(rows, ['int8', 'text'])} AS t (id, barcode)
    ON CONFLICT (id) DO UPDATE SET barcode = r.barcode RETURNING id, barcode`);
  const barcodes = new Map(bound.map(({ id, barcode }) => [id, barcode]));
  return wanted.map(({ id }) => barcodes.get(id) ?? '');
};
const rebindReceipt = async (db: CommonQueryMethods, id: number, barcode: string): Promise<void> => {
  await db.query(sql.unsafe`UPDATE master.goods_receipt SET barcode = ${barcode} WHERE id = ${id}`);
};
/** A refused creation leaves nothing behind. */
const unbindReceipt = async (db: CommonQueryMethods, id: number): Promise<void> => {
  await db.query(sql.unsafe`DELETE FROM master.goods_receipt WHERE id = ${id}`);
};
export type BarcodeBinding = {
  readonly bind: () => Promise<string>;
  /** The first barcode is taken: another one. */
  readonly another: () => Promise<string>;
  readonly drop: () => Promise<void>;
  /** The receipt has its event. */
  readonly stands: (barcode: string) => void;
};
export type BindingDeps = {
  readonly db: CommonQueryMethods;
  readonly bind: (receipt: ToBind) => Promise<string>;
  readonly freshBarcode: (year: number) => Promise<string>;
};
/** A receipt and its barcode: bound durably before the event, or by a row that is there when the event is. */
export const bindingOf = (deps: BindingDeps, wanted: ToBind, save: Save): BarcodeBinding => {
  const { db, bind, freshBarcode } = deps;
  const { id, barcode, year } = wanted;
  // Past the block: the counter was just lifted above what is taken.
  const another = async (): Promise<string> => (await reserveBarcodes(db, year, 1))[0] ?? '';
  if (save.waits) {
    return {
      bind: async () => barcode ?? freshBarcode(year),
      another,
      drop: async () => undefined,
      stands: (bound) => save.bind('master.goods_receipt', { id: String(id), barcode: bound }),
    };
  }
  return {
    bind: () => bind(wanted),
    another: async () => {
      const fresh = await another();
      await rebindReceipt(db, id, fresh);
      return fresh;
    },
    drop: () => unbindReceipt(db, id),
    stands: () => undefined,
  };
};

/** Binds the rows of an import; repeats change nothing. */
export const bindImported = async (
  db: CommonQueryMethods,
  importId: number,
  rows: readonly { readonly receiptId: number; readonly barcode: string }[],
): Promise<void> => {
  await db.query(sql.unsafe`
    INSERT INTO master.goods_receipt (id, barcode, import_id)
    SELECT id, barcode, ${importId} FROM ${sql.unnest(
      rows.map(({ receiptId, barcode }) => [receiptId, barcode]),
      ['int8', 'text'],
    )} AS t (id, barcode) ON CONFLICT (id) DO NOTHING`);
};

/** Where a row id leads: the stream of its receipt, a row that a transfer or a customer's return made, or nowhere. */
export type RowKind =
  | { readonly kind: 'receipt'; readonly barcode: string }
  | { readonly kind: 'made'; readonly by: string }
  | { readonly kind: 'unknown' };
const MADE_BY = { '2': '调拨入库', '3': '销退入库' } as const;
type AskBound = (id: number) => Promise<Bound | undefined>;
/** A bulk command asks for many: those of a moment share a statement. */
const findBound = async (db: CommonQueryMethods, ids: readonly number[]): Promise<readonly (Bound | undefined)[]> => {
  const rows = await db.any(sql.prepared('bound receipts', Bound)`
    SELECT r.id, r.barcode, coalesce(j.state, 'completed') = 'completed' AS visible
    FROM master.goods_receipt r LEFT JOIN master.import_job j ON j.id = r.import_id
    WHERE r.id = ANY (${sql.array([...ids], 'int8')})`);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
};
const askers = new WeakMap<CommonQueryMethods, AskBound>();
const boundRow = (db: CommonQueryMethods, id: number): Promise<Bound | undefined> => {
  const ask = askers.get(db) ?? batched((ids: readonly number[]) => findBound(db, ids));
  askers.set(db, ask);
  return ask(id);
};
/**
 * Rows of an import that is not completed do not exist yet. Where the binding was lost (an old log beside a fresh
 * database) the read model answers.
 */
export const findRow = async (db: CommonQueryMethods, id: number): Promise<RowKind> => {
  const bound = await boundRow(db, id);
  if (bound !== undefined) return bound.visible ? { kind: 'receipt', barcode: bound.barcode } : { kind: 'unknown' };
  const row = await stockRow(db, id);
  if (row === null) return { kind: 'unknown' };
  return row.billType === '1' ? { kind: 'receipt', barcode: row.barcode } : { kind: 'made', by: MADE_BY[row.billType] };
};
