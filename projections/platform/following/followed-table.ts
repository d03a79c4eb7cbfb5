import type { EventStore, Position } from 'services/event-store/port';
import type pg from 'pg';
import type { Parking, ParkedKey } from '../parking/parking.ts';
import type { Ring } from './ring.ts';
import type { Table } from '../tables/table.ts';

/** How far a projection is, without asking its table. */
export type Progress = {
  /** Everything up to it is in the table. */
  readonly passed: Position;
  /** Last position the store has shown. */
  readonly seen: Position;
  /** When the store showed the first thing that is not in the table yet (ms as `performance.now` has them); null: all is. */
  readonly behindSince: number | null;
};

/** What following one table of the log takes. */
export type FollowedTable = {
  readonly store: EventStore;
  /** The log's tail as this process reads it; without one the log is read for this table alone. */
  readonly ring?: Ring;
  readonly db: pg.Pool;
  readonly table: Table;
  readonly from: Position;
  /** Keys set aside in this schema. */
  readonly parking: Parking;
  readonly signal: AbortSignal;
  readonly began?: (progress: Progress) => void;
  /** Everything up to `position` is in the table. Of a table on the ring, what it does not want is passed without a word. */
  readonly moved: (position: Position, seen: Position) => void;
  readonly caughtUp: () => void;
  /** Keys were parked, for good. */
  readonly parked?: (keys: readonly ParkedKey[]) => void;
  /** So many rows of the table were written. */
  readonly wrote?: (rows: number) => void;
  /** Resolves when the table, written `sinceMs` ago, may be written again; at once when somebody waits for it. */
  readonly lull?: (sinceMs: number) => Promise<void>;
  /** Return once caught up instead of following for ever. */
  readonly onceCaughtUp?: boolean;
};
