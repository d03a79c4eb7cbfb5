/** Stored lines of sales as rows of reports. Pure. */
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import { caratsFromMilli, gramsFromMg, yuanFromFen } from 'services/contracts/units';
import type { LineField } from '../line-fields/contract.ts';
import { LIST_WORDS, type LineList } from '../line-fields/contract.ts';

/** What only lines of some lists have. */
const More = z.object({
  remark: z.string().default(''),
  styleNo: z.string().default(''),
  goldContent: z.string().default(''),
  color: z.string().default(''),
  otherParam: z.string().default(''),
  mainStone: z.string().default(''),
  sideStone: z.string().default(''),
  spec: z.string().default(''),
  measure: z.string().default(''),
  goldPriceFen: z.number().default(0),
  rebateBp: z.number().default(10_000),
  rebateFeeFen: z.number().default(0),
  labourFeeFen: z.number().default(0),
  pieceWorkFeeFen: z.number().default(0),
  fineWorkFeeFen: z.number().default(0),
  unitFen: z.number().default(0),
  returnFen: z.number().default(0),
  soldQuantity: z.number().default(0),
  rawSellId: z.number().optional(),
  rawSoldOn: z.string().default(''),
  priceFen: z.number().default(0),
});
export const StoredLine = z.object({
  order_id: z.int(),
  list: z.string(),
  line_id: z.string(),
  share: z.int(),
  audit_flag: z.int(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  customer_name: z.string().nullable(),
  sold_on: z.string(),
  seller_name: z.string(),
  creator: z.string(),
  barcode: z.string(),
  name: z.string(),
  category: z.string(),
  style: z.string(),
  fineness: z.string(),
  quantity: z.int(),
  weight_mg: z.int(),
  gross_mg: z.int(),
  main_stone_milli: z.int(),
  main_stone_count: z.int(),
  side_stone_milli: z.int(),
  side_stone_count: z.int(),
  sell_price_fen: z.int(),
  amount_fen: z.int(),
  score_fen: z.int(),
  cost_fen: z.int(),
  points: z.int(),
  seller_points: z.int(),
  fact_fee_fen: z.int(),
  change_fee_fen: z.int(),
  old_fee_fen: z.int(),
  gift_fee_fen: z.int(),
  clean_fee_fen: z.int(),
  payable_fee_fen: z.int(),
  goods_cost_fen: z.int(),
  more: More,
  /** Of a return: what the line had that sold the piece. */
  sold: More.nullable(),
  /** Of its order, the first among the rows. */
  first: z.boolean(),
});
export type StoredLine = z.infer<typeof StoredLine>;

type SignChoice = { readonly signed: boolean };
type Cells = { readonly [Name in LineField]: string | number | null };
const isOrder = ({ list }: StoredLine): boolean => list === 'order';
const wordOf = ({ list }: StoredLine, { signed }: SignChoice): string =>
  signed && list === 'change' ? '退货' : (LIST_WORDS[list as LineList] ?? '');
/** The line's money where it is of that list. */
const feeOf = (row: StoredLine, list: LineList): number => (row.list === list ? yuanFromFen(row.amount_fen) : 0);

const named = (row: StoredLine, of: SignChoice) => ({
  key: `${row.order_id}-${row.list}-${row.line_id}-${row.share}`,
  orderId: row.order_id,
  orderNo: documentNo('sale', row.order_id),
  sellAt: row.sold_on,
  turnoverAt: row.sold_on,
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  customerName: row.customer_name ?? '',
  billType: wordOf(row, of),
  auditFlag: row.audit_flag,
  seller: row.seller_name,
  creator: row.creator,
  barcode: row.barcode,
  name: row.name,
  goodsName: row.name,
  type: row.category,
  style: row.style,
  fineness: row.fineness,
});
const described = ({ more }: StoredLine) => ({
  styleNo: more.styleNo,
  goldContent: more.goldContent,
  color: more.color,
  otherParam: more.otherParam,
  spec: more.spec,
  measure: more.measure,
  stone: more.mainStone,
  second: more.sideStone,
  rawOrderNo: more.rawSellId === undefined ? '' : documentNo('sale', more.rawSellId),
  rawSellAt: more.rawSoldOn,
  remark: more.remark,
});
const measured = (row: StoredLine, sign: 1 | -1) => ({
  num: sign * row.quantity,
  returnNum: row.quantity,
  sellNum: row.more.soldQuantity,
  goldWeight: sign * gramsFromMg(row.weight_mg),
  sellGoldWeight: sign * gramsFromMg(row.weight_mg),
  weight: sign * gramsFromMg(row.gross_mg),
  stoneCt: sign * caratsFromMilli(row.main_stone_milli),
  stoneP: sign * row.main_stone_count,
  secondCt: sign * caratsFromMilli(row.side_stone_milli),
  secondP: sign * row.side_stone_count,
});
/** What only lines of these lists have; null at the others, where a 0 would be read as a price. */
const ofLists = (row: StoredLine, lists: readonly string[], fen: number): number | null =>
  lists.includes(row.list) ? yuanFromFen(fen) : null;
const SOLD = ['goods'];
const RETURNED = ['change'];
const PIECES = [...SOLD, ...RETURNED];
/** `signed`: of several sellers each row has its seller's part of what the line was sold for. */
const priced = (row: StoredLine, sign: 1 | -1, { signed }: SignChoice) => ({
  // At a fixed price there is none.
  todayGoldCost: row.more.goldPriceFen === 0 ? null : yuanFromFen(row.more.goldPriceFen),
  workFee: yuanFromFen((row.sold ?? row.more).labourFeeFen),
  piceWorkFee: yuanFromFen((row.sold ?? row.more).pieceWorkFeeFen),
  fineWorkFee: yuanFromFen((row.sold ?? row.more).fineWorkFeeFen),
  sellPrice: ofLists(row, PIECES, row.list === 'change' ? row.more.unitFen : row.sell_price_fen),
  rebate: SOLD.includes(row.list) ? row.more.rebateBp / 100 : null,
  rebateFee: ofLists(row, SOLD, row.more.rebateFeeFen),
  factSellFee: ofLists(row, PIECES, sign * (signed ? row.score_fen : row.amount_fen)),
  returnPrice: ofLists(row, RETURNED, row.more.returnFen),
  factReturnAmount: yuanFromFen(row.amount_fen),
  price: yuanFromFen(row.more.priceFen),
  amount: yuanFromFen(row.amount_fen),
  rebateInte: row.points,
  points: row.points,
  sellerPoints: sign * row.seller_points,
});
const fees = (row: StoredLine) => ({
  sellFee: feeOf(row, 'goods'),
  changeFee: isOrder(row) ? yuanFromFen(row.change_fee_fen) : feeOf(row, 'change'),
  recycleFee: feeOf(row, 'recycle'),
  oldFee: yuanFromFen(row.old_fee_fen),
  giftFee: isOrder(row) ? yuanFromFen(row.gift_fee_fen) : feeOf(row, 'gift'),
  cleanFee: isOrder(row) ? yuanFromFen(row.clean_fee_fen) : feeOf(row, 'clean'),
  payableFee: yuanFromFen(row.payable_fee_fen),
  factFee: row.first ? yuanFromFen(row.fact_fee_fen) : null,
});
const earned = (row: StoredLine) => {
  const round = row.payable_fee_fen - row.fact_fee_fen;
  const income = row.amount_fen + row.gift_fee_fen + row.clean_fee_fen - round;
  return {
    roundFee: yuanFromFen(round),
    costAmount: yuanFromFen(row.cost_fen),
    profit: yuanFromFen(income - row.cost_fen),
    goodsMargin: yuanFromFen(income - row.change_fee_fen - row.goods_cost_fen),
  };
};
/** Every cell that a report may show of a line; `signed`: what came back counts against what was sold. */
export const cellsOf = (row: StoredLine, of: SignChoice): Cells => {
  const sign = of.signed && row.list === 'change' ? -1 : 1;
  return {
    ...named(row, of),
    ...described(row),
    ...measured(row, sign),
    ...priced(row, sign, of),
    ...fees(row),
    ...earned(row),
  };
};
