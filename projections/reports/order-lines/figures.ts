/** What reports add up over lines, in whole units; signed where a return counts against a sale. */
import { sql, type FragmentSqlToken } from 'slonik';

/** Numbers that lie in a line. */
export type SummedColumn =
  | 'quantity'
  | 'weight_mg'
  | 'gross_mg'
  | 'main_stone_milli'
  | 'main_stone_count'
  | 'side_stone_milli'
  | 'side_stone_count'
  | 'sell_price_fen'
  | 'amount_fen'
  | 'score_fen'
  | 'seller_points'
  | 'points'
  | 'fact_fee_fen'
  | 'gift_fee_fen'
  | 'old_fee_fen'
  | 'change_fee_fen'
  | 'clean_fee_fen'
  | 'payable_fee_fen'
  | 'cost_fen'
  | 'goods_cost_fen';
/**
 * A sum of columns of a line, turned round or left out by its list and audit flag alone: of lines that were added up by these
 * two, it is the same sum.
 */
export type Figure = {
  readonly value: FragmentSqlToken;
  /** The columns that `value` names. */
  readonly adds: readonly SummedColumn[];
  /** Decimals of the whole units as they are shown. */
  readonly places: 0 | 2 | 3;
  /** Of the order, which counts once however many of its lines are among the rows. */
  readonly ofOrder?: true;
};
export type Figures = Readonly<Record<string, Figure>>;

const SIGN = sql.fragment`CASE l.list WHEN 'change' THEN -1 ELSE 1 END`;
const columnOf = (name: SummedColumn): FragmentSqlToken => sql.fragment`${sql.identifier(['l', name])}`;
const of = (name: SummedColumn, places: Figure['places']): Figure => ({ value: columnOf(name), adds: [name], places });
const signed = ({ value, ...figure }: Figure): Figure => ({ ...figure, value: sql.fragment`${value} * (${SIGN})` });
const inList = (list: string, pending: boolean): Figure => ({
  ...of('amount_fen', 2),
  value: pending
    ? sql.fragment`CASE WHEN l.list = ${list} AND l.audit_flag = 1 THEN l.amount_fen ELSE 0 END`
    : sql.fragment`CASE WHEN l.list = ${list} THEN l.amount_fen ELSE 0 END`,
});

const plain = {
  num: of('quantity', 0),
  goldWeight: of('weight_mg', 3),
  weight: of('gross_mg', 3),
  stoneCt: of('main_stone_milli', 3),
  stoneP: of('main_stone_count', 0),
  secondCt: of('side_stone_milli', 3),
  secondP: of('side_stone_count', 0),
  sellPrice: of('sell_price_fen', 2),
  amount: of('amount_fen', 2),
  score: of('score_fen', 2),
  sellerPoints: of('seller_points', 0),
  points: of('points', 0),
} as const;

/** 销售明细: sums of each kind, and what of them is pending. */
export const DETAIL = {
  sellFee: inList('goods', false),
  changeFee: inList('change', false),
  recycleFee: inList('recycle', false),
  giftFee: inList('gift', false),
  cleanFee: inList('clean', false),
  factFee: { ...of('fact_fee_fen', 2), ofOrder: true },
  pendingSellFee: inList('goods', true),
  pendingChangeFee: inList('change', true),
  pendingRecycleFee: inList('recycle', true),
  pendingGiftFee: inList('gift', true),
  pendingCleanFee: inList('clean', true),
  pendingFactFee: {
    ...of('fact_fee_fen', 2),
    value: sql.fragment`CASE WHEN l.audit_flag = 1 THEN l.fact_fee_fen ELSE 0 END`,
    ofOrder: true,
  },
} as const satisfies Figures;
const stones = {
  stoneCt: plain.stoneCt,
  stoneP: plain.stoneP,
  secondCt: plain.secondCt,
  secondP: plain.secondP,
} as const;
/** 首饰销售明细 (R92): price before and after what was given away. */
export const GOODS = {
  num: plain.num,
  goldWeight: plain.goldWeight,
  weight: plain.weight,
  ...stones,
  amount: plain.sellPrice,
  factFee: plain.amount,
} as const satisfies Figures;
/** 退换明细. */
export const CHANGE = {
  num: plain.num,
  goldWeight: plain.goldWeight,
  weight: plain.weight,
  ...stones,
  sellPrice: plain.sellPrice,
  factReturnAmount: plain.amount,
} as const satisfies Figures;
/** 赠品销售. */
export const GIFT = { num: plain.num, amount: plain.amount, rebateInte: plain.points } as const satisfies Figures;
/** 业绩: a return counts against its sale's seller. */
export const SCORE = {
  num: signed(plain.num),
  amount: signed(plain.score),
  goldWeight: signed(plain.goldWeight),
  weight: signed(plain.weight),
  stoneCt: signed(plain.stoneCt),
  secondCt: signed(plain.secondCt),
  sellerPoints: signed(plain.sellerPoints),
} as const satisfies Figures;
/** 销售汇总. */
export const PIVOT = {
  num: signed(plain.num),
  goldWeight: signed(plain.goldWeight),
  factFee: signed(plain.amount),
} as const satisfies Figures;

const ROUND = sql.fragment`(l.payable_fee_fen - l.fact_fee_fen)`;
const ROUND_ADDS = ['payable_fee_fen', 'fact_fee_fen'] as const;
const INCOME = sql.fragment`(l.amount_fen + l.gift_fee_fen + l.clean_fee_fen)`;
const INCOME_ADDS = ['amount_fen', 'gift_fee_fen', 'clean_fee_fen'] as const;
const feesOf = (value: FragmentSqlToken, adds: readonly SummedColumn[]): Figure => ({ value, adds, places: 2 });
/** 利润 (R19, R78), of orders. */
export const PROFIT = {
  amount: plain.amount,
  giftFee: of('gift_fee_fen', 2),
  oldFee: of('old_fee_fen', 2),
  changeFee: of('change_fee_fen', 2),
  cleanFee: of('clean_fee_fen', 2),
  factFee: of('fact_fee_fen', 2),
  roundFee: feesOf(ROUND, ROUND_ADDS),
  costAmount: of('cost_fen', 2),
  profit: feesOf(sql.fragment`${INCOME} - l.cost_fen - ${ROUND}`, [...INCOME_ADDS, ...ROUND_ADDS, 'cost_fen']),
  goodsMargin: feesOf(sql.fragment`${INCOME} - l.change_fee_fen - ${ROUND} - l.goods_cost_fen`, [
    ...INCOME_ADDS,
    ...ROUND_ADDS,
    'change_fee_fen',
    'goods_cost_fen',
  ]),
} as const satisfies Figures;
