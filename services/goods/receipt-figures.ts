/** What a receipt says of one piece twice, and differently (R148): its weight, and what its metal is. Pure but for the reading. */
import type { ExceptionNote } from '../contracts/exception.ts';
import { documentNo } from '../contracts/document.ts';
import type { Fineness } from '../contracts/fineness.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { gramsFromMg } from '../contracts/units.ts';
import type { GoodsAttributes } from './fields.ts';
import { formulaWeightMg } from './pricing.ts';
import type { Receipt } from './state.ts';

/** More than this, and than a hundredth of it, is another weight. */
const OFF_MG = 20;
/** Thousandths by which a content lies above the least that its fineness stands for: 足金 of 999.9. */
const ABOVE = 15;
const BELOW = 0.5;
type WeightFacts = Parameters<typeof formulaWeightMg>[0] & Pick<GoodsAttributes, 'priceMode'>;
/** What is sold by its tag and what has stones is not paid by its gold. */
const isPaidByGold = ({
  priceMode,
  mainStoneCaratMilli,
  mainStoneCount,
  sideStoneCaratMilli,
  sideStoneCount,
}: WeightFacts) =>
  priceMode !== '1' &&
  [mainStoneCaratMilli, mainStoneCount, sideStoneCaratMilli, sideStoneCount].every((of) => of === 0);
/** By how much the whole piece on the scale is heavier than what it is said to be made of, mg; 0: it is not. */
export const unsaidMg = (piece: WeightFacts): number => {
  const off = piece.givenWeightMg - formulaWeightMg(piece);
  const isOff = piece.givenWeightMg > 0 && off > OFF_MG && off * 100 > piece.givenWeightMg;
  return isOff && isPaidByGold(piece) ? off : 0;
};

const CONTENT = /^(?:Pt|Ag|Au)?(\d{1,4}(?:\.\d+)?)$/i;
/** Whether the content that was entered, in thousandths, is none that a fineness of that name has. */
export const isOtherContent = (fineness: Fineness | undefined, goldContent: string): boolean => {
  const [, digits] = CONTENT.exec(goldContent.trim()) ?? [];
  if (fineness === undefined || digits === undefined || fineness.content === 0) return false;
  const above = Number(digits) - fineness.content;
  return above < -BELOW || above > ABOVE;
};

export type ReceiptFigures = (receipt: Receipt) => Promise<ExceptionNote | null>;
const grams = (mg: number): string => `${gramsFromMg(mg).toFixed(3)}克`;
/** The row of a piece whose figures contradict each other, as it comes into stock. */
export const receiptFigures =
  ({ finenesses }: Pick<MasterLookup, 'finenesses'>): ReceiptFigures =>
  async ({ attributes, barcode, receiptId, shopId }) => {
    const { fineness, goldContent, givenWeightMg } = attributes;
    const unsaid = unsaidMg(attributes);
    const of = goldContent === '' ? undefined : (await finenesses()).get(fineness);
    const said = [
      ...(unsaid === 0 ? [] : [`整件称得${grams(givenWeightMg)}，按金重和配件只有${grams(givenWeightMg - unsaid)}`]),
      ...(isOtherContent(of, goldContent) ? [`成色${fineness}应为千分之${of?.content}，含金量却是${goldContent}`] : []),
    ];
    if (said.length === 0) return null;
    const what = `入库审核 ${barcode} ${said.join('；')}`;
    return { kind: 'receipt-figures', shopId, documentNo: documentNo('receipt', receiptId), what };
  };
