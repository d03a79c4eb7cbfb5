/**
 * A jewellery line while it is typed (S1§2.2, §9, R18). Wire units, because the grid shows and edits them; every sum is
 * made by the formulas the server checks with, so both always agree. Pure.
 */
import type { CellRefusal } from 'root-config/ui';
import { fenFromYuan, gramsFromMg, mgFromGrams, yuanFromFen } from 'services/contracts/units';
import { GOODS_WIRE_SHAPE, attributesFromParsed, gramShareOf } from 'services/goods/contract';
import {
  agreedPrice,
  byGramSellPriceFen,
  lineFeeFen,
  rebateFeeFen,
  sellWeightMg,
  sellsByGram,
  type LineInputs,
} from 'services/sale/contract';
import { z } from 'zod';

/** What a look-up answers, as far as a sale needs it; the other goods fields ride along. */
export const PieceMatch = z.looseObject({
  id: z.int(),
  barcode: z.string(),
  num: z.int(),
  type: z.string().default(''),
  style: z.string().default(''),
  fineness: z.string().default(''),
  goldContent: z.string().optional(),
  stoneCt: z.number().optional(),
  name: z.string().default(''),
  pictures: z.string().default(''),
  goldWeight: z.number().default(0),
  sellPrice: z.number().default(0),
  workFee: z.number().default(0),
  fineWorkFee: z.number().default(0),
  piceWorkFee: z.number().default(0),
  priceMode: z.string().default(''),
  /** Only for those who may see cost. */
  piceCost: z.number().optional(),
  goldCost: z.number().optional(),
  /** What stones, parts and certificate sell for in a by-gram price (R18), for those who may not see their cost. */
  gramShare: z.int().nonnegative().optional(),
});
export type PieceMatch = z.infer<typeof PieceMatch>;

/** What the board said of the piece's gold at the scan; price 0: not quoted. */
export type QuotedPrice = { readonly price: number; readonly at: string | null };
const NOT_QUOTED: QuotedPrice = { price: 0, at: null };

export type OrderLine = {
  /** Of a saved line. */
  readonly id?: number;
  readonly goodsId: number;
  readonly barcode: string;
  readonly name: string;
  readonly type: string;
  readonly style: string;
  readonly fineness: string;
  readonly thumb: string;
  /** '1' 一口价, '2' 按克. */
  readonly priceMode: '1' | '2';
  readonly num: number;
  readonly todayGoldCost: number;
  /** The board's price as the seller saw it; 0: not quoted. */
  readonly originalTodayGoldCost: number;
  /** Since when the board had it, where the line was scanned just now. */
  readonly quotedAt: string | null;
  readonly workFee: number;
  readonly fineWorkFee: number;
  readonly piceWorkFee: number;
  /** Grams; negative where gold was cut off (R24). */
  readonly cutDown: number;
  /** Line totals (R8): grams, yuan. */
  readonly goldWeight: number;
  readonly sellGoldWeight: number;
  readonly sellPrice: number;
  readonly rebate: number;
  /** Yuan agreed for the line; the rebate follows from it (R72). */
  readonly dealPrice?: number | undefined;
  readonly rebateFee: number;
  readonly factSellFee: number;
  readonly remark: string;
  /** What the line is computed from; never sent. */
  readonly piece: PieceBasis;
};
/** Per unit, inside units. `free` null: unknown (a line that was saved before). */
export type PieceBasis = {
  readonly free: number | null;
  readonly netMg: number;
  /** By which the board's row is found; absent on a line that was saved before. */
  readonly goldContent?: string;
  readonly tagFen: number;
  /** Marked 一口价: never by the gram. */
  readonly fixedOnly: boolean;
  /** What stones and parts sell for in a by-gram price, fen × 10⁷ (R18); null when that is not known. */
  readonly gramShare: number | null;
  readonly fees: { readonly workFee: number; readonly fineWorkFee: number; readonly piceWorkFee: number };
  /** Of one piece, and of its gold per gram; absent for those who may not see it, or where it is not known. */
  readonly costFen?: number;
  readonly goldCostFen?: number;
};

const NO_FEES = { workFee: 0, fineWorkFee: 0, piceWorkFee: 0 };
const wireGoods = z.object(GOODS_WIRE_SHAPE);
/** null when the answer has neither the share nor the cost fields it is made of (R13): half a price would be a wrong one. */
const shareIn = (found: PieceMatch): number | null => {
  if (found.gramShare !== undefined) return found.gramShare;
  if (typeof found['cerifCost'] !== 'number') return null;
  const parsed = wireGoods.safeParse(found);
  return parsed.success ? gramShareOf(attributesFromParsed(parsed.data)) : null;
};
const pricedFen = (line: OrderLine, byGram: boolean, weightMg: number): number => {
  const { tagFen, gramShare } = line.piece;
  if (!byGram || gramShare === null) return tagFen * line.num;
  const todayGoldCostFen = fenFromYuan(line.todayGoldCost);
  return byGramSellPriceFen(gramShare, { todayGoldCostFen, sellWeightMg: weightMg, quantity: line.num });
};
/** The line with everything computed anew from what was typed. */
export const computed = (line: OrderLine): OrderLine => {
  const { piece, num } = line;
  const byGram = !piece.fixedOnly && line.todayGoldCost > 0;
  const weightMg = Math.max(0, sellWeightMg(piece.netMg, num, mgFromGrams(line.cutDown)));
  const sellPriceFen = pricedFen(line, byGram, weightMg);
  const inputs = {
    sellPriceFen,
    rebateBp: Math.round(line.rebate * 100),
    sellWeightMg: weightMg,
    labourFeeFen: fenFromYuan(line.workFee),
    fineWorkFeeFen: fenFromYuan(line.fineWorkFee),
    pieceWorkFeeFen: fenFromYuan(line.piceWorkFee),
    quantity: num,
  };
  return {
    ...line,
    priceMode: byGram ? '2' : '1',
    goldWeight: gramsFromMg(piece.netMg * num),
    sellGoldWeight: gramsFromMg(weightMg),
    sellPrice: yuanFromFen(sellPriceFen),
    ...pricedAt(line.dealPrice, inputs),
  };
};
const pricedAt = (
  dealPrice: number | undefined,
  inputs: LineInputs,
): Pick<OrderLine, 'rebate' | 'rebateFee' | 'factSellFee'> => {
  if (dealPrice === undefined) {
    const factSellFee = yuanFromFen(lineFeeFen(inputs));
    return { rebate: inputs.rebateBp / 100, rebateFee: yuanFromFen(rebateFeeFen(inputs)), factSellFee };
  }
  const agreed = agreedPrice(fenFromYuan(dealPrice), inputs);
  return { rebate: agreed.rebateBp / 100, rebateFee: yuanFromFen(agreed.rebateFeeFen), factSellFee: dealPrice };
};

/** A scanned piece as one line: by the gram at the board's price where it is sold so, else 一口价 at its tag (R18). */
export const lineOf = (found: PieceMatch, quoted: QuotedPrice = NOT_QUOTED): OrderLine => {
  const atTag = tagLine(found, quoted);
  const { priceMode, stoneCt = 0 } = found;
  const isByGram = sellsByGram({ priceMode, hasMainStone: stoneCt > 0, isQuoted: quoted.price > 0 });
  return isByGram ? withGoldPrice(atTag, quoted.price).line : atTag;
};
const tagLine = (found: PieceMatch, quoted: QuotedPrice): OrderLine =>
  computed({
    goodsId: found.id,
    barcode: found.barcode,
    name: found.name,
    type: found.type,
    style: found.style,
    fineness: found.fineness,
    thumb: found.pictures,
    priceMode: '1',
    num: 1,
    todayGoldCost: 0,
    originalTodayGoldCost: quoted.price,
    quotedAt: quoted.at,
    ...NO_FEES,
    cutDown: 0,
    goldWeight: found.goldWeight,
    sellGoldWeight: found.goldWeight,
    sellPrice: found.sellPrice,
    rebate: 100,
    rebateFee: found.sellPrice,
    factSellFee: found.sellPrice,
    remark: '',
    piece: {
      free: found.num,
      netMg: mgFromGrams(found.goldWeight),
      goldContent: found.goldContent ?? '',
      tagFen: fenFromYuan(found.sellPrice),
      fixedOnly: found.priceMode === '1',
      gramShare: shareIn(found),
      fees: { workFee: found.workFee, fineWorkFee: found.fineWorkFee, piceWorkFee: found.piceWorkFee },
      ...(found.piceCost !== undefined && { costFen: fenFromYuan(found.piceCost) }),
      ...(found.goldCost !== undefined && { goldCostFen: fenFromYuan(found.goldCost) }),
    },
  });

export type LineChange = { readonly line: OrderLine; readonly message?: string };
/** Grid values are numbers, or null for an emptied cell. */
const figure = (value: unknown, empty: number): number => (typeof value === 'number' ? value : empty);

export const withNum = (line: OrderLine, value: unknown): LineChange => {
  const num = Math.trunc(figure(value, 1));
  const { free } = line.piece;
  // What was agreed was agreed for as many as there were.
  const counted = (pieces: number) =>
    computed({ ...line, num: pieces, ...(pieces !== line.num && { dealPrice: undefined }) });
  if (num < 1) return { line: counted(1), message: '销售数量不能小于1' };
  if (free !== null && num > free) return { line: counted(free), message: `最多可销售${free}件` };
  return { line: counted(num) };
};
/** A gold price makes the line by the gram and brings the piece's fees; emptying it makes it 一口价 again (R18). */
export const withGoldPrice = (line: OrderLine, value: unknown): LineChange => {
  const todayGoldCost = Math.max(0, figure(value, 0));
  if (todayGoldCost > 0 && line.piece.fixedOnly) return { line, message: '此首饰为一口价，不按克计价' };
  if (todayGoldCost > 0 && line.piece.gramShare === null) {
    return { line, message: '缺少配石、配件的售价，不能按克计价，请联系有成本权限的人员' };
  }
  const wasByGram = line.priceMode === '2';
  if (todayGoldCost === 0) return { line: computed({ ...line, todayGoldCost: 0, ...NO_FEES }) };
  return { line: computed({ ...line, todayGoldCost, ...(wasByGram ? {} : line.piece.fees) }) };
};
export const withCutDown = (line: OrderLine, value: unknown): LineChange | CellRefusal => {
  const cutDown = figure(value, 0);
  const least = -gramsFromMg(line.piece.netMg * line.num);
  if (cutDown < least) return { refused: '截金不能超过金重' };
  return { line: computed({ ...line, cutDown }) };
};
export const withFigure = (
  line: OrderLine,
  field: 'workFee' | 'fineWorkFee' | 'piceWorkFee' | 'rebate',
  value: unknown,
): LineChange => {
  const typed = { ...line, [field]: Math.max(0, figure(value, field === 'rebate' ? 100 : 0)) };
  // A rebate that is typed takes the place of the price that was agreed.
  return { line: computed(field === 'rebate' ? { ...typed, dealPrice: undefined } : typed) };
};
/** What both agreed on; emptied, the line costs its price again. */
export const withDealPrice = (line: OrderLine, value: unknown): LineChange | CellRefusal => {
  if (typeof value !== 'number') return { line: computed({ ...line, dealPrice: undefined, rebate: 100 }) };
  const priced = computed({ ...line, dealPrice: value });
  return priced.rebateFee < 0 ? { refused: '成交价不能低于工费' } : { line: priced };
};

/** The line at the board's new price, where it stood at the old one; a price that was agreed stays as it is. */
export const atNewPrice = (line: OrderLine, price: number): OrderLine => {
  const known = { ...line, originalTodayGoldCost: price, quotedAt: null };
  return line.todayGoldCost === line.originalTodayGoldCost ? withGoldPrice(known, price).line : known;
};

/** The line as the server takes it. */
export const lineBody = (line: OrderLine) => ({
  ...(line.id !== undefined && { id: line.id }),
  goodsId: line.goodsId,
  barcode: line.barcode,
  num: line.num,
  todayGoldCost: line.todayGoldCost,
  originalTodayGoldCost: line.originalTodayGoldCost,
  workFee: line.workFee,
  fineWorkFee: line.fineWorkFee,
  piceWorkFee: line.piceWorkFee,
  cutDown: line.cutDown,
  sellGoldWeight: line.sellGoldWeight,
  sellPrice: line.sellPrice,
  rebate: line.rebate,
  ...(line.dealPrice !== undefined && { dealPrice: line.dealPrice }),
  rebateFee: line.rebateFee,
  factSellFee: line.factSellFee,
  remark: line.remark,
});
