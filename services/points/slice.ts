/** Points of customers, write side: their events, and corrections by hand. Documents reach them through the custodian. */
import type { JoinedReads } from '../contracts/joined-services.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { BY_HAND_SQL } from './correction-bounds.ts';
import { POINTS_SCHEMA, PointsEvent } from './contract.ts';
import { pendingOf, shopsOf } from './live-checks.ts';
import { mergeRoutes } from './merge-routes.ts';
import { MERGES_SQL, PARTED_SQL, finishMerges } from './merging.ts';
import { createPoints } from './points.ts';
import { pointsRoutes } from './routes.ts';

export const pointsSlice = (join: (deps: SliceDeps) => JoinedReads): SliceModule => ({
  events: [{ union: PointsEvent, schema: POINTS_SCHEMA }],
  migrations: [
    { id: 'points-001-merges', sql: MERGES_SQL },
    { id: 'points-002-by-hand', sql: BY_HAND_SQL },
    { id: 'points-003-parted', sql: PARTED_SQL },
  ],
  create: (deps) => {
    const { store, master: pool, lookup, clock, log } = deps;
    const points = createPoints({ store });
    const { balances } = join(deps);
    const merging = {
      pool,
      points,
      balances,
      pendingOf: (customerId: number) => pendingOf(pool, customerId),
      changed: () => lookup.forget(),
    };
    return {
      name: 'points',
      routes: [
        ...pointsRoutes({ ...deps, pool, points }),
        ...mergeRoutes({ ...deps, ...merging, shopsOf: (ids) => shopsOf(pool, ids) }),
      ],
      startAppends: true,
      start: () =>
        finishMerges(merging, clock).catch((error: unknown) => log.warn('merges of customers not finished', { error })),
    };
  },
});
