/** What a folder of the read side hands over; the registry joins all of them. */
import type { Route } from 'services/contracts/route';
import type { ReadsFrom } from '../parking/parked-answers.ts';
import type { Projection } from '../projection/projection.ts';
import type { DatabasePool } from 'slonik';
import type { EventStore } from 'services/event-store/port';
import type { QueryDeps } from '../queries/query-deps.ts';

export type WorkDeps = {
  readonly db: DatabasePool;
  readonly store: EventStore;
  readonly now: () => Date;
  /** Once every named read model has seen the position; false after `timeoutMs`. */
  readonly waitFor: (views: readonly string[], position: number, timeoutMs: number) => Promise<boolean>;
  readonly warn: (error: unknown, message: string) => void;
};
export type ReadSlice = {
  readonly projections?: readonly Projection[];
  /** GETs of the product. */
  readonly queries?: (deps: QueryDeps) => Route[];
  /** Which read models they are made of, and which stream stands behind a row. */
  readonly readsFrom?: readonly ReadsFrom[];
  /** What goes on beside requests, in a process that runs projections; ends when `signal` aborts. */
  readonly work?: (deps: WorkDeps, signal: AbortSignal) => Promise<void>;
  /** What people call the projections, by name; every one has a title. */
  readonly titles?: Readonly<Record<string, string>>;
};
