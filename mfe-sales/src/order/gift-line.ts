/** A gift line while it is typed (S1§2.8, §5; R86): its amount follows price and number. Wire units. Pure. */
import type { SaleGiftLineRow } from 'projections/sales/contract';
import { giftPoints } from 'services/gift/contract';
import { fenFromYuan, yuanFromFen } from 'services/contracts/units';
import { z } from 'zod';

/** What the look-up answers, as far as a sale needs it. */
export const GiftMatch = z.object({
  id: z.int(),
  barcode: z.string(),
  goodsName: z.string(),
  styleNo: z.string(),
  spec: z.string(),
  measure: z.string(),
  /** What is free of it. */
  num: z.int(),
  price: z.number(),
  /** Points of one, where it may be had for points. */
  rebateInte: z.number(),
});
export type GiftMatch = z.infer<typeof GiftMatch>;

export type GiftLine = Pick<
  SaleGiftLineRow,
  | 'giftId'
  | 'barcode'
  | 'goodsName'
  | 'styleNo'
  | 'spec'
  | 'measure'
  | 'num'
  | 'price'
  | 'amount'
  | 'rebateInte'
  | 'remark'
> & {
  /** Of a saved line. */
  readonly id?: number;
  /** How many of it the shop may sell; absent on a line that was saved before. Never sent. */
  readonly free?: number;
  /** '1': for points instead of money. Never sent, as what one costs either way. */
  readonly redeem: '0' | '1';
  readonly unitPoints?: number;
  readonly unitPrice?: number;
};
type GiftChange = { readonly line: GiftLine; readonly message?: string };
const withAmount = (line: GiftLine): GiftLine => ({
  ...line,
  amount: yuanFromFen(fenFromYuan(line.price) * line.num),
});
/** Points of so many, as the server reckons them (R86). */
const withPoints = (line: GiftLine): GiftLine => {
  if (line.redeem === '0') return { ...line, rebateInte: 0 };
  const { unitPoints, num } = line;
  return unitPoints === undefined ? line : { ...line, rebateInte: giftPoints(Math.round(unitPoints * 100), num) };
};
/** 积分兑换: the points and no money; taken back, the price it had. */
export const withRedeem = (line: GiftLine, value: unknown): GiftChange => {
  if (value !== '1') {
    return { line: withAmount(withPoints({ ...line, redeem: '0', price: line.unitPrice ?? line.price })) };
  }
  if (!(line.unitPoints !== undefined && line.unitPoints > 0)) return { line, message: '此赠品不用积分兑换' };
  return { line: withAmount(withPoints({ ...line, redeem: '1', price: 0 })) };
};
/** A line as it was saved. */
export const savedGiftLine = (row: SaleGiftLineRow): GiftLine => ({ ...row, redeem: row.rebateInte > 0 ? '1' : '0' });
/** What its stock says of it now; `num` of its own order are held by it and free for it. */
export const withFound = (line: GiftLine, { num, price, rebateInte }: GiftMatch): GiftLine => ({
  ...line,
  free: num + line.num,
  unitPoints: rebateInte,
  unitPrice: price,
});
/** One of them, at the price of the latest stock-in. */
export const giftLineOf = ({ id: giftId, num: free, rebateInte: unitPoints, ...found }: GiftMatch): GiftLine =>
  withAmount({
    ...found,
    giftId,
    free,
    unitPoints,
    unitPrice: found.price,
    redeem: '0',
    num: 1,
    amount: 0,
    rebateInte: 0,
    remark: '',
  });
export const withGiftNum = (line: GiftLine, value: unknown): GiftChange => {
  const num = Math.trunc(Number(value));
  const { free } = line;
  if (!(num >= 1)) return { line: withAmount(withPoints({ ...line, num: 1 })), message: '赠品数量不能小于1' };
  if (free !== undefined && num > free) {
    return { line: withAmount(withPoints({ ...line, num: free })), message: `赠品库存不足，可用数量为${free}` };
  }
  return { line: withAmount(withPoints({ ...line, num })) };
};
/** 0: given away. */
export const withGiftPrice = (line: GiftLine, value: unknown): GiftChange => ({
  line: withAmount({ ...line, price: Math.max(0, Number(value) || 0) }),
});

/** As the body has it; name and style are the server's own. */
export const giftLineBody = ({ id, giftId, barcode, num, price, amount, rebateInte, remark }: GiftLine) => ({
  ...(id !== undefined && { id }),
  giftId,
  barcode,
  num,
  price,
  amount,
  rebateInte,
  remark,
});
