/** Everything the read side runs and answers: one line per slice. */
import type { Route } from 'services/contracts/route';
import goodsFlow from './goods-flow/projector.ts';
import goodsFlowQueries from './goods-flow/query.ts';
import goodsIn from './goods-in/projector.ts';
import goodsInQueries from './goods-in/query.ts';
import { goodsInVersions } from './goods-in/versions.ts';
import goodsMoves from './goods-moves/projector.ts';
import holding from './holding/projector.ts';
import imports from './imports/projector.ts';
import { masterDataQueries } from './master-data/query.ts';
import { moments } from './moments/projector.ts';
import { contained, upToParked } from './platform/contained.ts';
import type { Daemon, Health } from './platform/daemon.ts';
import { parkedText } from './platform/parking.ts';
import { parkedElsewhere, parkedHere, type ParkedSource } from './platform/parked-source.ts';
import type { Projection } from './platform/projection.ts';
import { READS_FROM } from './reads-from.ts';
import type { QueryDeps } from './platform/query-deps.ts';
import { readModelRoutes } from './platform/read-model-routes.ts';
import goodsCheckQueries from './reports/goods-check/query.ts';
import goodsAllocateQueries from './reports/goods-allocate/query.ts';
import goodsReturnQueries from './reports/goods-return/query.ts';
import saleApprovalQueries from './reports/sale-approval/query.ts';
import goodsTurnover from './reports/goods-turnover/projector.ts';
import goodsTurnoverQueries from './reports/goods-turnover/query.ts';
import sales, { saleVersions } from './sales/projector.ts';
import saleQueries from './sales/query.ts';
import { stockCheckCounts, stockCheckVersions, stockChecks } from './stock-checks/projector.ts';
import stockCheckQueries from './stock-checks/query.ts';
import stockAdjusts, { stockAdjustVersions } from './stock-adjusts/projector.ts';
import stockAdjustQueries from './stock-adjusts/query.ts';
import supplierReturns, { supplierReturnVersions } from './supplier-returns/projector.ts';
import supplierReturnQueries from './supplier-returns/query.ts';
import transfers, { transferVersions } from './transfers/projector.ts';
import transferQueries from './transfers/query.ts';

export const projections: Projection[] = [
  moments,
  goodsIn,
  goodsInVersions,
  holding,
  goodsFlow,
  goodsMoves,
  goodsTurnover,
  imports,
  transfers,
  transferVersions,
  stockChecks,
  stockCheckVersions,
  stockCheckCounts,
  supplierReturns,
  supplierReturnVersions,
  stockAdjusts,
  stockAdjustVersions,
  sales,
  saleVersions,
];

/** The GETs of the product; each slice's `query.ts` exports `(deps) => Route[]`. */
const slices: ((deps: QueryDeps) => Route[])[] = [
  masterDataQueries,
  goodsInQueries,
  goodsFlowQueries,
  goodsTurnoverQueries,
  transferQueries,
  stockCheckQueries,
  goodsCheckQueries,
  supplierReturnQueries,
  stockAdjustQueries,
  goodsAllocateQueries,
  goodsReturnQueries,
  saleQueries,
  saleApprovalQueries,
];

/** With what they say of keys that a read model has set aside. */
export const queries = ({ parked, ...deps }: QueryDeps & { readonly parked: ParkedSource }): Route[] => {
  const store = upToParked(deps.store);
  return contained(
    slices.flatMap((slice) => slice({ ...deps, store })),
    READS_FROM,
    parked,
  );
};

type Running = { readonly daemon: Daemon | null; readonly health: () => readonly Health[] };
/** All of the read side: the queries, and the state of the read models. */
export const readRoutes = (deps: QueryDeps, { daemon, health }: Running): Route[] => {
  const parked = daemon === null ? parkedElsewhere(deps.db) : parkedHere(health);
  return [...queries({ ...deps, parked }), ...readModelRoutes(daemon)];
};

/** A line for each key that is not up to date. */
export const warningsOf = (health: readonly Health[]): readonly string[] =>
  health.flatMap(({ name, parked }) => parked.map((one) => parkedText(name, one)));
