/**
 * Keys that a projection cannot take: set aside in that one projection, so that every other key goes on. Held in memory
 * by whoever follows or fills a schema; the rows of `projection.parked` are written in the transaction that moves the
 * checkpoint past the event.
 */
import { eventInWords } from 'services/contracts/event-words';
import { cut } from 'services/contracts/limits';
import type { Recorded } from 'services/event-store/port';
import type { Db } from '../projection/checkpoint.ts';
import { messageOf, ProjectionFailed } from '../projection/failures.ts';
import type { KeyedProjection, LedgerProjection, Projection } from '../projection/projection.ts';

export type ParkedKey = {
  /** As text; the stream's own name where the event has no key: of a ledger, or when its key cannot be told. */
  readonly key: string;
  readonly stream: string;
  /** Of the event that was not taken; it and all later ones of the key are skipped. */
  readonly firstPosition: number;
  readonly eventId: string;
  readonly eventType: string;
  readonly cause: string;
  /** ISO 8601. */
  readonly parkedAt: string;
};

/** More than so many new ones within a minute are a bug and no document: that projection stops. */
const MOST_IN_A_MINUTE = 20;
const MINUTE_MS = 60_000;
const LONGEST_CAUSE = 1_000;
/** The parked are found by it. */
const LONGEST_KEY = 500;

const COLUMNS = `key, stream, first_position as "firstPosition", event_id as "eventId", event_type as "eventType", cause,
  parked_at as "parkedAt"`;

/** Keys parked in a schema, in the order of the log. */
export async function parkedIn(db: Db, schema: string): Promise<readonly ParkedKey[]> {
  const { rows } = await db.query<ParkedKey>(
    `select ${COLUMNS} from projection.parked where schema = $1 order by first_position, key`,
    [schema],
  );
  return rows;
}

/** One Chinese line that may be shown to anybody: which event, and whether the fold or the server refused it. */
export const parkedText = (name: string, { eventType, eventId, firstPosition, cause }: ParkedKey): string => {
  const code = /^[0-9A-Z]{5}(?= )/.exec(cause)?.[0];
  const why = code === undefined ? '处理出错' : `数据库不接受 ${code}`;
  return `${name} 未更新：${eventInWords(eventType)} ${eventId}（位置 ${firstPosition}）${why}`;
};

/** Within the caller's transaction. */
export async function writeParked(
  db: Db,
  { name, schema }: { readonly name: string; readonly schema: string },
  keys: readonly ParkedKey[],
): Promise<void> {
  await db.query(
    `insert into projection.parked (name, schema, key, stream, first_position, event_id, event_type, cause, parked_at)
     select $1, $2, d.* from json_to_recordset($3::json) d("key" text, "stream" text, "firstPosition" bigint,
       "eventId" text, "eventType" text, "cause" text, "parkedAt" timestamptz)
     on conflict (schema, key) do update
       set first_position = excluded.first_position, event_id = excluded.event_id, event_type = excluded.event_type,
         cause = excluded.cause`,
    [name, schema, JSON.stringify(keys)],
  );
}

/** Within the caller's transaction. */
export async function forgetParked(db: Db, schema: string, keys: readonly string[]): Promise<void> {
  await db.query(`delete from projection.parked where schema = $1 and key = any($2)`, [schema, keys]);
}

/** For the log and for administrators: the server's code before its words. */
const spelled = (cause: unknown): string => {
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? `${cause.code} ` : '';
  return code + messageOf(cause);
};
/** Text that Postgres takes: no NUL, not endless. */
const causeText = (cause: unknown): string => cut(spelled(cause).replaceAll('\0', '').toWellFormed(), LONGEST_CAUSE);

export class Parking {
  readonly #projection: KeyedProjection | LedgerProjection;
  readonly #keys = new Map<string, ParkedKey>();
  /** Keys that may be parked without being new: those of the version that a rebuild replaces. */
  readonly #expected: ReadonlySet<string>;
  #unwritten: ParkedKey[] = [];
  /** Of new ones, in ms. */
  #times: number[];

  constructor(declared: Projection, known: readonly ParkedKey[] = [], expected: readonly ParkedKey[] = []) {
    this.#projection = declared as unknown as KeyedProjection | LedgerProjection;
    this.#expected = new Set(expected.map(({ key }) => key));
    for (const parked of known) this.#keys.set(parked.key, parked);
    this.#times = known.map(({ parkedAt }) => Date.parse(parkedAt));
  }

  /** Those that are written, in the order of the log. */
  get keys(): readonly ParkedKey[] {
    const unwritten = new Set(this.#unwritten);
    const written = [...this.#keys.values()].filter((one) => !unwritten.has(one));
    return written.toSorted((a, b) => a.firstPosition - b.firstPosition);
  }

  /** Whether the event is one that was not taken, or comes after it. */
  skips(event: Recorded): boolean {
    if (this.#keys.size === 0) return false;
    const parked = this.#keys.get(event.stream) ?? this.#keys.get(this.#keyOf(event) ?? '');
    return parked !== undefined && event.position >= parked.firstPosition;
  }

  /**
   * Sets the event's key aside from that event on.
   * @throws {ProjectionFailed} when these are too many to be documents.
   */
  park(event: Recorded, cause: unknown): void {
    const key = this.#keyOf(event) ?? event.stream;
    const known = this.#keys.get(key);
    if (known !== undefined && known.firstPosition <= event.position) return;
    const now = Date.now();
    const parked = {
      key,
      stream: event.stream,
      firstPosition: event.position,
      eventId: event.id,
      eventType: event.type,
      cause: causeText(cause),
      parkedAt: new Date(now).toISOString(),
    };
    this.#keys.set(key, parked);
    this.#unwritten = [...this.#unwritten.filter((one) => one.key !== key), parked];
    if (known === undefined && !this.#expected.has(key)) this.#count(now, event, cause);
  }

  /** Those whose event lies before or at `to` and that the table of the parked does not have yet. */
  unwritten(to: number): readonly ParkedKey[] {
    return this.#unwritten.length === 0 ? [] : this.#unwritten.filter(({ firstPosition }) => firstPosition <= to);
  }

  /** What was parked elsewhere, to be written as if it had been here. */
  adopt(keys: readonly ParkedKey[]): void {
    for (const parked of keys) this.#keys.set(parked.key, parked);
    this.#unwritten = [...this.#unwritten, ...keys];
  }

  wrote(keys: readonly ParkedKey[]): void {
    this.#unwritten = this.#unwritten.filter((one) => !keys.includes(one));
  }

  #count(now: number, event: Recorded, cause: unknown): void {
    this.#times = [...this.#times.filter((at) => at > now - MINUTE_MS), now];
    if (this.#times.length <= MOST_IN_A_MINUTE) return;
    const why = `more than ${MOST_IN_A_MINUTE} keys parked within a minute, the last for: ${messageOf(cause)}`;
    throw new ProjectionFailed(this.#projection.name, event, new Error(why, { cause }));
  }

  /** Null: a ledger has none, it cannot be told, or it is too long to be found again. */
  #keyOf(event: Recorded): string | null {
    if (this.#projection.kind === 'ledger') return null;
    try {
      const key = this.#projection.keyOf(event);
      const text = key === null ? null : String(key);
      return text !== null && text.length <= LONGEST_KEY ? text : null;
    } catch {
      return null;
    }
  }
}
