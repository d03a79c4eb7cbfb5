/** Orders of sale counted anew: every report over their lines, their approvals and what is mended. */
import { documentEventTypes, documentNo } from 'services/contracts/document';
import {
  CLEAN_LIST,
  atPostedCost,
  lineCostFen,
  lineReturnedCostFen,
  unitRefundFen,
  type SaleHeader,
  type SaleLine,
} from 'services/sale/contract';
import type { Counter, Emit, Entry, StreamFold } from './counting.ts';
import { FoldedDocument, type Version } from './document.ts';

const NAME = 'Sale';
type Line<List extends SaleLine['list']> = Extract<SaleLine, { list: List }>;
/** Orders of long ago lack some of it. */
type Header = Partial<SaleHeader> & Pick<SaleHeader, 'shopId'>;
type Order = Version<Header, SaleLine>;
type Figures = Entry['figures'];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const linesIn = <List extends SaleLine['list']>(lines: readonly SaleLine[], list: List): readonly Line<List>[] =>
  lines.filter((line): line is Line<List> => line.list === list);

const ofPieces = (lines: readonly (Line<'goods'> | Line<'change'>)[]) => {
  const each = (of: (piece: NonNullable<Line<'goods'>['piece']>) => number): number =>
    sum(lines.map(({ piece, quantity }) => (piece === undefined ? 0 : of(piece) * quantity)));
  return {
    num: sum(lines.map(({ quantity }) => quantity)),
    weight: each((piece) => piece.grossWeightMg),
    stoneCt: each((piece) => piece.mainStoneCaratMilli),
    stoneP: each((piece) => piece.mainStoneCount),
    secondCt: each((piece) => piece.sideStoneCaratMilli),
    secondP: each((piece) => piece.sideStoneCount),
  };
};
const goodsOf = (lines: readonly Line<'goods'>[]) => ({
  ...ofPieces(lines),
  goldWeight: sum(lines.map(({ sellWeightMg }) => sellWeightMg)),
  amount: sum(lines.map(({ sellPriceFen }) => sellPriceFen)),
  factFee: sum(lines.map(({ amountFen }) => amountFen)),
});
const changeOf = (lines: readonly Line<'change'>[]) => ({
  ...ofPieces(lines),
  goldWeight: sum(lines.map(({ weightMg }) => weightMg)),
  sellPrice: sum(lines.map((line) => unitRefundFen(line) * line.quantity)),
  factReturnAmount: sum(lines.map(({ refundFen }) => refundFen)),
});
const giftOf = (lines: readonly Line<'gift'>[]) => ({
  num: sum(lines.map(({ quantity }) => quantity)),
  amount: sum(lines.map(({ amountFen }) => amountFen)),
  rebateInte: sum(lines.map(({ spentPoints }) => spentPoints)),
});
/** A return counts against its sale. */
const scoreOf = (goods: readonly Line<'goods'>[], change: readonly Line<'change'>[]) => {
  const [sold, back] = [goodsOf(goods), changeOf(change)];
  const points = (lines: readonly { readonly sellerPoints: number }[]) => sum(lines.map((line) => line.sellerPoints));
  return {
    num: sold.num - back.num,
    amount: sold.factFee - back.factReturnAmount,
    goldWeight: sold.goldWeight - back.goldWeight,
    weight: sold.weight - back.weight,
    stoneCt: sold.stoneCt - back.stoneCt,
    secondCt: sold.secondCt - back.secondCt,
    sellerPoints: points(goods) - points(change),
  };
};
const detailOf = ({ header, lines }: Order, audited: boolean): Figures => {
  const fees = {
    sellFee: sum(linesIn(lines, 'goods').map(({ amountFen }) => amountFen)),
    changeFee: sum(linesIn(lines, 'change').map(({ refundFen }) => refundFen)),
    recycleFee: sum(linesIn(lines, 'recycle').map(({ priceFen }) => priceFen)),
    giftFee: sum(linesIn(lines, 'gift').map(({ amountFen }) => amountFen)),
    cleanFee: sum(linesIn(lines, 'clean').map(({ priceFen }) => priceFen)),
    factFee: lines.length === 0 ? 0 : (header.factFeeFen ?? 0),
  };
  const pending = Object.entries(fees).map(([name, fen]) => [
    `pending${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    audited ? 0 : fen,
  ]);
  return { ...fees, ...Object.fromEntries(pending) };
};
const costOf = (line: SaleLine): number => {
  if (line.list === 'goods') return lineCostFen(line);
  if (line.list === 'change') return -lineReturnedCostFen(line);
  return line.list === 'gift' ? line.costFen : 0;
};
/** R19, R78. `dearer`: what gifts and added gold cost beyond what the order had taken for it. */
const profitOf = ({ header, lines }: Order, dearer: number): Figures => {
  const { amountFen: amount = 0, giftFeeFen: giftFee = 0, oldFeeFen: oldFee = 0, changeFeeFen: changeFee = 0 } = header;
  const { cleanFeeFen: cleanFee = 0, factFeeFen: factFee = 0, payableFeeFen = 0, costAmountFen = 0 } = header;
  const roundFee = payableFeeFen - factFee;
  const costAmount = costAmountFen + dearer;
  const income = amount + giftFee + cleanFee;
  const profit = income - costAmount - roundFee;
  const goodsMargin = income - changeFee - roundFee - sum(lines.map(costOf));
  return { amount, giftFee, oldFee, changeFee, cleanFee, factFee, roundFee, costAmount, profit, goodsMargin };
};
const givenAway = (lines: readonly { readonly tagFen: number; readonly amountFen: number }[]): number =>
  sum(lines.map(({ tagFen, amountFen }) => (tagFen > 0 ? Math.max(tagFen - amountFen, 0) : 0)));
const NUMBERED = /^\d{1,9}$/;
/** A line that no receipt can name is none of the report. */
const cleanOf = (lines: readonly SaleLine[]): Figures => {
  const byId = new Map(linesIn(lines, CLEAN_LIST).map((line) => [line.lineId, line]));
  const named = [...byId.values()].filter(({ lineId }) => NUMBERED.test(lineId));
  return {
    weight: sum(named.map(({ weightMg }) => weightMg)),
    price: sum(named.map(({ priceFen }) => priceFen)),
    stoneCt: sum(named.map(({ mainStoneCaratMilli }) => mainStoneCaratMilli)),
    stoneP: sum(named.map(({ mainStoneCount }) => mainStoneCount)),
    secondCt: sum(named.map(({ sideStoneCaratMilli }) => sideStoneCaratMilli)),
    secondP: sum(named.map(({ sideStoneCount }) => sideStoneCount)),
  };
};

/** One order of sale. */
class Sale implements StreamFold {
  #id = 0;
  #dearer = 0;
  // What gifts and added gold cost is known when they leave (R75, R87).
  readonly #document = new FoldedDocument<Header, SaleLine>(NAME, ({ header, lines }, outcomes) => {
    const posted = atPostedCost(header.shopId, lines, outcomes);
    this.#dearer += posted.dearerFen;
    return { header, lines: posted.lines };
  });

  readonly add: StreamFold['add'] = (event) => {
    this.#id = Number(event.data['documentId']);
    const before = this.#document.version;
    this.#document.add(event);
    const accepted = this.#document.version;
    // A new version says its cost anew.
    if (accepted?.header !== before?.header) this.#dearer = 0;
  };

  readonly end = (emit: Emit): void => {
    const { version: order, audited } = this.#document;
    if (order === null) return;
    const { header, lines } = order;
    const key = documentNo('sale', this.#id);
    const tell = (report: Entry['report'], figures: Figures): void =>
      emit({ report, shop: header.shopId, key, figures });
    tell('sell-detail', detailOf(order, audited));
    const approvals = header.approvals ?? [];
    if (approvals.length > 0) {
      const given = sum(approvals.map((one) => givenAway(one.lines)));
      tell('sell-approval', { approvals: approvals.length, orders: 1, givenAway: given });
    }
    if (!audited) return;
    const [goods, change, gifts] = [linesIn(lines, 'goods'), linesIn(lines, 'change'), linesIn(lines, 'gift')];
    const score = scoreOf(goods, change);
    if (goods.length > 0) tell('sell-goods', goodsOf(goods));
    if (change.length > 0) tell('sell-change', changeOf(change));
    if (gifts.length > 0) tell('sell-gift', giftOf(gifts));
    tell('seller-score', score);
    tell('sell-sum', { num: score.num, goldWeight: score.goldWeight, factFee: score.amount });
    tell('finance-profit', profitOf(order, this.#dearer));
    tell('sell-clean', cleanOf(lines));
  };
}
export const orderCounter: Counter = { types: documentEventTypes(NAME), open: () => new Sale() };
