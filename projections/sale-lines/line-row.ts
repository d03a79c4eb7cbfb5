/** What a line of each list says in the columns of sale_lines. Pure. */
import { lineCostFen, lineReturnedCostFen, unitRefundFen, type SaleLine, type SoldPiece } from 'services/sale/contract';
import { exact } from '../platform/projection/exact-sum.ts';
import type { Row } from '../platform/projection/projection.ts';

/** What lines of some lists have, and others none of. */
export const NOTHING = {
  barcode: '',
  name: '',
  category: '',
  style: '',
  fineness: '',
  quantity: 1,
  weight_mg: 0,
  gross_mg: 0,
  main_stone_milli: 0,
  main_stone_count: 0,
  side_stone_milli: 0,
  side_stone_count: 0,
  sell_price_fen: 0,
  amount_fen: 0,
  cost_fen: 0,
  points: 0,
  seller_points: 0,
  score_fen: 0,
} as const;
type TextFact = 'barcode' | 'name' | 'category' | 'style' | 'fineness';
export type Facts = Partial<Record<TextFact, string>> &
  Partial<Record<Exclude<keyof typeof NOTHING, TextFact>, number>> & { readonly more: Row };
type Line<List extends SaleLine['list']> = Extract<SaleLine, { list: List }>;

/** Lines of before do not say it. */
const UNKNOWN: SoldPiece = {
  styleNo: '',
  goldContent: '',
  color: '',
  otherParam: '',
  grossWeightMg: 0,
  mainStone: '',
  mainStoneCaratMilli: 0,
  mainStoneCount: 0,
  sideStone: '',
  sideStoneCaratMilli: 0,
  sideStoneCount: 0,
};
const ofPiece = ({
  barcode,
  name,
  category,
  style,
  fineness,
  quantity,
  piece = UNKNOWN,
}: Line<'goods'> | Line<'change'>) => ({
  barcode,
  name,
  category,
  style,
  fineness,
  quantity,
  gross_mg: piece.grossWeightMg * quantity,
  main_stone_milli: piece.mainStoneCaratMilli * quantity,
  main_stone_count: piece.mainStoneCount * quantity,
  side_stone_milli: piece.sideStoneCaratMilli * quantity,
  side_stone_count: piece.sideStoneCount * quantity,
});
const described = ({ remark, piece = UNKNOWN }: Line<'goods'> | Line<'change'>): Row => ({
  remark,
  styleNo: piece.styleNo,
  goldContent: piece.goldContent,
  color: piece.color,
  otherParam: piece.otherParam,
  mainStone: piece.mainStone,
  sideStone: piece.sideStone,
});
const ofGoods = (line: Line<'goods'>): Facts => ({
  ...ofPiece(line),
  weight_mg: line.sellWeightMg,
  sell_price_fen: line.sellPriceFen,
  amount_fen: line.amountFen,
  cost_fen: exact(lineCostFen(line)),
  points: line.points,
  seller_points: line.sellerPoints,
  more: {
    ...described(line),
    goldPriceFen: line.goldPriceFen,
    rebateBp: line.rebateBp,
    rebateFeeFen: line.rebateFeeFen,
    labourFeeFen: line.labourFeeFen,
    pieceWorkFeeFen: line.pieceWorkFeeFen,
    fineWorkFeeFen: line.fineWorkFeeFen,
    // Of its cost: what only the audit tells takes the place of one or the other.
    unitFen: line.unitCostFen,
    ...(line.cutCostFen !== undefined && { cutFen: line.cutCostFen }),
    ...(line.cutDownMg > 0 && { addedMg: line.cutDownMg }),
  },
});
/** A unit price is what one piece could be paid back at; its sum is that times the pieces (R92). */
const ofChange = (line: Line<'change'>): Facts => {
  const unitFen = unitRefundFen(line);
  return {
    ...ofPiece(line),
    weight_mg: line.weightMg,
    sell_price_fen: exact(unitFen * line.quantity),
    amount_fen: line.refundFen,
    cost_fen: exact(lineReturnedCostFen(line)),
    points: line.points,
    seller_points: line.sellerPoints,
    more: {
      ...described(line),
      unitFen,
      returnFen: line.unitRefundFen,
      soldQuantity: line.soldQuantity,
      rawSellId: line.rawSellId,
      rawSoldOn: line.rawSoldOn,
      returnTo: line.returnTo,
    },
  };
};
const ofRecycle = (line: Line<'recycle'>): Facts => ({
  name: line.name,
  category: line.category,
  style: line.style,
  fineness: line.fineness,
  weight_mg: line.netWeightMg,
  gross_mg: line.weightMg,
  main_stone_milli: line.mainStoneCaratMilli,
  main_stone_count: line.mainStoneCount,
  side_stone_milli: line.sideStoneCaratMilli,
  side_stone_count: line.sideStoneCount,
  amount_fen: line.priceFen,
  more: { remark: line.remark, mainStone: line.mainStone, sideStone: line.sideStone },
});
const ofGift = (line: Line<'gift'>): Facts => ({
  barcode: line.barcode,
  name: line.name,
  quantity: line.quantity,
  amount_fen: line.amountFen,
  cost_fen: line.costFen,
  points: line.spentPoints,
  more: {
    remark: line.remark,
    styleNo: line.styleNo,
    spec: line.spec,
    measure: line.measure,
    priceFen: line.priceFen,
  },
});
const ofClean = (line: Line<'clean'>): Facts => ({
  category: line.category,
  style: line.style,
  fineness: line.fineness,
  gross_mg: line.weightMg,
  main_stone_milli: line.mainStoneCaratMilli,
  main_stone_count: line.mainStoneCount,
  side_stone_milli: line.sideStoneCaratMilli,
  side_stone_count: line.sideStoneCount,
  amount_fen: line.priceFen,
  more: { remark: line.remark, mainStone: line.mainStone, sideStone: line.sideStone },
});
export const factsOf = (line: SaleLine): Facts => {
  switch (line.list) {
    case 'goods':
      return ofGoods(line);
    case 'change':
      return ofChange(line);
    case 'recycle':
      return ofRecycle(line);
    case 'gift':
      return ofGift(line);
    case 'clean':
      return ofClean(line);
  }
};

/** What names a line, without its figures. */
export const namedAs = ({ barcode = '', name = '', category = '', style = '', fineness = '' }: Facts) => ({
  barcode,
  name,
  category,
  style,
  fineness,
});
