/** goods_turnover: stock per barcode and shop with what came and went, every state kept for "as of". */
import { mulDiv } from 'services/contracts/units';
import type { GoodsEvent } from 'services/goods/contract';
import type { Recorded } from 'services/event-store/port';
import { MOVEMENTS, REVERSED, legsOf, type Leg, type Movement } from '../../goods-flow/projector.ts';
import { keyed, type Row } from '../../platform/projection/projection.ts';

export type TurnoverRecord = Row & {
  readonly barcode: string;
  readonly shop_id: number;
  readonly from_position: number;
  readonly to_position: number | null;
  readonly on_hand: number;
  readonly in_num: number;
  readonly out_num: number;
  readonly last_moved_at: string | null;
  readonly first_received_on: string;
  readonly unit_cost_fen: number;
  readonly category: string;
  readonly name: string;
  readonly style: string;
  readonly fineness: string;
  readonly gold_content: string;
  readonly net_weight_mg: number;
  readonly gross_weight_mg: number;
  readonly main_stone_milli: number;
  readonly side_stone_milli: number;
  readonly tag_price_fen: number;
  /** Goods-in rows by which pieces came here, in order, and what a piece had cost before each. */
  readonly arrival_rows: readonly number[];
  readonly arrival_costs: readonly number[];
};
type Rows = readonly TurnoverRecord[];
type ReceiptData = Extract<GoodsEvent, { type: 'GoodsReceived' }>['data'];

const isOpen = (row: TurnoverRecord): boolean => row.to_position === null;
/** Ends a state; one that was never shown, or that began with the same event, leaves nothing behind. */
const ended = (row: TurnoverRecord, position: number): Rows =>
  row.in_num === 0 || row.from_position === position ? [] : [{ ...row, to_position: position }];
const endedAll = (rows: Rows, position: number): Rows =>
  rows.flatMap((row) => (isOpen(row) ? ended(row, position) : [row]));

/** A receipt while it waits: nothing of it moves, so what stood open of the barcode was its earlier wording. */
const awaiting = (rows: Rows, data: ReceiptData, event: Recorded): Rows => {
  const { attributes, receivedOn, shopId, barcode } = data;
  return [
    ...endedAll(rows, event.position),
    {
      barcode,
      shop_id: shopId,
      from_position: event.position,
      to_position: null,
      on_hand: 0,
      in_num: 0,
      out_num: 0,
      last_moved_at: null,
      first_received_on: receivedOn,
      unit_cost_fen: attributes.unitCostFen,
      category: attributes.category,
      name: attributes.name,
      style: attributes.style,
      fineness: attributes.fineness,
      gold_content: attributes.goldContent,
      net_weight_mg: attributes.netWeightMg,
      gross_weight_mg: attributes.grossWeightMg,
      main_stone_milli: attributes.mainStoneCaratMilli,
      side_stone_milli: attributes.sideStoneCaratMilli,
      tag_price_fen: attributes.tagPriceFen,
      arrival_rows: [],
      arrival_costs: [],
    },
  ];
};

/** What left and comes back has the cost it left at, whatever happened there meanwhile. */
const costBack = (event: Recorded): number | null => {
  const { type, data } = event as unknown as GoodsEvent;
  if (type === 'GoodsInspectionReversed') return data.melted?.unitCostFen ?? null;
  return type === 'GoodsSaleReversed' || type === 'GoodsSupplierReturnReversed' || type === 'GoodsWriteOffReversed'
    ? data.unitCostFen
    : null;
};
/** The goods-in row by which pieces came, where the leg is such an arrival or undoes one. */
const arrivalOf = ({ in_price_fen }: Leg, event: Recorded): number | null => {
  if (in_price_fen === null) return null;
  const { type, data } = event as unknown as GoodsEvent;
  if (type === 'GoodsReceiptAudited' || type === 'GoodsReceiptReversed') return data.receiptId;
  return 'rowId' in data && typeof data.rowId === 'number' ? data.rowId : null;
};
type Cost = Pick<TurnoverRecord, 'unit_cost_fen' | 'arrival_rows' | 'arrival_costs'>;
/** What comes in mixes with what is there. */
const arrived = (before: TurnoverRecord, leg: Leg, event: Recorded): Cost => {
  const { on_hand, unit_cost_fen, arrival_rows, arrival_costs } = before;
  const { quantity, in_price_fen } = leg;
  const costFen = in_price_fen ?? costBack(event);
  const mixed = (cost: number): number =>
    on_hand <= 0 ? cost : mulDiv([on_hand * unit_cost_fen + quantity * cost], on_hand + quantity);
  const row = arrivalOf(leg, event);
  return {
    unit_cost_fen: costFen === null ? unit_cost_fen : mixed(costFen),
    arrival_rows: row === null ? arrival_rows : [...arrival_rows, row],
    arrival_costs: row === null ? arrival_costs : [...arrival_costs, unit_cost_fen],
  };
};
/** As on the piece: an arrival that is undone gives back the cost before it, when it was the last one. */
const departed = (before: TurnoverRecord, leg: Leg, event: Recorded): Cost => {
  const { on_hand, unit_cost_fen, arrival_rows, arrival_costs } = before;
  const row = arrivalOf(leg, event);
  const undone = on_hand + leg.quantity > 0 && row !== null && arrival_rows.at(-1) === row;
  const kept = arrival_rows.flatMap((one, index) => (one === row ? [] : [index]));
  return {
    unit_cost_fen: undone ? (arrival_costs.at(-1) ?? 0) : unit_cost_fen,
    arrival_rows: kept.map((index) => arrival_rows[index] ?? 0),
    arrival_costs: kept.map((index) => arrival_costs[index] ?? 0),
  };
};
/** A reversal takes back what its movement counted: it never counts on the other side. */
const counted = ({ bill_type, quantity }: Leg): { readonly in: number; readonly out: number } =>
  quantity > 0 !== bill_type.endsWith(REVERSED) ? { in: quantity, out: 0 } : { in: 0, out: -quantity };

const moved = (rows: Rows, leg: Leg, event: Recorded): Rows => {
  const open = rows.findLast((row) => isOpen(row) && row.shop_id === leg.shop_id);
  const model = open ?? rows.findLast(isOpen);
  if (model === undefined) return rows;
  const before = open ?? {
    ...model,
    shop_id: leg.shop_id,
    on_hand: 0,
    in_num: 0,
    out_num: 0,
    arrival_rows: [],
    arrival_costs: [],
  };
  const change = counted(leg);
  const next: TurnoverRecord = {
    ...before,
    from_position: event.position,
    on_hand: before.on_hand + leg.quantity,
    in_num: before.in_num + change.in,
    out_num: before.out_num + change.out,
    ...(leg.quantity > 0 ? arrived : departed)(before, leg, event),
    last_moved_at: event.meta.at,
  };
  return [...rows.flatMap((row) => (row === open ? ended(row, event.position) : [row])), next];
};

/** A piece that came back lighter, or whose return is undone, weighs so wherever it is told of. */
const reweighed = (rows: Rows, event: Recorded): Rows => {
  const { type, data } = event as unknown as GoodsEvent;
  if (type !== 'GoodsCustomerReturned' && type !== 'GoodsCustomerReturnReversed') return rows;
  if (data.reweighed === undefined) return rows;
  const { netWeightMg, grossWeightMg } =
    type === 'GoodsCustomerReturned' ? data.reweighed.after : data.reweighed.before;
  const weights = { net_weight_mg: netWeightMg, gross_weight_mg: grossWeightMg };
  return rows.flatMap((row) =>
    isOpen(row) ? [...ended(row, event.position), { ...row, ...weights, from_position: event.position }] : [row],
  );
};
const fold = (rows: Rows, event: Recorded): Rows => {
  const { type, data } = event as unknown as GoodsEvent;
  if (type === 'GoodsReceived' || type === 'GoodsReceiptCorrected') return awaiting(rows, data, event);
  if (type === 'GoodsReceiptWithdrawn') return endedAll(rows, event.position);
  const weighed = reweighed(rows, event);
  return legsOf(event as unknown as Movement).reduce((before, leg) => moved(before, leg, event), weighed);
};

export default keyed<TurnoverRecord>({
  name: 'goods-turnover',
  version: 11,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'goods_turnover',
  events: ['GoodsReceived', 'GoodsReceiptCorrected', 'GoodsReceiptWithdrawn', ...MOVEMENTS],
  key: 'barcode',
  identity: ['barcode', 'shop_id', 'from_position'],
  reads: { where: 'to_position is null' },
  keyOf: (event) => event.data.barcode as string,
  fold,
});
