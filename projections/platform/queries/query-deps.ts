import type { CommonQueryMethods } from 'slonik';
import type { ShopperDesk } from 'services/contracts/shopper-desk';
import type { ShopperLog } from 'services/contracts/shopper-log';
import type { SessionUser } from 'services/contracts/user';
import type { WarrantyDesk } from 'services/contracts/warranty-desk';
import type { EventStore } from 'services/event-store/port';

/** What a slice's queries need. `now` is the clock of default date ranges and of R6. */
export type QueryDeps = {
  readonly db: CommonQueryMethods;
  readonly now: () => Date;
  /** The log itself: a piece's life and a document's history are read from their own short stream. */
  readonly store: EventStore;
  /** Who may ask what shoppers see; absent where none can: reports by mail, the nightly recount. */
  readonly shoppers?: ShopperDesk;
  /** Signs what papers say of a piece; absent where none are printed. */
  readonly warranties?: WarrantyDesk;
  /** Beside it: a copy of his data that a shopper takes is in his log. */
  readonly shopperLog?: ShopperLog;
};

/** A validated GET of a list or report. */
export type ListRequest<Query> = {
  readonly query: Query;
  readonly user: SessionUser;
  /** Position of the log; absent: now. */
  readonly asOf: number | undefined;
};
