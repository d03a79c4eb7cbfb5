/** What a slip says, in words: the page and the picture of it say the same. Pure. */
import type { ShopperSlip, SlipOther, SlipPiece } from 'projections/shopper-bills/contract';
import { payloadIn } from 'services/contracts/warranty-text';
import { dayText, gram, yuan } from '../../parts/formats.ts';

export type Fact = { readonly word: string; readonly value: string };
const fact = (word: string, value: string): readonly Fact[] => (value === '' ? [] : [{ word, value }]);
const price = (amount: number | undefined): string => (amount === undefined ? '' : yuan(amount));
const weight = (grams: number): string => (grams === 0 ? '' : gram(grams));

export const orderFacts = (slip: ShopperSlip): readonly Fact[] => [
  ...fact('单号', slip.orderNo),
  ...fact('门店', slip.shopName),
  ...fact('日期', dayText(slip.sellAt)),
  ...fact('销售员', slip.seller),
  ...fact('实付', price(slip.amount)),
  ...fact('本单积分', String(slip.points)),
  ...fact('可用积分', String(slip.usablePoints)),
];
/** 足金 999.9; the content alone where the fineness says it already. */
const finenessOf = ({ fineness, goldContent }: SlipPiece): string =>
  fineness.includes(goldContent) ? fineness : `${fineness} ${goldContent}`.trim();
/** 钻石 0.300 克拉 1 粒 */
const stoneOf = ({ stone, stoneCt, stoneP }: SlipPiece): string =>
  [stone, stoneCt === 0 ? '' : `${stoneCt.toFixed(3)} 克拉`, stoneP === 0 ? '' : `${stoneP} 粒`]
    .filter((part) => part !== '')
    .join(' ');
export const pieceFacts = (piece: SlipPiece): readonly Fact[] => [
  ...fact('数量', `${piece.num} 件`),
  ...fact('成色', finenessOf(piece)),
  ...fact('金重', weight(piece.goldWeight)),
  ...fact('总重', piece.weight === piece.goldWeight ? '' : weight(piece.weight)),
  ...fact('主石', stoneOf(piece)),
  ...fact('证书号', piece.cerif),
  ...fact('成交价', price(piece.price)),
];
/** What came back since; '' nothing. */
export const returnedWords = ({ num, returned }: Pick<SlipPiece, 'num' | 'returned'>): string => {
  if (returned === 0) return '';
  return returned >= num ? '已退回门店' : `其中 ${returned} 件已退回门店`;
};
export const otherWords = ({ kind, name, num }: SlipOther): string =>
  [kind, name, num === 1 ? '' : `× ${num}`].filter((part) => part !== '').join(' ');

/** Where a warranty is checked: our own page of it, and the place in words for paper (R162); null where the house signs none. */
export const checkingOf = (warranty: string): { readonly link: string; readonly place: string } | null => {
  if (warranty === '') return null;
  const [, place = ''] = /^https?:\/\/(.*)\/[^/]+$/.exec(warranty) ?? [];
  return { link: `/v/${payloadIn(warranty)}`, place };
};
/** What stands beside the QR. */
export const checkingWords = (place: string): string =>
  place === '' ? '扫码查验真伪' : `扫码查验真伪，或打开 ${place}`;
