/** Pieces counted anew: what shops have, what moved, what was transferred and sent back to suppliers, and books of checks. */
import { documentNo } from 'services/contracts/document';
import { mulDiv } from 'services/contracts/units';
import type { Recorded } from 'services/event-store/port';
import type { GoodsAttributes, GoodsEvent } from 'services/goods/contract';
import type { Counter, Emit, StreamFold } from './counting.ts';

/** An audited check, whose books are asked of every piece. */
export type CheckedBooks = {
  readonly id: number;
  readonly shop: number;
  readonly position: number;
  readonly category: string;
  readonly style: string;
};

/** Named anew, not taken from the ledger that is audited: what that one leaves out is to be found here. */
const READ = [
  'GoodsReceived',
  'GoodsReceiptCorrected',
  'GoodsReceiptWithdrawn',
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
] as const satisfies readonly GoodsEvent['type'][];

/** Pieces that come (`cost`: at which they mix with what is there) or go; `row`: the goods-in row that came, or is undone. */
type Step = { readonly shop: number; readonly quantity: number; readonly cost?: number; readonly row?: number | null };
type ShopStock = { onHand: number; costFen: number; arrivals: { readonly row: number; readonly before: number }[] };
/** A posting that stands until it is taken back. */
type Posting = {
  readonly report: 'goods-allocate' | 'goods-return';
  readonly shop: number;
  readonly quantity: number;
  readonly priceFen: number;
  readonly net: number;
  readonly gross: number;
  readonly stone: number;
};

const returned = (data: Extract<GoodsEvent, { type: `GoodsCustomerReturn${string}` }>['data']): readonly Step[] => {
  const { shopId: shop, quantity } = data;
  // It becomes old material at once: it comes and goes.
  if (data.goesTo === 'old-material') {
    return [
      { shop, quantity },
      { shop, quantity: -quantity },
    ];
  }
  return 'claimKey' in data
    ? [{ shop, quantity: -quantity, row: data.rowId }]
    : [{ shop, quantity, cost: data.unitCostFen, row: data.rowId }];
};
const stepsOf = ({ type, data }: GoodsEvent): readonly Step[] => {
  switch (type) {
    case 'GoodsReceiptAudited':
      return [{ shop: data.shopId, quantity: data.quantity, cost: data.unitCostFen, row: data.receiptId }];
    case 'GoodsReceiptReversed':
      return [{ shop: data.shopId, quantity: -data.quantity, row: data.receiptId }];
    case 'GoodsTransferred':
      return [
        { shop: data.fromShopId, quantity: -data.quantity },
        { shop: data.toShopId, quantity: data.quantity, cost: data.inPriceFen, row: data.rowId },
      ];
    case 'GoodsTransferReversed':
      return [
        { shop: data.toShopId, quantity: -data.quantity, row: data.rowId },
        { shop: data.fromShopId, quantity: data.quantity },
      ];
    case 'GoodsCustomerReturned':
    case 'GoodsCustomerReturnReversed':
      return returned(data);
    case 'GoodsSold':
    case 'GoodsReturnedToSupplier':
    case 'GoodsWrittenOff':
    case 'GoodsFindReversed':
      return [{ shop: data.shopId, quantity: -data.quantity }];
    case 'GoodsSaleReversed':
    case 'GoodsSupplierReturnReversed':
    case 'GoodsWriteOffReversed':
    case 'GoodsFound':
      return [{ shop: data.shopId, quantity: data.quantity, cost: data.unitCostFen }];
    case 'GoodsInspected':
      return data.melted === undefined ? [] : [{ shop: data.shopId, quantity: -data.quantity }];
    case 'GoodsInspectionReversed':
      return data.melted === undefined
        ? []
        : [{ shop: data.shopId, quantity: data.quantity, cost: data.melted.unitCostFen }];
    default:
      return [];
  }
};

/** One piece, from its receipt to wherever it is. */
class Piece implements StreamFold {
  readonly #checks: readonly CheckedBooks[];
  #barcode = '';
  #described: GoodsAttributes | null = null;
  #weights = { net: 0, gross: 0 };
  readonly #places = new Map<number, ShopStock>();
  readonly #postings = new Map<string, Posting>();
  readonly #had: { readonly shop: number; readonly position: number; readonly onHand: number }[] = [];

  constructor(checks: readonly CheckedBooks[]) {
    this.#checks = checks;
  }

  readonly add = (recorded: Recorded, emit: Emit): void => {
    const event = recorded as unknown as GoodsEvent;
    this.#describe(event);
    this.#post(event);
    for (const step of stepsOf(event)) {
      const { shop, quantity } = step;
      const onHand = this.#move(step);
      this.#had.push({ shop, position: recorded.position, onHand });
      const figures = { num: quantity, inNum: Math.max(0, quantity), outNum: Math.max(0, -quantity) };
      emit({ report: 'goods-flow', shop, key: this.#barcode, figures });
    }
  };

  readonly end = (emit: Emit): void => {
    for (const [shop, place] of this.#places) this.#tellStock(shop, place, emit);
    for (const { report, shop, quantity, ...each } of this.#postings.values()) {
      const weighed = {
        goldWeight: quantity * each.net,
        weight: quantity * each.gross,
        stoneCt: quantity * each.stone,
      };
      const price = quantity * each.priceFen;
      const priced = report === 'goods-allocate' ? { inPrice: price } : { returnPrice: price };
      emit({ report, shop, key: this.#barcode, figures: { num: quantity, ...weighed, ...priced } });
    }
    for (const check of this.#checks) this.#tellBooks(check, emit);
  };

  #describe({ type, data }: GoodsEvent): void {
    if (type === 'GoodsReceived' || type === 'GoodsReceiptCorrected') {
      const { attributes, barcode } = data;
      this.#barcode = barcode;
      this.#described = attributes;
      this.#weights = { net: attributes.netWeightMg, gross: attributes.grossWeightMg };
      this.#places.clear();
    }
    if (type === 'GoodsReceiptWithdrawn') this.#places.clear();
    if ((type === 'GoodsCustomerReturned' || type === 'GoodsCustomerReturnReversed') && data.reweighed !== undefined) {
      const { netWeightMg, grossWeightMg } =
        type === 'GoodsCustomerReturned' ? data.reweighed.after : data.reweighed.before;
      this.#weights = { net: netWeightMg, gross: grossWeightMg };
    }
  }

  /** Transfers and returns to suppliers, with what the piece weighed then. */
  #post({ type, data }: GoodsEvent): void {
    const stone = this.#described?.mainStoneCaratMilli ?? 0;
    if (type === 'GoodsTransferred') {
      const { rowId, fromShopId: shop, quantity, inPriceFen: priceFen } = data;
      this.#postings.set(`row/${rowId}`, {
        report: 'goods-allocate',
        shop,
        quantity,
        priceFen,
        stone,
        ...this.#weights,
      });
    }
    if (type === 'GoodsTransferReversed') this.#postings.delete(`row/${data.rowId}`);
    if (type === 'GoodsReturnedToSupplier') {
      const { key, shopId: shop, quantity, returnPriceFen: priceFen } = data;
      this.#postings.set(key, { report: 'goods-return', shop, quantity, priceFen, stone, ...this.#weights });
    }
    if (type === 'GoodsSupplierReturnReversed') this.#postings.delete(data.returnKey);
  }

  #move({ shop, quantity, cost, row }: Step): number {
    const place = this.#places.get(shop) ?? { onHand: 0, costFen: this.#described?.unitCostFen ?? 0, arrivals: [] };
    this.#places.set(shop, place);
    if (quantity > 0) this.#arrive(place, quantity, cost, row);
    else if (row !== undefined && row !== null) this.#undo(place, quantity, row);
    place.onHand += quantity;
    return place.onHand;
  }
  /** What comes mixes with what is there. */
  #arrive(place: ShopStock, quantity: number, cost: number | undefined, row: number | null | undefined): void {
    if (row !== undefined && row !== null) place.arrivals.push({ row, before: place.costFen });
    if (cost === undefined) return;
    const { onHand, costFen } = place;
    place.costFen = onHand <= 0 ? cost : mulDiv([onHand * costFen + quantity * cost], onHand + quantity);
  }
  /** The last arrival gives back the cost before it, where anything is left. */
  #undo(place: ShopStock, quantity: number, row: number): void {
    const last = place.arrivals.at(-1);
    if (last?.row === row && place.onHand + quantity > 0) place.costFen = last.before;
    place.arrivals = place.arrivals.filter((one) => one.row !== row);
  }

  #tellStock(shop: number, { onHand, costFen }: ShopStock, emit: Emit): void {
    if (this.#described === null || onHand === 0) return;
    const { mainStoneCaratMilli, sideStoneCaratMilli, tagPriceFen } = this.#described;
    const figures = {
      num: onHand,
      goldWeight: onHand * this.#weights.net,
      weight: onHand * this.#weights.gross,
      stoneCt: onHand * mainStoneCaratMilli,
      secondCt: onHand * sideStoneCaratMilli,
      piceCost: onHand * costFen,
      sellPrice: onHand * tagPriceFen,
    };
    emit({ report: 'goods-turnover', shop, key: this.#barcode, figures });
  }

  #tellBooks({ id, shop, position, category, style }: CheckedBooks, emit: Emit): void {
    if (this.#described?.category !== category || (style !== '' && this.#described.style !== style)) return;
    const bookNum = this.#had.findLast((one) => one.shop === shop && one.position <= position)?.onHand ?? 0;
    if (bookNum > 0) emit({ report: 'goods-check', shop, key: documentNo('check', id), figures: { bookNum } });
  }
}

export const pieceCounter = (checks: readonly CheckedBooks[]): Counter => ({
  types: READ,
  open: () => new Piece(checks),
});
