/** A jewellery line of a sale, recomputed from the piece (S1§9, R15, R16, R18). Pure. */
import type { NewLine } from '../contracts/document.ts';
import type { FieldProblem } from '../contracts/envelope.ts';
import type { CheckedLine } from '../documents/check-lines.ts';
import { gramShareOf, type PieceView } from '../goods/contract.ts';
import { mulDiv, yuanText } from '../contracts/units.ts';
import { mismatches, type Mismatch } from '../contracts/agree.ts';
import { mostOf } from '../contracts/values.ts';
import { soldPieceOf } from './sold-piece.ts';
import {
  agreedPrice,
  byGramSellPriceFen,
  lineFeeFen,
  rebateFeeFen,
  sellWeightMg,
  type PriceMode,
  type SaleGoodsLine,
  type SaleGoodsLineBody,
} from './contract.ts';

export type ComputedLine = {
  readonly line: NewLine<SaleGoodsLine>;
  readonly problems: readonly (FieldProblem | Mismatch)[];
};
/** `priceMode` of a piece that is always sold at its tag price. */
const FIXED_PRICE = '1';

const modeOf = (sent: SaleGoodsLineBody): PriceMode =>
  sent.todayGoldCost !== null && sent.todayGoldCost > 0 ? 'by-gram' : 'fixed';

type CutFrom = { readonly fineness: string; readonly netWeightMg: number };
/** Gold is cut off or added where it is sold by weight, and never more than the piece has (R24). */
const refuseCut = (cutDownMg: number, mode: PriceMode, { fineness, netWeightMg }: CutFrom): string | null => {
  if (cutDownMg === 0) return null;
  if (fineness === '') return '此首饰没有成色，不能截金或加金';
  if (mode === 'fixed') return '一口价不能截金，请先填写今日金价';
  if (-cutDownMg > netWeightMg) return '截金重量不能大于金重';
  return cutDownMg > netWeightMg ? '加金重量不能大于金重' : null;
};

/** Fees start at the piece's own by the gram, at 0 at a fixed price; what the seller types rules (R18). */
const feesOf = (sent: SaleGoodsLineBody, mode: PriceMode, attributes: PieceView['attributes']) => {
  const start = (own: number): number => (mode === 'by-gram' ? own : 0);
  return {
    labourFeeFen: sent.workFee ?? start(attributes.labourFeeFen),
    fineWorkFeeFen: sent.fineWorkFee ?? start(attributes.fineWorkFeeFen),
    pieceWorkFeeFen: sent.piceWorkFee ?? start(attributes.pieceWorkFeeFen),
  };
};

const sellPriceOf = (
  sent: SaleGoodsLineBody,
  mode: PriceMode,
  attributes: PieceView['attributes'],
  weightMg: number,
): number =>
  mode === 'by-gram'
    ? byGramSellPriceFen(gramShareOf(attributes), {
        todayGoldCostFen: sent.todayGoldCost ?? 0,
        sellWeightMg: weightMg,
        quantity: sent.num,
      })
    : attributes.tagPriceFen * sent.num;

/** What forbids to sell the piece this way, before any number is compared. */
const problemsOf = (
  sent: SaleGoodsLineBody,
  { view: { attributes } }: CheckedLine<PieceView>,
  path: string,
): FieldProblem[] => {
  const mode = modeOf(sent);
  const problems: FieldProblem[] = [];
  if (mode === 'by-gram' && attributes.priceMode === FIXED_PRICE) {
    problems.push({ path: `${path}.todayGoldCost`, message: '一口价首饰不能按金价计价' });
  }
  const { fineness, netWeightMg } = attributes;
  const cut = refuseCut(sent.cutDown, mode, { fineness, netWeightMg: netWeightMg * sent.num });
  if (cut !== null) problems.push({ path: `${path}.cutDown`, message: cut });
  return problems;
};

/** What the line comes to by the server's own reckoning. */
const pricesOf = (sent: SaleGoodsLineBody, { attributes }: PieceView) => {
  const mode = modeOf(sent);
  const weightMg = Math.max(0, sellWeightMg(attributes.netWeightMg, sent.num, sent.cutDown));
  const inputs = {
    sellPriceFen: sellPriceOf(sent, mode, attributes, weightMg),
    rebateBp: sent.rebate,
    sellWeightMg: weightMg,
    quantity: sent.num,
    ...feesOf(sent, mode, attributes),
  };
  if (sent.dealPrice === null)
    return { priceMode: mode, ...inputs, rebateFeeFen: rebateFeeFen(inputs), amountFen: lineFeeFen(inputs) };
  const agreed = agreedPrice(sent.dealPrice, inputs);
  return { priceMode: mode, ...inputs, ...agreed, dealPriceFen: sent.dealPrice, amountFen: sent.dealPrice };
};

/** Cut gold takes its cost along, and never more than the line has (R75); negative. */
const cutOffFen = ({ cutDown, num }: SaleGoodsLineBody, metalCostFen: number, unitCostFen: number): number =>
  -Math.min(mulDiv([-cutDown, metalCostFen], 1000), unitCostFen * num);

const lineOf = (
  sent: SaleGoodsLineBody,
  { view, rowId, unitCostFen }: CheckedLine<PieceView>,
): NewLine<SaleGoodsLine> => {
  const { attributes } = view;
  return {
    ...pricesOf(sent, view),
    barcode: sent.barcode,
    goodsId: rowId,
    name: attributes.name,
    category: attributes.category,
    style: attributes.style,
    fineness: attributes.fineness,
    picture: attributes.pictures[0] ?? '',
    netWeightMg: attributes.netWeightMg * sent.num,
    cutDownMg: sent.cutDown,
    quotedGoldPriceFen: 0,
    goldPriceFen: sent.todayGoldCost ?? 0,
    originalLabourFeeFen: attributes.labourFeeFen,
    originalFineWorkFeeFen: attributes.fineWorkFeeFen,
    originalPieceWorkFeeFen: attributes.pieceWorkFeeFen,
    tagPriceFen: attributes.tagPriceFen,
    gramShare: gramShareOf(attributes),
    unitCostFen,
    ...(sent.cutDown < 0 && { cutCostFen: cutOffFen(sent, attributes.metalCostFen, unitCostFen) }),
    points: 0,
    sellerPoints: 0,
    piece: soldPieceOf(attributes),
    remark: sent.remark,
  };
};

/** Numbers the till sent that are not the server's (R16). */
const disagreements = (sent: SaleGoodsLineBody, line: NewLine<SaleGoodsLine>, path: string): readonly Mismatch[] => {
  const { sellWeightMg: weightMg, sellPriceFen, rebateFeeFen: rebated, amountFen } = line;
  return mismatches([
    { path: `${path}.sellGoldWeight`, label: '销售金重', sent: sent.sellGoldWeight, expected: weightMg, unit: 'mg' },
    { path: `${path}.sellPrice`, label: '销售价', sent: sent.sellPrice, expected: sellPriceFen, unit: 'fen' },
    { path: `${path}.rebateFee`, label: '折后金额', sent: sent.rebateFee, expected: rebated, unit: 'fen' },
    { path: `${path}.factSellFee`, label: '实售金额', sent: sent.factSellFee, expected: amountFen, unit: 'fen' },
  ]);
};

/** An agreed price covers the fees, and is no multiple that no rebate can say (R72). */
const refuseDeal = (line: NewLine<SaleGoodsLine>, path: string): FieldProblem[] => {
  if (line.dealPriceFen === undefined) return [];
  const at = `${path}.dealPrice`;
  const feesFen = line.dealPriceFen - line.rebateFeeFen;
  if (line.rebateFeeFen < 0) return [{ path: at, message: `成交价不能低于工费${yuanText(feesFen)}元` }];
  return line.rebateBp > mostOf('rebate') * 100 ? [{ path: at, message: '成交价过高，请核对' }] : [];
};

/** The line as it will be stored, and what is wrong with the one that was sent; `path` is `sellGoodsList.N`. */
export const computeLine = (sent: SaleGoodsLineBody, piece: CheckedLine<PieceView>, path: string): ComputedLine => {
  const line = lineOf(sent, piece);
  const problems = [...problemsOf(sent, piece, path), ...refuseDeal(line, path)];
  return { line, problems: problems.length > 0 ? problems : disagreements(sent, line, path) };
};
