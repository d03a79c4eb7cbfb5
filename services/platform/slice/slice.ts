/** What a slice gets and what it hands over. */
import type { DatabasePool } from 'slonik';
import type { z } from 'zod';
import type { Route } from '../../contracts/route.ts';
import type { WatchedKind } from '../../contracts/document-watch.ts';
import type { ClosedDays, Closing } from '../../contracts/closed-day.ts';
import type { ExceptionDesk } from '../../contracts/exception.ts';
import type { MasterLookup } from '../../contracts/master-lookup.ts';
import type { ShopperDesk } from '../../contracts/shopper-desk.ts';
import type { ShopperLog } from '../../contracts/shopper-log.ts';
import type { WarrantyDesk } from '../../contracts/warranty-desk.ts';
import type { LongApprovals } from '../../contracts/long-approval.ts';
import type { WordDesk } from '../../contracts/word.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Config } from '../process/config.ts';
import type { EventStore, Upcast } from '../event-store/port.ts';
import type { FileStore } from '../files/store.ts';
import type { Identity } from '../auth/identity.ts';
import type { Log } from '../base/log.ts';
import type { Migration } from '../base/migrate.ts';
import type { Reads } from '../http/reads.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import type { WireIds } from '../streams/wire-ids.ts';

/** Where the parts of this installation lie. */
export type Installation = {
  /** What the build published. */
  readonly siteDir: string;
  /** The process of a job's run starts here. */
  readonly jobModule: URL;
  /** The check-out that the generator writes to unless it is told another. */
  readonly projectDir: string;
  /** Settings of the formatter. */
  readonly formatting: string;
  /** In a check-out: queries over rows of one's own, a folder each. */
  readonly queriesDir: string;
};

/** What every slice may use; handed in, never imported. */
export type SliceDeps = {
  readonly store: EventStore;
  /** The same log, its events in the shapes that they were written in: for whoever proves or copies it. */
  readonly written: Pick<EventStore, 'subscribe' | 'history' | 'head' | 'read'>;
  /** Schema `master` (rows, settings) and `live` (read models). */
  readonly master: DatabasePool;
  /**
   * Schema `master` for what is bound before an append (ids, barcodes). Durable before the append begins: the server may
   * die between the two, and a repeat must find the ids of the first try.
   */
  readonly bindings: DatabasePool;
  /** Fresh ids that no command binds; routes take theirs from `call.newId()`. */
  readonly ids: WireIds;
  /** Names of shops, suppliers, customers; settings; dictionary values. */
  readonly lookup: MasterLookup;
  readonly files: FileStore;
  /** Where pictures lie that are not on this server. */
  readonly storage: ObjectStorage;
  /** What the product's GETs say, asked as a person asks; there once everything is started. */
  readonly reads: Reads;
  /** Whoever changes rights or passwords ends or forgets sessions here. */
  readonly sessions: Sessions;
  /** Somebody else's yes, by name and password. */
  readonly identity: Identity;
  /** What lies beyond a bound needs a word of somebody who may (R131). */
  readonly words: WordDesk;
  /** Lower prices that somebody allowed for days to come (R132). */
  readonly standingWords: LongApprovals;
  /** What an owner would want to see is noted with the act (R148). */
  readonly exceptions: ExceptionDesk;
  /** Every call of a shopper passes here first (R159). */
  readonly shoppers: ShopperDesk;
  /** What shoppers did is logged apart from users' acts. */
  readonly shopperLog: ShopperLog;
  /** Signs what a warranty says of a piece (R162). */
  readonly warranties: WarrantyDesk;
  /** Days that take nothing any more (R141). */
  readonly closedDays: ClosedDays & Closing;
  /** Seals what must be read again. */
  readonly secrets: Secrets;
  readonly config: Pick<
    Config,
    | 'adminPassword'
    | 'backupPassphrase'
    | 'behindTls'
    | 'demo'
    | 'eventStoreUrl'
    | 'generator'
    | 'host'
    | 'projectDir'
    | 'jobHttpHosts'
    | 'loginCode'
    | 'loopback'
    | 'mailFrom'
    | 'outboundHosts'
    | 'port'
    | 'printServicePort'
    | 'publicUrl'
    | 'roles'
    | 'secretsKey'
    | 'shopperApp'
    | 'sms'
    | 'smtpUrl'
  >;
  readonly installation: Installation;
  readonly clock: () => Date;
  readonly log: Log;
  /** Folder of this installation (DATA_DIR). */
  readonly dataDir: string;
  /** Of the database, for work in a process of its own. */
  readonly databaseUrl: string;
};

export type Slice = {
  readonly name: string;
  readonly routes: readonly Route[];
  /** Idempotent seeds, run at every start after all migrations. */
  readonly seed?: () => Promise<void>;
  /** Documents that are brought to rest after a crash. */
  readonly watched?: WatchedKind;
  /** What goes on beside requests, started last; runs until `signal` aborts and settles then. */
  readonly start?: (signal: AbortSignal) => Promise<void>;
  /** It appends: of several processes it runs in the one that writes, anew whenever that is another one. */
  readonly startAppends?: true;
};

/** A discriminated union of events: each option has its `type`, a literal, and its `data`. */
export type EventUnion = { readonly options: readonly z.ZodType[] };
/** Events with the number of their shapes of today; `upcasts`: how earlier ones become those, by type. */
export type EventFamily = {
  readonly union: EventUnion;
  readonly schema: number;
  readonly upcasts?: Readonly<Record<string, Upcast>>;
};
/** A slice: its migrations are known before anything runs, the rest is made with its dependencies. */
export type SliceModule = {
  /** What its stored events are read with, and new ones are judged by. */
  readonly events?: readonly EventFamily[];
  readonly migrations?: readonly Migration[];
  readonly create: (deps: SliceDeps) => Slice;
};
