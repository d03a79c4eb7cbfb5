/** The reports that show lines of sales as they are; the pivot is beside (sell-sum/query.ts). */
import type { Route } from 'services/contracts/route';
import type { QueryDeps } from '../../platform/queries/query-deps.ts';
import {
  CHANGE_ROW,
  DETAIL_FIELDS,
  GIFT_ROW,
  GOODS_ROW,
  SellChangeExplain,
  SellDetailExplain,
  SellGiftExplain,
  SellGoodsExplain,
  sellChangeReport,
  sellDetailReport,
  sellGiftReport,
  sellGoodsReport,
} from './contract.ts';
import {
  FinanceProfitExplain,
  PROFIT_ROW,
  SCORE_ROW,
  SellerScoreExplain,
  financeProfit,
  sellerScoreReport,
} from '../earnings/contract.ts';
import { CHANGE, DETAIL, GIFT, GOODS, PROFIT, SCORE } from './figures.ts';
import { lineReportRoutes, type LineReport } from './report.ts';

const ONE_PIECE = [
  'todayGoldCost',
  'workFee',
  'piceWorkFee',
  'fineWorkFee',
  'returnPrice',
  'price',
  'sellNum',
] as const;

const detail: LineReport = {
  ...sellDetailReport,
  name: '销售明细',
  allow: 'report:reportSellDetail:list',
  about: { lists: ['goods', 'change', 'recycle', 'gift', 'clean'], audited: false },
  explain: SellDetailExplain,
  fields: DETAIL_FIELDS,
  figures: DETAIL,
  unsummed: [...ONE_PIECE, 'sellPrice', 'num', 'goldWeight'],
  chart: { by: 'day', of: 'list', figures: [{ name: '金额', figure: GIFT.amount }], unit: '元' },
};
const goods: LineReport = {
  ...sellGoodsReport,
  name: '首饰销售明细',
  allow: 'report:reportSellGoods:list',
  about: { lists: ['goods'], audited: true },
  explain: SellGoodsExplain,
  fields: GOODS_ROW,
  figures: GOODS,
  unsummed: ONE_PIECE,
  chart: { by: 'category', figures: [{ name: '实售金额', figure: GOODS.factFee }], unit: '元' },
};
const change: LineReport = {
  ...sellChangeReport,
  name: '退换明细',
  allow: 'report:reportSellChange:list',
  about: { lists: ['change'], audited: true },
  explain: SellChangeExplain,
  fields: CHANGE_ROW,
  figures: CHANGE,
  unsummed: [...ONE_PIECE, 'sellPrice'],
  chart: { by: 'day', figures: [{ name: '实退金额', figure: CHANGE.factReturnAmount }], unit: '元' },
};
const gift: LineReport = {
  ...sellGiftReport,
  name: '赠品销售明细',
  allow: 'biz:bizSellGift:list',
  about: { lists: ['gift'], audited: true },
  explain: SellGiftExplain,
  fields: GIFT_ROW,
  figures: GIFT,
  unsummed: ONE_PIECE,
  chart: { by: 'name', figures: [{ name: '数量', figure: GIFT.num }], unit: '件' },
};
const score: LineReport = {
  ...sellerScoreReport,
  name: '销售员业绩',
  allow: 'report:reportSellerScore:list',
  about: { lists: ['goods', 'change'], audited: true, bySeller: true },
  signed: true,
  explain: SellerScoreExplain,
  fields: SCORE_ROW,
  figures: SCORE,
  unsummed: ONE_PIECE,
  chart: { by: 'seller', figures: [{ name: '业绩', figure: SCORE.amount }], unit: '元' },
};
const profit: LineReport = {
  ...financeProfit,
  name: '利润表',
  allow: 'biz:financeProfit:list',
  about: { lists: 'order', audited: true },
  explain: FinanceProfitExplain,
  fields: PROFIT_ROW,
  figures: PROFIT,
  chart: {
    by: 'day',
    figures: [
      { name: '实付金额', figure: PROFIT.factFee },
      { name: '利润', figure: PROFIT.profit, cost: true },
      { name: '商品毛利', figure: PROFIT.goodsMargin, cost: true },
    ],
    unit: '元',
  },
};

export default (deps: QueryDeps): Route[] =>
  [detail, goods, change, gift, score, profit].flatMap((report) => lineReportRoutes(deps, report));
