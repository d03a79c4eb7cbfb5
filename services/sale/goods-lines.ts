/** Jewellery lines of an order: each piece at the board's price or its tag, measured by the limits of the till (R18, R26, R77). */
import { GOODS_LIST, type NewLine } from '../contracts/document.ts';
import type { FieldProblem } from '../contracts/envelope.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { dayOf } from '../contracts/dates.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import { checkLines, type CheckedLine } from '../documents/check-lines.ts';
import type { Previous } from '../documents/desk.ts';
import { gramShareOf, type PieceDesk, type PieceView } from '../goods/contract.ts';
import type { GoldPrices, ValidBoard } from '../quoted-price/contract.ts';
import { isPricedAs, standingLine, type BeyondLine } from './approve.ts';
import { askAboutChanges, atBoardPrice, priceChangeOf, quotedFenOf } from './board-price.ts';
import type { PriceChange, SaleBody, SaleGoodsLine, SaleGoodsLineBody, SaleHeader, SaleLine } from './contract.ts';
import { identified } from './line-identity.ts';
import { fullPriceFen, type LineMeasures } from './floor.ts';
import { exceededOf, leastFen, tillLimits, type TillLimits } from './limits.ts';
import { computeLine, type ComputedLine } from './lines.ts';
import { isNearFloor } from './near-floor.ts';

type PreviousSale = Previous<SaleHeader, SaleLine> | null;
export type GoodsRules = {
  readonly pieces: PieceDesk;
  readonly lookup: Pick<MasterLookup, 'setting'>;
  readonly goldPrices: GoldPrices;
};
const goodsOf = ({ lines }: NonNullable<PreviousSale>): readonly SaleGoodsLine[] =>
  lines.filter((one) => one.list === GOODS_LIST);
const storedLine = (before: PreviousSale, barcode: string): SaleGoodsLine | undefined =>
  before === null ? undefined : goodsOf(before).find((one) => one.barcode === barcode);

/** The board of the day it is sold on, and of today where that is another. */
type Boards = { readonly ofDay: ValidBoard | null; readonly today: ValidBoard | null };
/** What a line is measured by, of its piece. */
const measured = ({ view: { attributes } }: CheckedLine<PieceView>, { ofDay, today }: Boards): LineMeasures => ({
  tagPriceFen: attributes.tagPriceFen,
  metalCostFen: attributes.metalCostFen,
  priceMode: attributes.priceMode,
  hasStone: attributes.mainStoneCaratMilli + attributes.sideStoneCaratMilli > 0 || attributes.mainStoneCostFen > 0,
  gramShare: gramShareOf(attributes),
  boardFen: Math.max(quotedFenOf(ofDay, attributes), quotedFenOf(today, attributes)),
});

type PricedLine = ComputedLine & {
  readonly piece: CheckedLine<PieceView>;
  readonly path: string;
  /** The board's price for its gold; 0: not quoted. */
  readonly quotedFen: number;
  readonly change: PriceChange | null;
};
const pricedLine = (
  line: SaleGoodsLineBody,
  piece: CheckedLine<PieceView>,
  path: string,
  { board, before }: { readonly board: ValidBoard | null; readonly before: PreviousSale },
): PricedLine => {
  const { attributes } = piece.view;
  const quotedFen = quotedFenOf(board, attributes);
  const stored = storedLine(before, line.barcode);
  const { sent, problem } = atBoardPrice(line, attributes, { quotedFen, stored }, path);
  const computed = computeLine(sent, piece, path);
  const problems: readonly FieldProblem[] = problem === null ? computed.problems : [problem];
  const change = priceChangeOf(sent, attributes, quotedFen, path);
  return { line: computed.line, problems, piece, path, quotedFen, change };
};

export type GoodsLines = {
  readonly lines: readonly SaleGoodsLine[];
  readonly beyond: readonly BeyondLine[];
  /** By how much all of them lie above their floors; one whose floor nobody knows by nothing. */
  readonly slackFen: number;
  /** Pieces that lie a hair above it. */
  readonly near: readonly string[];
};
type WithId = PricedLine & { readonly line: SaleGoodsLine };
type Judging = {
  readonly body: SaleBody;
  readonly before: PreviousSale;
  readonly limits: TillLimits;
  readonly boards: Boards;
};
/** Each line with the quotation of its own moment (R26), and those beyond the limits that nobody allowed before. */
const judged = (priced: readonly WithId[], { body, before, limits, boards }: Judging): GoodsLines | Refusal => {
  const all = priced.map(({ line, piece, path, quotedFen, change }) => {
    const stored = storedLine(before, line.barcode);
    const isKept = stored !== undefined && isPricedAs(stored, line);
    const quoted = { ...line, quotedGoldPriceFen: isKept ? stored.quotedGoldPriceFen : quotedFen };
    const stands = standingLine(before, body, line) !== null;
    const measures = measured(piece, boards);
    const exceeded = stands ? [] : exceededOf(quoted, measures, limits);
    const least = leastFen(quoted, measures, limits);
    const fullFen = fullPriceFen(quoted, measures);
    return { path, line: quoted, exceeded, least, fullFen, stands, change: isKept ? null : change };
  });
  const asked = askAboutChanges(all.flatMap(({ change }) => change ?? []));
  if (asked !== null) return asked;
  return {
    lines: all.map(({ line }) => line),
    beyond: all.filter(({ exceeded }) => exceeded.length > 0),
    slackFen: all.reduce((sum, { line, least }) => sum + (least === null ? 0 : Math.max(0, line.amountFen - least)), 0),
    near: all
      .filter(({ line, least, stands }) => !stands && isNearFloor(line.amountFen, least ?? 0))
      .map(({ line }) => line.barcode),
  };
};

const barcodeOf = ({ barcode }: NewLine<SaleGoodsLine>): string => barcode;
const checkedPieces = ({ pieces }: GoodsRules, body: SaleBody, before: PreviousSale) =>
  checkLines(pieces, {
    kind: 'sale',
    shopId: body.shopId,
    lines: body.sellGoodsList.map(({ barcode, num, goodsId }) => ({ barcode, quantity: num, rowId: goodsId ?? null })),
    own: before === null ? null : { kind: 'sale', id: before.id, lines: goodsOf(before) },
    path: 'sellGoodsList',
    quantityField: 'num',
    rowField: 'goodsId',
    tooMany: '销售数量不能大于库存数量！',
  });

const boardsOf = async ({ goldPrices }: GoodsRules, { sellAt }: SaleBody, now: Date): Promise<Boards> => {
  const day = dayOf(now);
  const ofDay = await goldPrices.on(sellAt, now);
  return { ofDay, today: sellAt < day ? await goldPrices.on(day, now) : ofDay };
};

type Order = { readonly body: SaleBody; readonly before: PreviousSale; readonly now: Date };
export const goodsLinesOf = async (rules: GoodsRules, { body, before, now }: Order): Promise<GoodsLines | Refusal> => {
  const sent = body.sellGoodsList;
  const checked = await checkedPieces(rules, body, before);
  if (isRefusal(checked)) return checked;
  const boards = sent.length === 0 ? { ofDay: null, today: null } : await boardsOf(rules, body, now);
  const board = boards.ofDay;
  const priced = checked.map((piece, index) => {
    const line = sent[index];
    if (line === undefined) throw new RangeError('a checked line has no line in the body');
    return pricedLine(line, piece, `sellGoodsList.${index}`, { board, before });
  });
  const fields = priced.flatMap((one) => one.problems);
  if (fields[0] !== undefined) return refuse('invalid', 'sale.lines', fields[0].message, { fields });
  const lines = identified({
    list: GOODS_LIST,
    path: 'sellGoodsList',
    sent,
    before,
    lines: priced.map(({ line }) => line),
    thingOf: barcodeOf,
  });
  if (isRefusal(lines)) return lines;
  const withIds = priced.map((one, index) => ({ ...one, line: lines[index]! }));
  return judged(withIds, { body, before, boards, limits: await tillLimits(rules.lookup) });
};
