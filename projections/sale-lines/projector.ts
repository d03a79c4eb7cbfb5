/** sale_lines: what every report over the lines of sales reads, now and as of any moment. */
import {
  SALE_EVENT_TYPES,
  SALE_GIFT_LIST,
  lineCostFen,
  postedGiftFen,
  postedGoldFen,
  postedUnitFen,
  type SaleHeader,
  type SaleLine,
} from 'services/sale/contract';
import { GOODS_LIST, type DOCUMENT_FACTS, type EffectOutcome } from 'services/contracts/document';
import type { Recorded } from 'services/event-store/port';
import { documentKey } from '../documents/fold.ts';
import { exact } from '../platform/projection/exact-sum.ts';
import { versioned } from '../platform/projection/versioned-rows.ts';
import { ORDER, rowsOfVersion, type LineRow, type VersionOrigin } from './row.ts';

type Rows = readonly LineRow[];
type Data = {
  readonly documentId: number;
  readonly header: SaleHeader;
  readonly offset: number;
  readonly lines: readonly SaleLine[];
  readonly outcomes?: readonly EffectOutcome[];
};
const UNWRITTEN = { soldOn: undefined } as const;
const madeBy = ({ id, meta }: Recorded): Pick<VersionOrigin, 'event_id' | 'at'> => ({ event_id: id, at: meta.at });
/** An order that nobody accepted yet. */
const fresh = (event: Recorded, id: number): LineRow => {
  const [order] = rowsOfVersion(
    id,
    { header: UNWRITTEN, lines: [] },
    { ...madeBy(event), creator: event.meta.userName },
  );
  return { ...order!, audit_flag: 0 };
};
const written = (draft: LineRow['draft'], { offset, lines }: Data): LineRow['draft'] => ({
  ...draft,
  lines: [...(offset === 0 ? [] : (draft.lines ?? []).slice(0, offset)), ...lines],
});
/** The order with another draft; its lines as they were. */
const drafted = (rows: Rows, order: LineRow, draft: LineRow['draft']): Rows => [
  { ...order, draft },
  ...rows.filter((row) => row.list !== ORDER),
];
const accepted = (rows: Rows, order: LineRow, event: Recorded): Rows => {
  const { header, lines = [] } = order.draft;
  if (header === undefined) return audited(rows, event, 1);
  return rowsOfVersion(order.order_id, { header, lines }, { ...madeBy(event), creator: order.creator });
};
const audited = (rows: Rows, event: Recorded, flag: 1 | 2): Rows =>
  rows.map((row) => ({ ...row, audit_flag: flag, ...madeBy(event) }));

/** Of a line that several sold, the first row alone has its cost. */
const isFirst = (list: string, row: LineRow): boolean => row.list === list && row.share === 0;
type Costs = { readonly unitFen?: number; readonly cutFen?: number; readonly addedMg?: number };
const costsOf = (row: LineRow): Costs => row['more'] as Costs;
/** What the gold cost that was added to a row. */
const goldOf = (rows: Rows, shopId: number, outcomes: readonly EffectOutcome[]): ReadonlyMap<LineRow, number> => {
  const added = rows.filter((row) => isFirst(GOODS_LIST, row) && costsOf(row).addedMg !== undefined);
  const gold = added.map((row) => {
    const { addedMg: weightMg = 0, cutFen: costFen = 0 } = costsOf(row);
    return { fineness: row.fineness, weightMg, costFen };
  });
  const fen = postedGoldFen(outcomes, shopId, gold);
  return new Map(added.map((row, index) => [row, fen[index] ?? 0]));
};
type Posting = { readonly shopId: number; readonly outcomes: readonly EffectOutcome[]; readonly goldFen?: number };
const giftAtPosted = (row: LineRow, { shopId, outcomes }: Posting): LineRow => {
  const cost = postedGiftFen(outcomes, shopId, row.barcode);
  return cost === undefined ? row : { ...row, cost_fen: cost };
};
const goodsAtPosted = (row: LineRow, { outcomes, goldFen: added }: Posting): LineRow => {
  const said = costsOf(row);
  const posted = postedUnitFen(outcomes, row.barcode);
  if (posted === undefined && added === undefined) return row;
  const unitFen = posted ?? said.unitFen ?? 0;
  const cutFen = added ?? said.cutFen;
  const more = { ...said, unitFen, ...(cutFen !== undefined && { cutFen }) };
  const costs = { unitCostFen: unitFen, quantity: Number(row['quantity']), cutCostFen: cutFen };
  return { ...row, more, cost_fen: exact(lineCostFen(costs)) };
};
/** The row at what the audit says that it costs. */
const atPosted = (row: LineRow, told: Posting): LineRow => {
  if (isFirst(SALE_GIFT_LIST, row)) return giftAtPosted(row, told);
  return isFirst(GOODS_LIST, row) ? goodsAtPosted(row, told) : row;
};
/** What pieces of lots, gifts and added gold cost is known once they leave (R75, R87). */
const posted = (rows: Rows, event: Recorded, outcomes: readonly EffectOutcome[]): Rows => {
  const shopId = Number(rows[0]?.['shop_id']);
  const gold = goldOf(rows, shopId, outcomes);
  let dearerFen = 0;
  const lines = rows.map((row) => {
    const goldFen = gold.get(row);
    const after = atPosted(row, { shopId, outcomes, ...(goldFen !== undefined && { goldFen }) });
    const fen = Number(after['cost_fen']) - Number(row['cost_fen']);
    dearerFen += fen;
    return fen === 0 ? row : { ...after, ...madeBy(event) };
  });
  return dearerFen === 0 ? lines : lines.map((row) => (row.list === ORDER ? dearer(row, dearerFen, event) : row));
};
const dearer = (row: LineRow, fen: number, event: Recorded): LineRow => ({
  ...row,
  cost_fen: exact(Number(row['cost_fen']) + fen),
  goods_cost_fen: exact(Number(row['goods_cost_fen']) + fen),
  ...madeBy(event),
});

const fold = (rows: Rows, event: Recorded): Rows => {
  const data = event.data as Data;
  const order = rows.find(({ list }) => list === ORDER) ?? fresh(event, data.documentId);
  switch (event.type.slice('Sale'.length) as (typeof DOCUMENT_FACTS)[number]) {
    case 'LinesWritten':
      return drafted(rows, order, written(order.draft, data));
    case 'Submitted':
    case 'RevisionProposed':
      return drafted(rows, order, { ...order.draft, header: data.header });
    case 'Opened':
    case 'Revised':
      return accepted(rows, order, event);
    case 'RevisionRefused':
      return drafted(rows, order, {});
    case 'Refused':
    case 'Deleted':
      return [];
    case 'Audited':
      return audited(rows, event, 2);
    case 'Reopened':
      return audited(rows, event, 1);
    case 'Posted':
      return posted(rows, event, data.outcomes ?? []);
    default:
      return rows;
  }
};

const [shape] = rowsOfVersion(1, { header: UNWRITTEN, lines: [] }, { event_id: '', at: '', creator: '' });
export default versioned<LineRow>({
  name: 'sale-lines',
  version: 6,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'sale_lines',
  events: SALE_EVENT_TYPES,
  key: 'order_id',
  identity: ['order_id', 'list', 'line_id', 'share'],
  keyOf: documentKey,
  fold,
  columns: Object.keys(shape!).filter((column) => column !== 'draft'),
  working: { draft: {} },
  shown: ({ audit_flag }) => audit_flag > 0,
});
