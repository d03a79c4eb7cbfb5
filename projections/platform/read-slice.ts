/** What a folder of the read side hands over; the registry joins all of them. */
import type { Route } from 'services/contracts/route';
import type { ReadsFrom } from './contained.ts';
import type { Projection } from './projection.ts';
import type { QueryDeps } from './query-deps.ts';

export type ReadSlice = {
  readonly projections?: readonly Projection[];
  /** GETs of the product. */
  readonly queries?: (deps: QueryDeps) => Route[];
  /** Which read models they are made of, and which stream stands behind a row. */
  readonly readsFrom?: readonly ReadsFrom[];
  /** What people call the projections, by name; every one has a title. */
  readonly titles?: Readonly<Record<string, string>>;
};
