/** What reports add up over lines, in whole units; signed where a return counts against a sale. */
import { sql, type FragmentSqlToken } from 'slonik';

export type Figure = {
  readonly value: FragmentSqlToken;
  /** Decimals of the whole units as they are shown. */
  readonly places: 0 | 2 | 3;
  /** Of the order, which counts once however many of its lines are among the rows. */
  readonly ofOrder?: true;
};
export type Figures = Readonly<Record<string, Figure>>;

const SIGN = sql.fragment`CASE l.list WHEN 'change' THEN -1 ELSE 1 END`;
const of = (value: FragmentSqlToken, places: Figure['places']): Figure => ({ value, places });
const signed = ({ value, places }: Figure): Figure => of(sql.fragment`${value} * (${SIGN})`, places);
const inList = (list: string, pending: boolean): Figure =>
  of(
    pending
      ? sql.fragment`CASE WHEN l.list = ${list} AND l.audit_flag = 1 THEN l.amount_fen ELSE 0 END`
      : sql.fragment`CASE WHEN l.list = ${list} THEN l.amount_fen ELSE 0 END`,
    2,
  );

const plain = {
  num: of(sql.fragment`l.quantity`, 0),
  goldWeight: of(sql.fragment`l.weight_mg`, 3),
  weight: of(sql.fragment`l.gross_mg`, 3),
  stoneCt: of(sql.fragment`l.main_stone_milli`, 3),
  stoneP: of(sql.fragment`l.main_stone_count`, 0),
  secondCt: of(sql.fragment`l.side_stone_milli`, 3),
  secondP: of(sql.fragment`l.side_stone_count`, 0),
  sellPrice: of(sql.fragment`l.sell_price_fen`, 2),
  amount: of(sql.fragment`l.amount_fen`, 2),
  score: of(sql.fragment`l.score_fen`, 2),
  sellerPoints: of(sql.fragment`l.seller_points`, 0),
  points: of(sql.fragment`l.points`, 0),
} as const;

/** 销售明细: sums of each kind, and what of them is pending. */
export const DETAIL = {
  sellFee: inList('goods', false),
  changeFee: inList('change', false),
  recycleFee: inList('recycle', false),
  giftFee: inList('gift', false),
  cleanFee: inList('clean', false),
  factFee: { ...of(sql.fragment`l.fact_fee_fen`, 2), ofOrder: true },
  pendingSellFee: inList('goods', true),
  pendingChangeFee: inList('change', true),
  pendingRecycleFee: inList('recycle', true),
  pendingGiftFee: inList('gift', true),
  pendingCleanFee: inList('clean', true),
  pendingFactFee: { ...of(sql.fragment`CASE WHEN l.audit_flag = 1 THEN l.fact_fee_fen ELSE 0 END`, 2), ofOrder: true },
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
const INCOME = sql.fragment`(l.amount_fen + l.gift_fee_fen + l.clean_fee_fen)`;
/** 利润 (R19, R78), of orders. */
export const PROFIT = {
  amount: plain.amount,
  giftFee: of(sql.fragment`l.gift_fee_fen`, 2),
  oldFee: of(sql.fragment`l.old_fee_fen`, 2),
  changeFee: of(sql.fragment`l.change_fee_fen`, 2),
  cleanFee: of(sql.fragment`l.clean_fee_fen`, 2),
  factFee: of(sql.fragment`l.fact_fee_fen`, 2),
  roundFee: of(ROUND, 2),
  costAmount: of(sql.fragment`l.cost_fen`, 2),
  profit: of(sql.fragment`${INCOME} - l.cost_fen - ${ROUND}`, 2),
  goodsMargin: of(sql.fragment`${INCOME} - l.change_fee_fen - ${ROUND} - l.goods_cost_fen`, 2),
} as const satisfies Figures;
