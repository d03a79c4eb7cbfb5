/** A jewellery line of a saved order as the grid holds it. Pure. */
import type { SaleLineRow } from 'projections/sales/contract';
import { fenFromYuan, mgFromGrams } from 'services/contracts/units';
import type { OrderLine, PieceBasis } from './line.ts';

/** A share of one fen. */
const SHARE_OF_FEN = 10_000_000;

/**
 * Tag price and share of a unit. A line of before did not keep them: they are worked back out of its totals, which a
 * rounding may miss by a fen.
 */
const savedBasis = (row: SaleLineRow): Pick<PieceBasis, 'tagFen' | 'gramShare'> => {
  if (row.tagPrice !== undefined && row.gramShare !== undefined)
    return { tagFen: fenFromYuan(row.tagPrice), gramShare: row.gramShare };
  const priceFen = fenFromYuan(row.sellPrice);
  if (row.priceMode === '1') return { tagFen: Math.round(priceFen / row.num), gramShare: null };
  const metalFen = Math.round(row.todayGoldCost * row.sellGoldWeight * 100);
  const restFen = Math.max(0, Math.round((priceFen - metalFen) / row.num));
  return { tagFen: 0, gramShare: restFen * SHARE_OF_FEN };
};
const savedFees = (row: SaleLineRow): Pick<PieceBasis, 'fees' | 'costFen'> => ({
  fees: {
    workFee: row.originalWorkFee,
    fineWorkFee: row.originalFineWorkFee,
    piceWorkFee: row.originalPiceWorkFee,
  },
  ...(row.piceCost !== undefined && { costFen: fenFromYuan(row.piceCost) }),
});
/** A saved line as it was saved; what a unit weighs is worked back out of its total. */
export const savedLine = (row: SaleLineRow): OrderLine => {
  return {
    id: row.id,
    goodsId: row.goodsId,
    barcode: row.barcode,
    name: row.name,
    type: row.type,
    style: row.style,
    fineness: row.fineness,
    thumb: row.thumb,
    priceMode: row.priceMode,
    num: row.num,
    todayGoldCost: row.todayGoldCost,
    originalTodayGoldCost: row.originalTodayGoldCost,
    quotedAt: null,
    workFee: row.workFee,
    fineWorkFee: row.fineWorkFee,
    piceWorkFee: row.piceWorkFee,
    cutDown: row.cutDown,
    goldWeight: row.goldWeight,
    sellGoldWeight: row.sellGoldWeight,
    sellPrice: row.sellPrice,
    rebate: row.rebate,
    dealPrice: row.dealPrice,
    rebateFee: row.rebateFee,
    factSellFee: row.factSellFee,
    remark: row.remark,
    piece: {
      free: null,
      netMg: Math.round(mgFromGrams(row.goldWeight) / row.num),
      ...savedBasis(row),
      fixedOnly: false,
      ...savedFees(row),
    },
  };
};
