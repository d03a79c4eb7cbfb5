/** Documents that wait for their audit, by shop and day; each statement waits until its table has seen the log's head. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { ShopDay } from '../contracts/closed-day.ts';
import { documentNo, manifestOf } from '../contracts/document.ts';
import { MOST_NAMED, type PendingKind } from './contract.ts';

type PendingTable = {
  readonly kind: string;
  readonly from: FragmentSqlToken;
  readonly day: string;
  readonly id?: string;
  readonly shops?: readonly string[];
};
const STANDS = sql.fragment`g.stage = 'pending'`;
/** Where documents wait for their audit; a kind that nobody audits is not among them. */
export const PENDING_TABLES: readonly PendingTable[] = [
  { kind: 'sale', from: sql.fragment`live.sales g WHERE ${STANDS}`, day: 'sold_on' },
  { kind: 'recycle', from: sql.fragment`live.recycles g WHERE ${STANDS}`, day: 'recycled_on' },
  { kind: 'recycle-out', from: sql.fragment`live.recycle_outs g WHERE ${STANDS}`, day: 'out_on' },
  { kind: 'material-check', from: sql.fragment`live.material_checks g WHERE ${STANDS}`, day: 'checked_on' },
  { kind: 'deposit', from: sql.fragment`live.deposits g WHERE ${STANDS}`, day: 'deposited_on' },
  { kind: 'gift-in', from: sql.fragment`live.gift_ins g WHERE ${STANDS}`, day: 'received_on' },
  {
    kind: 'receipt',
    // Rows of an import stand when all of it is there.
    from: sql.fragment`live.goods_in g WHERE (g.import_id IS NULL OR EXISTS (
      SELECT FROM live.imports i WHERE i.import_id = g.import_id AND i.state = 'completed'))`,
    day: 'received_on',
    id: 'row_id',
  },
  {
    kind: 'transfer',
    from: sql.fragment`live.transfers g WHERE ${STANDS}`,
    day: 'transferred_on',
    shops: ['out_shop_id', 'in_shop_id'],
  },
  { kind: 'supplier-return', from: sql.fragment`live.supplier_returns g WHERE ${STANDS}`, day: 'returned_on' },
  { kind: 'adjust', from: sql.fragment`live.stock_adjusts g WHERE ${STANDS}`, day: 'adjusted_on' },
  { kind: 'inspection', from: sql.fragment`live.inspections g WHERE ${STANDS}`, day: 'inspected_on' },
  { kind: 'check', from: sql.fragment`live.stock_checks g WHERE ${STANDS}`, day: 'checked_on' },
];
const Waiting = z.object({ id: z.number() });

const waitingIn = async (
  db: CommonQueryMethods,
  { kind, from, day, id = 'id', shops = ['shop_id'] }: PendingTable,
  { shopId, day: until }: ShopDay,
): Promise<PendingKind | null> => {
  const [on, key] = [sql.identifier(['g', day]), sql.identifier(['g', id])];
  const ofShop = sql.join(
    shops.map((shop) => sql.fragment`${sql.identifier(['g', shop])} = ${shopId}::int`),
    sql.fragment` OR `,
  );
  const found = await db.any(sql.type(Waiting)`
    SELECT ${key} AS id FROM ${from} AND g.audit_flag = 1 AND ${on} <= ${until}::date AND (${ofShop})
    ORDER BY ${on} DESC, ${key} DESC LIMIT ${sql.literalValue(String(MOST_NAMED + 1))}`);
  if (found.length === 0) return null;
  return {
    kind,
    label: manifestOf(kind).label,
    documents: found.flatMap(({ id: one }, at) => (at < MOST_NAMED ? [{ id: one, no: documentNo(kind, one) }] : [])),
    more: found.length > MOST_NAMED,
  };
};
/** What waits in the shop of that day and the days before it. */
export const pendingUntil = async (db: CommonQueryMethods, at: ShopDay): Promise<readonly PendingKind[]> => {
  const found: PendingKind[] = [];
  for (const table of PENDING_TABLES) {
    const waiting = await waitingIn(db, table, at);
    if (waiting !== null) found.push(waiting);
  }
  return found;
};
