/** Points of customers, write side: their events, and corrections by hand. Documents reach them through the custodian. */
import type { SliceModule } from '../platform/slice.ts';
import { POINTS_SCHEMA, PointsEvent } from './contract.ts';
import { createPoints } from './points.ts';
import { pointsRoutes } from './routes.ts';

export const pointsSlice: SliceModule = {
  events: [{ union: PointsEvent, schema: POINTS_SCHEMA }],
  create: (deps) => ({
    name: 'points',
    routes: pointsRoutes({ points: createPoints(deps), lookup: deps.lookup }),
  }),
};
