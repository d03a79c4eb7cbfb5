/** A bill as its customer may see it: neither cost nor who allowed a price, commissions or remarks. Pure. */
import { z } from 'zod';
import { numberOf } from 'services/contracts/document';
import { caratsFromMilli, gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { SaleLine, type SaleGoodsLine } from 'services/sale/contract';
import { saleName } from 'services/sale/manifest';
import { photosOf } from '../goods-in/present.ts';
import { linesOf, thumbOf } from '../sales/present.ts';
import type { ShopperSlip, SlipOther, SlipPiece } from './contract.ts';
import type { SlipSettings } from './settings.ts';

export const StoredBill = z.object({
  id: z.int(),
  shop_name: z.string().nullable(),
  sold_on: z.string(),
  seller_name: z.string(),
  sellers: z.array(z.object({ name: z.string() })),
  points: z.int(),
  fact_fee_fen: z.int(),
  lines: z.array(SaleLine),
});
export type StoredBill = z.infer<typeof StoredBill>;
/** What is known today of what was sold then. */
export type SinceSold = {
  /** Pieces that came back, by barcode. */
  readonly returned: ReadonlyMap<string, number>;
  /** Certificate numbers, by the stock row that was sold. */
  readonly certificates: ReadonlyMap<number, string>;
  readonly usablePoints: number;
  /** What the QR of each piece says, in the order of the lines. */
  readonly warranties: readonly string[];
};

export const photoOf = (picture: string): string => (picture === '' ? '' : (photosOf([picture])[0] ?? ''));
/** Of all pieces of the line; gold that was cut off or added counts, as in the weight that was sold. */
export const grossMg = ({ piece, quantity, cutDownMg }: SaleGoodsLine): number =>
  piece === undefined || piece.grossWeightMg === 0 ? 0 : Math.max(0, piece.grossWeightMg * quantity + cutDownMg);
/** Of all pieces of the line; what the house did not keep of it is none. */
const madeOf = ({
  piece,
  quantity,
}: SaleGoodsLine): Pick<SlipPiece, 'goldContent' | 'stone' | 'stoneCt' | 'stoneP'> => {
  if (piece === undefined) return { goldContent: '', stone: '', stoneCt: 0, stoneP: 0 };
  return {
    goldContent: piece.goldContent,
    stone: piece.mainStone,
    stoneCt: caratsFromMilli(piece.mainStoneCaratMilli * quantity),
    stoneP: piece.mainStoneCount * quantity,
  };
};
const pieceOf = (
  line: SaleGoodsLine,
  since: SinceSold,
  { showsPrices }: SlipSettings,
): Omit<SlipPiece, 'warranty'> => ({
  barcode: line.barcode,
  name: line.name,
  num: line.quantity,
  type: line.category,
  style: line.style,
  fineness: line.fineness,
  ...madeOf(line),
  goldWeight: gramsFromMg(line.sellWeightMg),
  weight: gramsFromMg(grossMg(line)),
  cerif: since.certificates.get(line.goodsId) ?? '',
  thumb: thumbOf(line.picture),
  photo: photoOf(line.picture),
  ...(showsPrices && { price: yuanFromFen(line.amountFen) }),
  returned: Math.min(line.quantity, since.returned.get(line.barcode) ?? 0),
});

const told = (...words: readonly string[]): string => [...new Set(words)].filter((word) => word !== '').join(' ');
const othersOf = (bill: Pick<StoredBill, 'lines'>): SlipOther[] => [
  ...linesOf(bill, 'change').map(({ name, quantity }) => ({ kind: '退回', name, num: quantity })),
  ...linesOf(bill, 'recycle').map(({ fineness, name }) => ({ kind: '旧料', name: told(fineness, name), num: 1 })),
  ...linesOf(bill, 'gift').map(({ name, quantity }) => ({ kind: '赠品', name, num: quantity })),
  ...linesOf(bill, 'clean').map(({ category, style }) => ({ kind: '维修清洗', name: told(category, style), num: 1 })),
];
export const presentSlip = (bill: StoredBill, since: SinceSold, settings: SlipSettings): ShopperSlip => ({
  id: bill.id,
  orderNo: numberOf(saleName, bill.id),
  shopName: bill.shop_name ?? '',
  points: bill.points,
  usablePoints: since.usablePoints,
  seller: bill.sellers.length > 0 ? bill.sellers.map(({ name }) => name).join('、') : bill.seller_name,
  sellAt: bill.sold_on,
  ...(settings.showsPrices && { amount: yuanFromFen(bill.fact_fee_fen) }),
  terms: settings.terms,
  list: linesOf(bill, 'goods').map((line, nth) => ({
    ...pieceOf(line, since, settings),
    warranty: since.warranties[nth] ?? '',
  })),
  others: othersOf(bill),
});
