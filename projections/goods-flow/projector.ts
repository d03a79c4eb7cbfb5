/** goods_flow: the ledger of movements. A reversal is a row of its own with the twin's name (R7). */
import { documentNo } from 'services/contracts/document';
import type { Recorded } from 'services/event-store/port';
import type { GoodsEvent, MovementDocument } from 'services/goods/contract';
import { ledger, type Row } from '../platform/projection/projection.ts';

export const REVERSED = '（反审核）';
/** Everything that moves goods. */
export const MOVEMENTS = [
  'GoodsReceiptAudited',
  'GoodsReceiptReversed',
  'GoodsTransferred',
  'GoodsTransferReversed',
  'GoodsSold',
  'GoodsSaleReversed',
  'GoodsCustomerReturned',
  'GoodsCustomerReturnReversed',
  'GoodsReturnedToSupplier',
  'GoodsSupplierReturnReversed',
  'GoodsWrittenOff',
  'GoodsWriteOffReversed',
  'GoodsFound',
  'GoodsFindReversed',
  'GoodsInspected',
  'GoodsInspectionReversed',
] as const;
export type Movement = Extract<GoodsEvent, { type: (typeof MOVEMENTS)[number] }>;

/** One shop's side of a movement; `quantity` is signed, prices are per unit, but that of a sale is of its whole line. */
export type Leg = {
  readonly shop_id: number;
  readonly bill_type: string;
  readonly quantity: number;
  readonly in_price_fen: number | null;
  readonly out_price_fen: number | null;
};
const leg = (shopId: number, billType: string, quantity: number, price: { in?: number; out?: number }): Leg => ({
  shop_id: shopId,
  bill_type: billType,
  quantity,
  in_price_fen: price.in ?? null,
  out_price_fen: price.out ?? null,
});

/** With its row what stood there before comes back; without one the pieces leave at what stands there by then. */
const returnedAway = ({
  shopId,
  quantity,
  unitCostFen,
  rowId,
}: Extract<Movement, { type: 'GoodsCustomerReturnReversed' }>['data']): Leg =>
  leg(shopId, `销退${REVERSED}`, -quantity, rowId === null ? { out: unitCostFen } : { in: unitCostFen });

const transferred = (
  data: Extract<Movement, { type: `GoodsTransfer${string}` }>['data'],
  undone: '' | typeof REVERSED,
): readonly Leg[] => {
  const sign = undone === '' ? 1 : -1;
  return [
    leg(data.fromShopId, `调拨出库${undone}`, -sign * data.quantity, { out: data.outPriceFen }),
    leg(data.toShopId, `调拨入库${undone}`, sign * data.quantity, { in: data.inPriceFen }),
  ];
};
const MELTED = '转旧料';
/** What a customer brings back to be melted comes and goes at once: it never mixes with what lies there. */
const throughTheShop = (
  { shopId, quantity, unitCostFen: out }: Extract<Movement, { type: `GoodsCustomerReturn${string}` }>['data'],
  undone: '' | typeof REVERSED,
): readonly Leg[] => {
  const sign = undone === '' ? 1 : -1;
  return [
    leg(shopId, `销退${undone}`, sign * quantity, { out }),
    leg(shopId, `${MELTED}${undone}`, -sign * quantity, { out }),
  ];
};
const broughtBack = (data: Extract<Movement, { type: 'GoodsCustomerReturned' }>['data']): readonly Leg[] =>
  data.goesTo === 'old-material'
    ? throughTheShop(data, '')
    : [leg(data.shopId, '销退', data.quantity, { in: data.unitCostFen })];
const takenAway = (data: Extract<Movement, { type: 'GoodsCustomerReturnReversed' }>['data']): readonly Leg[] =>
  data.goesTo === 'old-material' ? throughTheShop(data, REVERSED).toReversed() : [returnedAway(data)];
/** Inspections move nothing but what they melt. */
const melted = (
  { shopId, quantity, melted: at }: Extract<Movement, { type: `GoodsInspect${string}` }>['data'],
  undone: '' | typeof REVERSED,
): readonly Leg[] => {
  if (at === undefined) return [];
  return [leg(shopId, `${MELTED}${undone}`, undone === '' ? -quantity : quantity, { out: at.unitCostFen })];
};

export const legsOf = ({ type, data }: Movement): readonly Leg[] => {
  switch (type) {
    case 'GoodsReceiptAudited':
      return [leg(data.shopId, '正常入库', data.quantity, { in: data.unitCostFen })];
    case 'GoodsReceiptReversed':
      return [leg(data.shopId, `正常入库${REVERSED}`, -data.quantity, { in: data.unitCostFen })];
    case 'GoodsTransferred':
      return transferred(data, '');
    case 'GoodsTransferReversed':
      return transferred(data, REVERSED).toReversed();
    case 'GoodsSold':
      return [leg(data.shopId, '销售', -data.quantity, { out: data.amountFen })];
    case 'GoodsSaleReversed':
      return [leg(data.shopId, `销售${REVERSED}`, data.quantity, { out: data.amountFen })];
    case 'GoodsCustomerReturned':
      return broughtBack(data);
    case 'GoodsCustomerReturnReversed':
      return takenAway(data);
    case 'GoodsInspected':
      return melted(data, '');
    case 'GoodsInspectionReversed':
      return melted(data, REVERSED);
    case 'GoodsReturnedToSupplier':
      return [leg(data.shopId, '退供应商', -data.quantity, { out: data.returnPriceFen })];
    case 'GoodsSupplierReturnReversed':
      return [leg(data.shopId, `退供应商${REVERSED}`, data.quantity, { out: data.returnPriceFen })];
    case 'GoodsWrittenOff':
      return [leg(data.shopId, '报损', -data.quantity, { out: data.unitCostFen })];
    case 'GoodsWriteOffReversed':
      return [leg(data.shopId, `报损${REVERSED}`, data.quantity, { out: data.unitCostFen })];
    case 'GoodsFound':
      return [leg(data.shopId, '报溢', data.quantity, { in: data.unitCostFen })];
    // Leaves again at what stands there by then: its price is where it goes out, not an arrival that is undone.
    case 'GoodsFindReversed':
      return [leg(data.shopId, `报溢${REVERSED}`, -data.quantity, { out: data.unitCostFen })];
  }
};

const documentOf = ({ type, data }: Movement): Omit<MovementDocument, 'line'> =>
  type === 'GoodsReceiptAudited' || type === 'GoodsReceiptReversed'
    ? {
        kind: 'receipt',
        id: data.receiptId,
        no: documentNo('receipt', data.receiptId),
        businessDate: data.receivedOn,
      }
    : data.document;

const rowsOf = (event: Recorded): readonly Row[] => {
  const movement = event as unknown as Movement;
  const document = documentOf(movement);
  return legsOf(movement).map((one, line) => ({
    ...one,
    position: event.position,
    line,
    at: event.meta.at,
    event_id: event.id,
    barcode: movement.data.barcode,
    turnover_on: document.businessDate,
    document_kind: document.kind,
    document_id: document.id,
    document_no: document.no,
    by_name: event.meta.userName,
  }));
};

export default ledger<Row>({
  name: 'goods-flow',
  version: 5,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'goods_flow',
  events: MOVEMENTS,
  rows: rowsOf,
});
