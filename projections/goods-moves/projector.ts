/** goods_moves: transfers and returns to suppliers as they stand, described as the piece was when it moved. */
import type { GoodsEvent } from 'services/goods/contract';
import type { Recorded } from 'services/event-store/port';
import { keyed, type Row } from '../platform/projection/projection.ts';

export type MoveRecord = Row & {
  readonly barcode: string;
  readonly from_position: number;
  readonly to_position: number | null;
  readonly kind: 'piece' | 'transfer' | 'supplier-return';
  /** By which its reversal finds it. */
  readonly match_key: string;
  readonly event_id: string;
  readonly at: string;
  readonly out_shop_id: number | null;
  readonly in_shop_id: number | null;
  readonly supplier_id: number | null;
  readonly moved_on: string | null;
  readonly document_id: number;
  readonly document_no: string;
  readonly quantity: number;
  /** Per piece: inPrice of a transfer, returnPrice of a return. */
  readonly price_fen: number;
  readonly unit_cost_fen: number;
  readonly category: string;
  readonly name: string;
  readonly style: string;
  readonly fineness: string;
  readonly net_weight_mg: number;
  readonly gross_weight_mg: number;
  readonly main_stone_milli: number;
};
type Rows = readonly MoveRecord[];
type Data<Type extends GoodsEvent['type']> = Extract<GoodsEvent, { type: Type }>['data'];

const EVENTS = [
  'GoodsReceived',
  'GoodsReceiptCorrected',
  'GoodsReceiptWithdrawn',
  'GoodsTransferred',
  'GoodsTransferReversed',
  'GoodsReturnedToSupplier',
  'GoodsSupplierReturnReversed',
  'GoodsCustomerReturned',
  'GoodsCustomerReturnReversed',
] as const;
type MoveEvent = Extract<GoodsEvent, { type: (typeof EVENTS)[number] }>;

const isPiece = (row: MoveRecord): boolean => row.kind === 'piece';
const described = (rows: Rows, data: Data<'GoodsReceived'>, event: Recorded): Rows => {
  const { attributes, barcode } = data;
  const before = rows.find(isPiece);
  const piece: MoveRecord = {
    barcode,
    from_position: before?.from_position ?? event.position,
    to_position: null,
    kind: 'piece',
    match_key: '',
    event_id: event.id,
    at: event.meta.at,
    out_shop_id: null,
    in_shop_id: null,
    supplier_id: null,
    moved_on: null,
    document_id: 0,
    document_no: '',
    quantity: 0,
    price_fen: 0,
    unit_cost_fen: attributes.unitCostFen,
    category: attributes.category,
    name: attributes.name,
    style: attributes.style,
    fineness: attributes.fineness,
    net_weight_mg: attributes.netWeightMg,
    gross_weight_mg: attributes.grossWeightMg,
    main_stone_milli: attributes.mainStoneCaratMilli,
  };
  return [...rows.filter((row) => !isPiece(row)), piece];
};

type Move = Pick<
  MoveRecord,
  'kind' | 'match_key' | 'out_shop_id' | 'in_shop_id' | 'supplier_id' | 'price_fen' | 'unit_cost_fen'
>;
const moved = (
  rows: Rows,
  { document, quantity }: Data<'GoodsTransferred'> | Data<'GoodsReturnedToSupplier'>,
  move: Move,
  event: Recorded,
): Rows => {
  const piece = rows.find(isPiece);
  if (piece === undefined) return rows;
  return [
    ...rows,
    {
      ...piece,
      ...move,
      from_position: event.position,
      event_id: event.id,
      at: event.meta.at,
      moved_on: document.businessDate,
      document_id: document.id,
      document_no: document.no,
      quantity,
    },
  ];
};
const ended = (rows: Rows, matchKey: string, event: Recorded): Rows =>
  rows.map((row) =>
    row.match_key === matchKey && row.to_position === null && !isPiece(row)
      ? { ...row, to_position: event.position }
      : row,
  );

type Weights = NonNullable<Data<'GoodsCustomerReturned'>['reweighed']>['after'];
/** A piece that comes back lighter moves as such from then on. */
const weighing = (rows: Rows, weights: Weights | undefined): Rows =>
  weights === undefined
    ? rows
    : rows.map((row) =>
        isPiece(row) ? { ...row, net_weight_mg: weights.netWeightMg, gross_weight_mg: weights.grossWeightMg } : row,
      );

const fold = (rows: Rows, event: Recorded): Rows => {
  const { type, data } = event as unknown as MoveEvent;
  switch (type) {
    case 'GoodsReceived':
    case 'GoodsReceiptCorrected':
      return described(rows, data, event);
    case 'GoodsReceiptWithdrawn':
      return rows.filter((row) => !isPiece(row));
    case 'GoodsTransferred': {
      const { fromShopId, toShopId, rowId, inPriceFen, outPriceFen } = data;
      const shops = { out_shop_id: fromShopId, in_shop_id: toShopId, supplier_id: null };
      const prices = { price_fen: inPriceFen, unit_cost_fen: outPriceFen };
      return moved(rows, data, { kind: 'transfer', match_key: `row/${rowId}`, ...shops, ...prices }, event);
    }
    case 'GoodsTransferReversed':
      return ended(rows, `row/${data.rowId}`, event);
    case 'GoodsReturnedToSupplier': {
      const { shopId, supplierId, key, returnPriceFen, unitCostFen } = data;
      const shops = { out_shop_id: shopId, in_shop_id: null, supplier_id: supplierId };
      const prices = { price_fen: returnPriceFen, unit_cost_fen: unitCostFen };
      return moved(rows, data, { kind: 'supplier-return', match_key: key, ...shops, ...prices }, event);
    }
    case 'GoodsSupplierReturnReversed':
      return ended(rows, data.returnKey, event);
    case 'GoodsCustomerReturned':
      return weighing(rows, data.reweighed?.after);
    case 'GoodsCustomerReturnReversed':
      return weighing(rows, data.reweighed?.before);
  }
};

export default keyed<MoveRecord>({
  name: 'goods-moves',
  version: 2,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'goods_moves',
  events: EVENTS,
  key: 'barcode',
  identity: ['barcode', 'from_position'],
  reads: { where: 'to_position is null' },
  keyOf: (event) => event.data.barcode as string,
  fold,
});
