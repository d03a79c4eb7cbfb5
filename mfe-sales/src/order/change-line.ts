/** What a customer brings back, while it is typed (R44, R68, R73). Wire units; refunds by the formula the server checks with. Pure. */
import type { CustomerBuyRow, SaleChangeLineRow } from 'projections/sales/contract';
import { fenFromYuan, yuanFromFen } from 'services/contracts/units';
import { refundOf, returnedShare, type ReturnTo } from 'services/sale/contract';

export type ChangeLine = {
  /** Of a saved line. */
  readonly id?: number;
  readonly rawSellId: number;
  readonly rawOrderNo: string;
  readonly rawSellAt: string;
  readonly barcode: string;
  readonly name: string;
  readonly thumb: string;
  readonly seller: string;
  /** Pieces sold; of one of them what was paid in the end. */
  readonly sellNum: number;
  readonly sellPrice: number;
  readonly returnNum: number;
  readonly returnPrice: number;
  readonly factReturnAmount: number;
  readonly goldWeight: number;
  /** What it weighs now, grams; null: as it was sold. */
  readonly returnWeight: number | null;
  /** Taken back with it. */
  readonly points: number;
  /** Where it goes. */
  readonly returnTo: ReturnTo;
  readonly remark: string;
  /** What the line is computed from; never sent. */
  readonly sold: {
    readonly refundableFen: number;
    readonly weight: number;
    /** Earned by all of it; absent on a line that was saved before, whose own stand. */
    readonly points?: number;
    /** Cut off or added then, grams of all that was sold: alone on its barcode, the piece weighs something else now. */
    readonly cutDown: number;
    /** At most so many come back. */
    readonly returnable: number;
    /** Yuan that a point is worth which he no longer has (R144). */
    readonly pointValue?: number;
    readonly before: { readonly quantity: number; readonly refundFen: number; readonly points: number };
  };
};

const computed = (line: ChangeLine): ChangeLine => {
  const { sold, sellNum, returnNum } = line;
  const of = { refundableFen: sold.refundableFen, soldQuantity: sellNum, before: sold.before };
  return {
    ...line,
    goldWeight: Math.round((sold.weight * 1000 * returnNum) / sellNum) / 1000,
    factReturnAmount: yuanFromFen(refundOf(of, returnNum, fenFromYuan(line.returnPrice))),
    points:
      sold.points === undefined
        ? line.points
        : returnedShare(sold.points, {
            soldQuantity: sellNum,
            before: sold.before.quantity,
            quantity: returnNum,
            spent: sold.before.points,
          }),
  };
};
/** All that may come back of it, at what was paid. */
export const changeLineOf = (row: CustomerBuyRow): ChangeLine =>
  computed({
    rawSellId: row.rawSellId,
    rawOrderNo: row.orderNo,
    rawSellAt: row.sellAt,
    barcode: row.barcode,
    name: row.name,
    thumb: row.thumb,
    seller: row.seller,
    sellNum: row.num,
    sellPrice: row.returnPrice,
    returnNum: row.returnable,
    returnPrice: row.returnPrice,
    factReturnAmount: 0,
    goldWeight: 0,
    returnWeight: null,
    points: 0,
    returnTo: row.cutDown !== 0 && row.num > 1 ? '2' : '1',
    remark: '',
    sold: {
      refundableFen: fenFromYuan(row.refundable),
      weight: row.sellGoldWeight,
      points: row.points,
      cutDown: row.cutDown,
      returnable: row.returnable,
      pointValue: row.pointValue,
      before: { quantity: row.num - row.returnable, refundFen: fenFromYuan(row.refunded), points: row.returnedPoints },
    },
  });
/** As it was saved; of a lot, what others brought back before is the server's to know. */
export const savedChangeLine = (row: SaleChangeLineRow): ChangeLine => ({
  id: row.id,
  rawSellId: row.rawSellId,
  rawOrderNo: row.rawOrderNo,
  rawSellAt: row.rawSellAt,
  barcode: row.barcode,
  name: row.name,
  thumb: row.thumb,
  seller: row.seller,
  sellNum: row.sellNum,
  sellPrice: row.sellPrice,
  returnNum: row.returnNum,
  returnPrice: row.returnPrice,
  factReturnAmount: row.factReturnAmount,
  goldWeight: row.goldWeight,
  returnWeight: row.returnWeight === row.goldWeight ? null : row.returnWeight,
  points: row.points,
  returnTo: row.returnTo,
  remark: row.remark,
  sold: {
    refundableFen: fenFromYuan(row.refundable),
    weight: (row.goldWeight * row.sellNum) / row.returnNum,
    cutDown: row.soldCutDown,
    returnable: row.sellNum,
    before: { quantity: 0, refundFen: 0, points: 0 },
  },
});

/** What others brought back of it, as the server knows it; what is typed already stays. */
export const withBought = (
  line: ChangeLine,
  { returnable, refunded, returnedPoints, num, points, pointValue }: CustomerBuyRow,
): ChangeLine => ({
  ...line,
  sold: {
    ...line.sold,
    points,
    pointValue,
    returnable: Math.max(returnable, line.returnNum),
    before: { quantity: num - returnable, refundFen: fenFromYuan(refunded), points: returnedPoints },
  },
});

type LineChange = { readonly line: ChangeLine; readonly message?: string };
export const withReturnNum = (line: ChangeLine, value: unknown): LineChange => {
  const wanted = typeof value === 'number' ? Math.trunc(value) : line.sold.returnable;
  const returnNum = Math.min(Math.max(1, wanted), line.sold.returnable);
  const changed = computed({ ...line, returnNum });
  if (wanted > returnNum) return { line: changed, message: `最多可退${returnNum}件` };
  return wanted < 1 ? { line: changed, message: '退货数量不能小于1' } : { line: changed };
};
/** Emptied, it is what was paid; more is the server's to allow. */
export const withReturnPrice = (line: ChangeLine, value: unknown): LineChange => ({
  line: computed({ ...line, returnPrice: typeof value === 'number' ? Math.max(0, value) : line.sellPrice }),
});

/** Emptied, it weighs what it weighed when it was sold. */
export const withReturnWeight = (line: ChangeLine, value: unknown): LineChange => ({
  line: { ...line, returnWeight: typeof value === 'number' && value >= 0 ? Math.round(value * 1000) / 1000 : null },
  ...(typeof value === 'number' &&
    isOtherWeight(value, line.goldWeight) && { message: '退回重量与售出重量不符，将记入异常' }),
});
/** More than 0.02 g, or than a hundredth (R144). */
const isOtherWeight = (grams: number, soldGrams: number): boolean => {
  const off = Math.round(Math.abs(grams - soldGrams) * 1000);
  return off > 20 || off * 100 > soldGrams * 1000;
};

/** 退回去向 that can be chosen, as a shop says it. */
export const RETURN_TO: readonly { readonly value: ReturnTo; readonly label: string }[] = [
  { value: '1', label: '回库' },
  { value: '2', label: '转旧料' },
  { value: '3', label: '待检' },
];
const isReturnTo = (value: unknown): value is ReturnTo => RETURN_TO.some((one) => one.value === value);
/** What was cut of several pieces of one barcode goes to the old material alone; of one, it needs a new label. */
export const withReturnTo = (line: ChangeLine, value: unknown): LineChange => {
  const returnTo = isReturnTo(value) ? value : '1';
  if (line.sold.cutDown === 0 || returnTo === '2') return { line: { ...line, returnTo } };
  if (line.sellNum > 1) return { line: { ...line, returnTo: '2' }, message: '截过金的多件首饰只能转旧料' };
  return { line: { ...line, returnTo }, message: NEW_LABEL };
};
const NEW_LABEL = '截过金，重量已变，审核后请打印新标签';

/** The line as the server takes it. */
export const changeLineBody = (line: ChangeLine) => ({
  ...(line.id !== undefined && { id: line.id }),
  rawSellId: line.rawSellId,
  barcode: line.barcode,
  returnNum: line.returnNum,
  returnPrice: line.returnPrice,
  factReturnAmount: line.factReturnAmount,
  ...(line.returnWeight !== null && { returnWeight: line.returnWeight }),
  returnTo: line.returnTo,
  remark: line.remark,
});

/** Why a purchase cannot be brought back now; null when it can. */
export const whyNotReturnable = ({ returnable, returned, num }: CustomerBuyRow): string | null => {
  if (returnable > 0) return null;
  return returned >= num ? '已退货' : '退货待审';
};
