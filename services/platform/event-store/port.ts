/** The event store port. Two adapters (postgres, eventstoredb), one contract test suite; nothing else knows which runs. */

import type { NewEvent, Position, Recorded } from '../../contracts/event.ts';

export type { EventMeta, JsonObject, NewEvent, Position, Recorded, Upcast } from '../../contracts/event.ts';

/** 'none': the stream must not exist; a number: its last revision; 'any': no check, and a repeat may be known for a while only. */
export type ExpectedRevision = number | 'none' | 'any';
export type Appended = { readonly revision: number; readonly position: Position };
/** What {@link EventStore.appendAll} writes to one stream. */
export type StreamAppend = {
  readonly stream: string;
  readonly expected: Exclude<ExpectedRevision, 'any'>;
  readonly events: readonly NewEvent[];
};

/** One row of a table of the house, its values as Postgres reads them in text. */
export type SideRow = { readonly table: string; readonly values: Readonly<Record<string, string>> };
/** Rows that are there if and only if the events are, made of where the events came to lie; called more than once. */
export type Beside = (appended: Appended) => readonly SideRow[];

/** What a subscription yields. A checkpoint says that everything up to it was seen, also where nothing matched. */
export type Feed =
  | { readonly kind: 'event'; readonly event: Recorded }
  | { readonly kind: 'checkpoint'; readonly position: Position }
  | { readonly kind: 'caught-up'; readonly position: Position };

/** What of the log a rebuild reads: every event of `types` (all when undefined) up to position `until`. */
export type History = {
  /** 'stream': one stream after the other, each in its own order. */
  readonly order: 'log' | 'stream';
  readonly types?: readonly string[] | undefined;
  /** Only what comes behind it (default -1). */
  readonly after?: Position | undefined;
  readonly until: Position;
  readonly signal: AbortSignal;
  /** Of these streams alone, in their order; only where the store {@link EventStore.readsParts | reads parts}. */
  readonly only?: StreamChoice | undefined;
};
/** Streams by name, or those of one thirtieth of the names (R167). */
export type StreamChoice = { readonly streams: readonly string[] } | { readonly thirtieth: number };

/** Largest single event and largest append, in bytes of JSON; longer documents are chunked by their slice. */
export const MAX_APPEND_BYTES = 256 * 1024;
/** What one {@link EventStore.appendAll} takes. */
export const MAX_STREAMS_AT_ONCE = 200;
export const MAX_BYTES_AT_ONCE = 1024 * 1024;

/** Numbers made of ids, those of each day in one row of bytes, and how many each day has. */
export type StoredIds = { readonly days: readonly (readonly [day: string, count: number])[]; readonly ids: Buffer };
/** The fold of a stream up to a revision. */
export type Snapshot = {
  /** Which decider folded which shapes: another one's state is none. */
  readonly tag: string;
  readonly revision: number;
  /** Id of the event at that revision; where the log has another one there, it is a snapshot of another past. */
  readonly lastId: string;
  /** The state in text. */
  readonly state: string;
  /** Its events' ids, by which repeats are known. */
  readonly past: StoredIds;
};
export interface Snapshots {
  /** null where there is none with that tag, and where it cannot be told. Never throws. */
  find(stream: string, tag: string): Promise<Snapshot | null>;
  /** To be kept some time later, or never; made when its turn has come. */
  offer(stream: string, of: () => Snapshot): void;
  /** Forgets those of streams that are hot no more. */
  prune(): Promise<void>;
}

/** By which a log is known again: an event, where it lies and when it was entered (ISO 8601). */
export type LogMark = {
  readonly position: Position;
  readonly id: string;
  readonly at: string;
  readonly stream: string;
  readonly revision: number;
};
/** @throws {StoreUnavailable} when the store is away. */
export interface LogMarks {
  /** Positions are counted one by one, so their difference is a number of events. */
  readonly counted: boolean;
  /** The first event of the log, which no other log has; null when it is empty. */
  first(): Promise<LogMark | null>;
  /** The event at each of these positions; null where the log has none. */
  at(positions: readonly Position[]): Promise<readonly (LogMark | null)[]>;
}

/** Who writes to the log, as far as this process knows. */
export type WriterPlace =
  /** This process. */
  | { readonly kind: 'here'; readonly epoch: number; readonly since: string }
  /** `address`: how it is reached; null of a process that never said so. `epoch`: the how-manieth writer of the log. */
  | { readonly kind: 'elsewhere'; readonly epoch: number; readonly since: string; readonly address: string | null }
  /** Nobody for a moment: one of those who stand for it takes over. */
  | { readonly kind: 'nobody' }
  /** The database does not say. */
  | { readonly kind: 'unknown' };
export type Candidate = {
  /** How the others reach the process. */
  readonly address: string;
  /** What the names of those of its connections end with that hold a lease: with a writer that hangs they are ended, too. */
  readonly process: string;
  /** There are no others. */
  readonly alone: () => boolean;
};
/** Of a log that one process writes, among several that would. */
export interface Writership {
  /** By which the processes of one log know each other. */
  readonly key: string;
  place(): WriterPlace;
  /** Hears whenever it is somebody else, and nobody. Answers how to hear no more. */
  onChange(heard: () => void): () => void;
  /** From now on this process takes over whenever nobody writes. */
  stand(as: Candidate): void;
  /** Writes what was asked for, and then no more: another one may take over at once. */
  resign(): Promise<void>;
}

export interface EventStore {
  /** Absent where any number of processes write. */
  readonly writership?: Writership | undefined;
  /** Whether the read models were made of this very log; a store of a test may do without. */
  readonly marks?: LogMarks | undefined;
  /** Where its long streams are kept as they were. */
  readonly snapshots?: Snapshots | undefined;
  /** Whether {@link EventStore.append} takes rows beside its events: the log lies in the database of these tables. */
  readonly takesRows?: true;
  /**
   * Appends durably, all or nothing; `beside` only where the store {@link EventStore.takesRows | takes rows}. With rows a
   * repeat is a conflict: only the rows know whose the events are.
   * @throws {WrongExpectedRevision} when the stream is not where the caller thought (and the events are no repeat).
   * @throws {RowsRefused} when a row is there already, or is one that the database does not take.
   * @throws {AppendTooLarge} above {@link MAX_APPEND_BYTES}.
   * @throws {InvalidEvent} when nothing, or something no store can keep, is appended.
   * @throws {StoreUnavailable} when the outcome is unknown or the store is away: the caller may retry with the same ids.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[], beside?: Beside): Promise<Appended>;
  /**
   * Where the store can: appends to several streams, all or none, in the order of the parts, and answers for each of them. A
   * stream may have several parts, each behind the one before. Repeats, rows (made of the last part's place) and what is
   * thrown are as for {@link EventStore.append}; it is a repeat only when all of it is there.
   * @throws {WrongExpectedRevision} of the first part that does not fit.
   * @throws {AppendTooLarge} above {@link MAX_STREAMS_AT_ONCE}, {@link MAX_BYTES_AT_ONCE}, or a part above {@link MAX_APPEND_BYTES}.
   */
  readonly appendAll?: ((parts: readonly StreamAppend[], beside?: Beside) => Promise<readonly Appended[]>) | undefined;
  /**
   * The events of a stream from `fromRevision` (default 0) in order, `most` of them (default all); empty when there is no
   * such stream.
   */
  read(stream: string, fromRevision?: number, most?: number): Promise<readonly Recorded[]>;
  /**
   * Every event after `after` in log order, then live, until `signal` aborts (ends silently).
   * `types` limits the event types; checkpoints and caught-up still come.
   * @throws {StoreUnavailable} when the connection is lost: resubscribe from the stored position.
   */
  subscribe(from: {
    readonly after: Position;
    readonly types?: readonly string[];
    readonly signal: AbortSignal;
  }): AsyncIterable<Feed>;
  /**
   * Where a store has a faster way to read all of its past than {@link EventStore.subscribe}: yields batches and ends,
   * early and silently when `signal` aborts.
   * @throws {StoreUnavailable} when the connection is lost.
   */
  history?(wanted: History): AsyncIterable<readonly Recorded[]>;
  /** Whether {@link EventStore.history} reads some streams without reading the others. */
  readonly readsParts?: true | undefined;
  /**
   * How far the store's clock is ahead of this process's, in milliseconds, where it has one of its own; null as long as this
   * process wrote too little to tell.
   */
  clockAheadMs?(): Promise<number | null>;
  /** Position of the last event in the log; -1 when empty. */
  head(): Promise<Position>;
  close(): Promise<void>;
}

export class WrongExpectedRevision extends Error {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Last revision of the stream, -1 when there is none. */
  readonly actual: number;
  constructor(stream: string, expected: ExpectedRevision, actual: number) {
    super(`stream ${stream} is at ${actual}, expected ${expected}`);
    this.name = 'WrongExpectedRevision';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}
export class AppendTooLarge extends Error {
  constructor(stream: string, size: number, limit = MAX_APPEND_BYTES, unit = 'bytes') {
    super(`append of ${size} ${unit} to ${stream} is above ${limit}`);
    this.name = 'AppendTooLarge';
  }
}
export class StoreUnavailable extends Error {
  constructor(during: string, options?: ErrorOptions) {
    super(`event store unavailable during ${during}`, options);
    this.name = 'StoreUnavailable';
  }
}
/** Another process writes: nothing was written here, and asking here again is of no use while that one lives. */
export class NotTheWriter extends StoreUnavailable {
  /** How that process is reached, where it is known. */
  readonly writer: string | null;
  constructor(writer: string | null) {
    super('append: another process is the writer');
    this.name = 'NotTheWriter';
    this.writer = writer;
  }
}
/** A fault of the caller: an id that is no UUID or names another event, a NUL character, half a surrogate pair, no event. */
export class InvalidEvent extends Error {
  constructor(stream: string, why: string, options?: ErrorOptions) {
    super(`cannot append to ${stream}: ${why}`, options);
    this.name = 'InvalidEvent';
  }
}
/** So long a command waits for a store that is away. */
export const STORE_AWAY_MS = 5_000;

/** The events may be good, a row beside them is not. Nothing was written. */
export class RowsRefused extends Error {
  constructor(stream: string, why: string, options?: ErrorOptions) {
    super(`rows beside ${stream}: ${why}`, options);
    this.name = 'RowsRefused';
  }
}
