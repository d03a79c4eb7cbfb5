/** Every route of the house as data, without a house: what tests draw their cases from. */
import type { Route } from 'services/contracts/route';
import { readRoutes } from 'projections/registry';
import { slices } from '../../house/slices.ts';

/** Stands for everything a slice is handed; a route that is only looked at needs none of it. */
const nothing: unknown = new Proxy(() => nothing, {
  get: (_target, name) => {
    if (name === Symbol.toPrimitive) return () => '';
    if (name === 'dataDir') return '/nowhere';
    return name === 'then' || name === Symbol.iterator ? undefined : nothing;
  },
});

export const allRoutes = (): readonly Route[] => [
  ...slices.flatMap((slice) => slice.create(nothing as Parameters<typeof slice.create>[0]).routes),
  ...readRoutes(nothing as Parameters<typeof readRoutes>[0], { daemon: null, health: () => [] }),
];
