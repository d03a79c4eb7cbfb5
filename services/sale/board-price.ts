/** The board's price of a line, and when a seller has to hear that it changed (S1§3; R18). Pure. */
import type { FieldProblem } from '../contracts/envelope.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { yuanFromFen } from '../contracts/units.ts';
import type { GoodsAttributes } from '../goods/contract.ts';
import { matchedRow, type ValidBoard } from '../quoted-price/contract.ts';
import type { PriceChange, SaleGoodsLine, SaleGoodsLineBody } from './contract.ts';
import { sellsByGram } from './formulas.ts';

/** The house's price for that gold, fen per gram; 0: not quoted. */
export const quotedFenOf = (
  board: ValidBoard | null,
  { fineness, goldContent }: Pick<GoodsAttributes, 'fineness' | 'goldContent'>,
): number => matchedRow(board?.details ?? [], { name: fineness, goldContent })?.priceFen ?? 0;

type QuotedLine = {
  readonly quotedFen: number;
  /** The line of that piece as the order has it. */
  readonly stored: SaleGoodsLine | undefined;
};
/** Sold by the gram unless the seller says otherwise. */
const isByGram = ({ priceMode, mainStoneCaratMilli }: GoodsAttributes, quotedFen: number): boolean =>
  sellsByGram({ priceMode, hasMainStone: mainStoneCaratMilli > 0, isQuoted: quotedFen > 0 });

const PER_GRAM_ONLY = '2';
/** With the board's price where none was sent. A line that was stored without one before the board stays as it is. */
export const atBoardPrice = (
  sent: SaleGoodsLineBody,
  attributes: GoodsAttributes,
  { quotedFen, stored }: QuotedLine,
  path: string,
): { readonly sent: SaleGoodsLineBody; readonly problem: FieldProblem | null } => {
  const todayGoldCost = sent.todayGoldCost ?? (isByGram(attributes, quotedFen) ? quotedFen : null);
  const isLacking = attributes.priceMode === PER_GRAM_ONLY && (todayGoldCost ?? 0) === 0 && stored?.goldPriceFen !== 0;
  const problem = isLacking ? { path: `${path}.todayGoldCost`, message: '按克销售的首饰请填写今日金价' } : null;
  return { sent: { ...sent, todayGoldCost }, problem };
};

/** What the seller saw of the board is no longer true, where the board makes the price; null: nothing to be asked. */
export const priceChangeOf = (
  sent: SaleGoodsLineBody,
  attributes: GoodsAttributes,
  quotedFen: number,
  path: string,
): PriceChange | null => {
  const seen = sent.originalTodayGoldCost;
  if (seen === null || seen === quotedFen) return null;
  if ((sent.todayGoldCost ?? 0) === 0 && !isByGram(attributes, quotedFen)) return null;
  return {
    path: `${path}.originalTodayGoldCost`,
    barcode: sent.barcode,
    old: yuanFromFen(seen),
    new: yuanFromFen(quotedFen),
  };
};

const priceWords = (yuan: number): string => (yuan === 0 ? '未报价' : `${yuan.toFixed(2)}元/克`);
/** 409: the seller consents by sending the new price. */
export const askAboutChanges = (changes: readonly PriceChange[]): Refusal | null => {
  const [first] = changes;
  if (first === undefined) return null;
  const more = changes.length > 1 ? `（共${changes.length}件）` : '';
  const words = `${first.barcode} ${priceWords(first.old)} → ${priceWords(first.new)}${more}`;
  return refuse('conflict', 'sale.price_changed', `挂牌金价已变动，请确认后再保存：${words}`, { data: changes });
};
