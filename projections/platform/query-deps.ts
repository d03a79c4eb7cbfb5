import type { DatabasePool } from 'slonik';
import type { EventStore } from 'services/event-store/port';

/** What a slice's queries need. `now` is the clock of default date ranges and of R6. */
export type QueryDeps = {
  readonly db: DatabasePool;
  readonly now: () => Date;
  /** The log itself: a piece's life and a document's history are read from their own short stream. */
  readonly store: EventStore;
};
