/**
 * gold_moves: what every movement of pieces weighed, as its document says it (`weight_mg`: what was sold, with what was cut
 * off or added) and as the shelf felt it (`stock_mg`: pieces times what a piece weighs). Folded from the events alone, without the
 * read models that know what is there, so that a balance can find them apart.
 */
import type { Recorded } from 'services/event-store/port';
import { mulDiv } from 'services/contracts/units';
import type { GoodsEvent } from 'services/goods/contract';
import { MOVEMENTS, REVERSED, legsOf, type Leg, type Movement } from '../goods-flow/projector.ts';
import { documentNo } from 'services/contracts/document';
import { keyed, type Row } from '../platform/projection/projection.ts';
import { INSIDE, type Flow } from './contract.ts';

export type GoldRow = Row & {
  readonly barcode: string;
  readonly position: number;
  readonly line: number;
  readonly kind: 'piece' | 'move';
  readonly shop_id: number | null;
  readonly fineness: string;
  readonly flow: string;
  readonly bill_type: string;
  readonly quantity: number;
  readonly weight_mg: number;
  readonly stock_mg: number;
  readonly sale_key: string;
  readonly event_id: string;
  readonly at: string | null;
  readonly document_no: string;
};
type Rows = readonly GoldRow[];
type ReceiptData = Extract<GoodsEvent, { type: 'GoodsReceived' | 'GoodsReceiptCorrected' }>['data'];
type CustomerReturn = Extract<Movement, { type: `GoodsCustomerReturn${string}` }>;

const FLOW_OF: Readonly<Record<string, Flow>> = {
  正常入库: 'received',
  报溢: 'found',
  调拨入库: 'transferIn',
  销退: 'returned',
  销售: 'sold',
  调拨出库: 'transferOut',
  退供应商: 'supplierReturn',
  报损: 'writtenOff',
};
const flowOf = (billType: string): string => FLOW_OF[billType.replace(REVERSED, '')] ?? INSIDE;

const isPiece = ({ kind }: GoldRow): boolean => kind === 'piece';
const pieceRow = (rows: Rows, { barcode, attributes }: ReceiptData, { position }: Recorded): Rows => {
  const before = rows.find(isPiece);
  const piece: GoldRow = {
    barcode,
    position: before?.position ?? position,
    line: -1,
    kind: 'piece',
    shop_id: null,
    fineness: attributes.fineness,
    flow: '',
    bill_type: '',
    quantity: 0,
    weight_mg: attributes.netWeightMg,
    stock_mg: 0,
    sale_key: '',
    event_id: '',
    at: null,
    document_no: '',
  };
  return [...rows.filter((row) => !isPiece(row)), piece];
};

type WeightChange = {
  readonly before: { readonly netWeightMg: number };
  readonly after: { readonly netWeightMg: number };
};
/** What each piece weighs from this movement on: one whose gold was cut comes back lighter (R74). */
const weighedBy = ({ type, data }: Movement, piece: GoldRow): number => {
  const { reweighed } = data as { readonly reweighed?: WeightChange };
  if (reweighed === undefined) return piece.weight_mg;
  return type === 'GoodsCustomerReturnReversed' ? reweighed.before.netWeightMg : reweighed.after.netWeightMg;
};
/** What a piece weighs while it is on the shelf that the movement takes it from or brings it to. */
const onShelf = (movement: Movement, piece: GoldRow): number =>
  movement.type === 'GoodsCustomerReturnReversed' ? piece.weight_mg : weighedBy(movement, piece);

/** Of what was sold the part that came back. */
const returnedMg = (rows: Rows, { data }: CustomerReturn, each: number): number => {
  const sale = rows.find(({ sale_key: key, flow, weight_mg: mg }) => key === data.saleKey && flow === 'sold' && mg < 0);
  return sale === undefined ? each * data.quantity : mulDiv([-sale.weight_mg, data.quantity], -sale.quantity);
};
/** As the document says it, signed as the leg is. */
const saidMg = (rows: Rows, movement: Movement, leg: Leg, each: number): number => {
  if (flowOf(leg.bill_type) === INSIDE) return 0;
  const sign = Math.sign(leg.quantity);
  switch (movement.type) {
    case 'GoodsSold':
    case 'GoodsSaleReversed':
      return sign * movement.data.soldWeightMg;
    case 'GoodsCustomerReturned':
    case 'GoodsCustomerReturnReversed':
      return sign * returnedMg(rows, movement, each);
    default:
      return leg.quantity * each;
  }
};
const documentOf = ({ type, data }: Movement): string =>
  type === 'GoodsReceiptAudited' || type === 'GoodsReceiptReversed'
    ? documentNo('receipt', data.receiptId)
    : data.document.no;

const moved = (rows: Rows, event: Recorded): Rows => {
  const movement = event as unknown as Movement;
  const piece = rows.find(isPiece);
  if (piece === undefined) return rows;
  const each = onShelf(movement, piece);
  const legs = legsOf(movement).map((leg, line): GoldRow => ({
    barcode: piece.barcode,
    position: event.position,
    line,
    kind: 'move',
    shop_id: leg.shop_id,
    fineness: piece.fineness,
    flow: flowOf(leg.bill_type),
    bill_type: leg.bill_type,
    quantity: leg.quantity,
    weight_mg: saidMg(rows, movement, leg, each),
    stock_mg: leg.quantity * each,
    sale_key: movement.type === 'GoodsSold' ? movement.data.key : '',
    event_id: event.id,
    at: event.meta.at,
    document_no: documentOf(movement),
  }));
  const weighed = weighedBy(movement, piece);
  const others = rows.filter((row) => row !== piece);
  return [...others, weighed === piece.weight_mg ? piece : { ...piece, weight_mg: weighed }, ...legs];
};

/** Also a recount from the events alone. */
export const foldGoldMoves = (rows: Rows, event: Recorded): Rows =>
  event.type === 'GoodsReceived' || event.type === 'GoodsReceiptCorrected'
    ? pieceRow(rows, event.data as unknown as ReceiptData, event)
    : moved(rows, event);

export default keyed<GoldRow>({
  name: 'gold-moves',
  version: 1,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'gold_moves',
  events: ['GoodsReceived', 'GoodsReceiptCorrected', ...MOVEMENTS],
  key: 'barcode',
  identity: ['barcode', 'position', 'line'],
  keyOf: (event) => event.data.barcode as string,
  fold: foldGoldMoves,
});
