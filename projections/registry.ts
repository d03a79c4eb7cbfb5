/** Everything the read side runs and answers: a new folder is one line here. */
import type { Route } from 'services/contracts/route';
import { dashboardReads } from './dashboard/read-slice.ts';
import { balanceReads } from './balances/read-slice.ts';
import { cashReportReads } from './cash-reports/read-slice.ts';
import { depositReads } from './deposits/read-slice.ts';
import { giftReads } from './gifts/read-slice.ts';
import { goodsFlowReads } from './goods-flow/read-slice.ts';
import { goodsInReads } from './goods-in/read-slice.ts';
import goodsMoves from './goods-moves/projector.ts';
import holding from './holding/projector.ts';
import imports from './imports/projector.ts';
import { jobQueries } from './jobs/query.ts';
import { lostQueries } from './logs/lost-saves.ts';
import { logQueries } from './logs/query.ts';
import { shopperLogQueries } from './logs/shoppers.ts';
import { masterDataQueries } from './master-data/query.ts';
import { inspectionReads } from './inspections/read-slice.ts';
import { materialCheckReads } from './material-checks/read-slice.ts';
import { moments } from './moments/projector.ts';
import { contained, upToParked } from './platform/parking/parked-answers.ts';
import type { Daemon, Health } from './platform/daemon/daemon.ts';
import { parkedText } from './platform/parking/parking.ts';
import { parkedElsewhere, parkedHere, type ParkedSource } from './platform/parking/parked-source.ts';
import type { QueryDeps } from './platform/queries/query-deps.ts';
import { readModelRoutes } from './platform/routes/read-model-routes.ts';
import type { ReadSlice, WorkDeps } from './platform/routes/read-slice.ts';
import { RELAY } from './read-models/contract.ts';
import { recycleReads } from './recycles/read-slice.ts';
import { recycleOutReads } from './recycle-outs/read-slice.ts';
import { giftTurnoverReads } from './reports/gift-turnover/read-slice.ts';
import { quotedPriceReads } from './quoted-prices/read-slice.ts';
import { pointsReads } from './points/read-slice.ts';
import { goodsAllocateReads } from './reports/goods-allocate/read-slice.ts';
import { goodsCheckReads } from './reports/goods-check/read-slice.ts';
import { supplierReturnReportReads } from './reports/supplier-return/read-slice.ts';
import { goodsTurnoverReads } from './reports/goods-turnover/read-slice.ts';
import { goldBalanceReads } from './reports/gold-balance/read-slice.ts';
import { goldWhatIfReads } from './reports/gold-what-if/read-slice.ts';
import { recycleStockReads } from './reports/recycle-stock/read-slice.ts';
import { sellCleanReads } from './reports/sell-clean/report.ts';
import { orderLineReads } from './reports/order-lines/read-slice.ts';
import { sellRecycleReads } from './reports/sell-recycle/report.ts';
import { saleApprovalReads } from './reports/sale-approval/read-slice.ts';
import { repairReads } from './repairs/read-slice.ts';
import { shopperBillReads } from './shopper-bills/read-slice.ts';
import { warrantyReads } from './warranty/read-slice.ts';
import { shopperCardReads } from './shopper-card/read-slice.ts';
import { shiftReads } from './shifts/read-slice.ts';
import { returnInspectionReads } from './return-inspections/read-slice.ts';
import { saleReads } from './sales/read-slice.ts';
import { stockAdjustReads } from './stock-adjusts/read-slice.ts';
import { stockCheckReads } from './stock-checks/read-slice.ts';
import { supplierReturnReads } from './supplier-returns/read-slice.ts';
import { transferReads } from './transfers/read-slice.ts';
import { exceptionReads } from './exceptions/read-slice.ts';
import { wordReads } from './words/read-slice.ts';

/** In the order in which the projections start. */
export const READ_SLICES: readonly ReadSlice[] = [
  { projections: [moments], titles: { moments: '时间点' } },
  { queries: masterDataQueries },
  { queries: ({ db }) => jobQueries(db) },
  { queries: ({ db, now }) => [...logQueries({ db, now }), ...lostQueries(db), ...shopperLogQueries({ db, now })] },
  goodsInReads,
  { projections: [holding], titles: { holding: '分店库存' } },
  goodsFlowReads,
  { projections: [goodsMoves], titles: { 'goods-moves': '调拨与退货报表' } },
  goodsTurnoverReads,
  { projections: [imports], titles: { imports: '首饰导入' } },
  transferReads,
  stockCheckReads,
  goodsCheckReads,
  supplierReturnReads,
  stockAdjustReads,
  inspectionReads,
  recycleReads,
  recycleOutReads,
  materialCheckReads,
  recycleStockReads,
  goldBalanceReads,
  goldWhatIfReads,
  sellRecycleReads,
  giftReads,
  giftTurnoverReads,
  goodsAllocateReads,
  supplierReturnReportReads,
  saleReads,
  repairReads,
  returnInspectionReads,
  sellCleanReads,
  saleApprovalReads,
  orderLineReads,
  quotedPriceReads,
  pointsReads,
  dashboardReads,
  depositReads,
  shiftReads,
  cashReportReads,
  balanceReads,
  wordReads,
  exceptionReads,
  shopperBillReads,
  warrantyReads,
  shopperCardReads,
];

export const projections = READ_SLICES.flatMap((slice) => slice.projections ?? []);
export const READS_FROM = READ_SLICES.flatMap((slice) => slice.readsFrom ?? []);
/** What people call each read model, by its name. */
export const titlesOf = (slices: readonly ReadSlice[]): ReadonlyMap<string, string> =>
  new Map(slices.flatMap(({ titles = {} }) => Object.entries(titles)));

/** The GETs of the product, with what they say of keys that a read model has set aside. */
export const queries = (
  { parked, ...deps }: QueryDeps & { readonly parked: ParkedSource },
  slices = READ_SLICES,
): Route[] => {
  const store = upToParked(deps.store);
  return contained(
    slices.flatMap((slice) => slice.queries?.({ ...deps, store }) ?? []),
    slices.flatMap((slice) => slice.readsFrom ?? []),
    parked,
  );
};

type ReadSide = {
  readonly daemon: Daemon | null;
  readonly health: () => readonly Health[];
  readonly relay?: { readonly health: () => Health } | null;
};
/** All of the read side: the queries, and the state of the read models. */
export const readRoutes = (deps: QueryDeps, { daemon, health, relay = null }: ReadSide): Route[] => {
  const parked = daemon === null ? parkedElsewhere(deps.db) : parkedHere(health);
  const titles = new Map([...titlesOf(READ_SLICES), [RELAY.name, RELAY.title]]);
  return [
    ...queries({ ...deps, parked }),
    ...readModelRoutes(daemon, titles, () => (relay === null ? [] : [relay.health()])),
  ];
};

/** Runs what slices do beside requests, until `signal` aborts. */
export const readWork = async (deps: WorkDeps, signal: AbortSignal): Promise<void> => {
  await Promise.all(READ_SLICES.flatMap(({ work }) => (work === undefined ? [] : [work(deps, signal)])));
};

/** A line for each key that is not up to date. */
export const warningsOf = (health: readonly Health[]): readonly string[] =>
  health.flatMap(({ name, parked }) => parked.map((one) => parkedText(name, one)));
