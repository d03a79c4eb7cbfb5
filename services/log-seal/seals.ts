/** Seals as they are kept: the next one, all of them, a page of them. */
import { sign } from 'node:crypto';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { isoWithOffset } from '../contracts/dates.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import type { Log } from '../platform/base/log.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { Chain, MARK_BYTES, NOTHING, digestOf, marksHashOf, sealDigest, sealText, type LoggedEvent } from './chain.ts';
import type { Seal } from './chain.ts';
import type { SealRow } from './contract.ts';
import { keyPair, sealKey } from './key.ts';
import type { Rest } from './background-pace.ts';

/** The log as it was written, without the shapes of today. */
export type WrittenLog = Pick<EventStore, 'subscribe' | 'history' | 'head' | 'read' | 'marks'>;
export type SealDeps = {
  readonly master: DatabasePool;
  readonly written: WrittenLog;
  readonly secrets: Secrets;
  readonly clock: () => Date;
  readonly log: Log;
};

/** Events under one seal at most: its marks stay below a megabyte. */
const MOST = 100_000;

const Body = z.object({
  no: z.int(),
  at: z.string(),
  position: z.int(),
  count: z.int(),
  hash: z.string(),
  marks_hash: z.string(),
  previous: z.string(),
  signature: z.string(),
});
const BODY = sql.fragment`no, at, position, count, hash, marks_hash, previous, signature`;
type SealWithoutMarks = Omit<Seal, 'marks'>;
const unmarked = ({ marks_hash: marksHash, ...row }: z.infer<typeof Body>): SealWithoutMarks => ({ ...row, marksHash });
/** What a seal says is signed; where its last event lies now is another place once the log was moved (ADR 0064). */
const LIES = sql.fragment`coalesce((SELECT m.position FROM master.log_moved_seal m WHERE m.no = s.no), s.position)`;

export const lastSeal = async (db: DatabasePool): Promise<(SealWithoutMarks & { readonly lies: number }) | null> => {
  const row = await db.maybeOne(sql.type(Body.extend({ lies: z.int() }))`
    SELECT ${BODY}, ${LIES} AS lies FROM master.log_seal s ORDER BY no DESC LIMIT 1`);
  return row === null ? null : { ...unmarked(row), lies: row.lies };
};

/** What lies between two places of the log, as it was written; of late events what the process remembers. */
async function* eventsOf(
  log: WrittenLog,
  after: number,
  until: number,
  signal: AbortSignal,
): AsyncGenerator<LoggedEvent> {
  if (until <= after) return;
  const reading = new AbortController();
  const either = AbortSignal.any([reading.signal, signal]);
  try {
    for await (const fed of log.subscribe({ after, signal: either })) {
      const position = fed.kind === 'event' ? fed.event.position : fed.position;
      if (fed.kind === 'event' && position <= until) yield fed.event;
      if (position >= until) return;
    }
  } finally {
    reading.abort();
  }
}

/** All of the log up to `until`, read from where it is kept: memory would not know what was changed there. */
export async function* wholeLog(log: WrittenLog, until: number, signal: AbortSignal): AsyncGenerator<LoggedEvent> {
  if (until < 0) return;
  if (log.history === undefined) return yield* eventsOf(log, -1, until, signal);
  for await (const batch of log.history({ order: 'log', until, signal })) yield* batch;
}

const NO_SEAL = { no: 0, lies: -1, count: 0, hash: NOTHING };
type LastSeal = Awaited<ReturnType<typeof lastSeal>>;
type Reading = { readonly until: number; readonly signal: AbortSignal; readonly rest: Rest };
const bodyOf = async ({ written, clock }: SealDeps, newest: LastSeal, { until, signal, rest }: Reading) => {
  const last = newest ?? NO_SEAL;
  const chain = new Chain(last.hash);
  const marks: Buffer[] = [];
  let position = last.lies;
  for await (const event of eventsOf(written, position, until, signal)) {
    const digest = digestOf(event);
    chain.add(digest);
    marks.push(digest.subarray(0, MARK_BYTES));
    position = event.position;
    if (marks.length === MOST) break;
    const resting = rest();
    if (resting !== undefined) await resting;
  }
  const joined = Buffer.concat(marks);
  return {
    marks: joined,
    no: last.no + 1,
    at: isoWithOffset(clock()),
    position,
    count: last.count + marks.length,
    hash: chain.hash,
    marksHash: marksHashOf(joined),
    previous: newest === null ? NOTHING : sealDigest(newest),
  };
};
/** Of two processes that seal at once one writes the number; the other finds it there. */
const keep = async (db: DatabasePool, seal: Seal): Promise<boolean> => {
  const { no, at, position, count, hash, marksHash, previous, marks, signature } = seal;
  const { rowCount } = await db.query(sql.unsafe`
    WITH kept AS (
      INSERT INTO master.log_seal (no, at, position, count, hash, marks_hash, previous, marks, signature)
      VALUES (${no}, ${at}, ${position}, ${count}, ${hash}, ${marksHash}, ${previous}, ${sql.binary(marks)}, ${signature})
      ON CONFLICT (no) DO NOTHING RETURNING no)
    UPDATE master.log_seal_key SET newest = kept.no FROM kept`);
  return rowCount > 0;
};

/** The log of now is not the one that was sealed: shorter, or with another event at the seal's place; or a seal is gone. */
export class LogDiffers extends Error {
  constructor(how: string) {
    super(`${how}，没有封存；请先校验`);
    this.name = 'LogDiffers';
  }
}
/** @throws {LogDiffers} where the newest seal that was made is gone: another one would take its number. */
const lastOfAll = async (db: DatabasePool): Promise<LastSeal> => {
  // The key's row first, for a seal may be made between.
  const key = await sealKey(db);
  const last = await lastSeal(db);
  const no = last?.no ?? 0;
  if (key !== null && key.newest > no) throw new LogDiffers(`第 ${no + 1} 号封印不见了`);
  return last;
};
const Tail = z.object({ mark: z.string() });
/** Whether the last sealed event lies where it lay: one look, before more is built on it. */
const continues = async ({ master, written }: SealDeps, { no, lies }: NonNullable<LastSeal>): Promise<boolean> => {
  const mark = await master.oneFirst(sql.type(Tail)`
    SELECT encode(substring(marks FROM octet_length(marks) - ${MARK_BYTES - 1}), 'hex') AS mark
    FROM master.log_seal WHERE no = ${no}`);
  // By its stream: a store whose positions are bytes is asked for none that no event has.
  const [there = null] = (await written.marks?.at([lies])) ?? [];
  const [event] = there === null ? [] : await written.read(there.stream, there.revision, 1);
  return event?.position === lies && digestOf(event).toString('hex', 0, MARK_BYTES) === mark;
};

/**
 * Seals every event that is in the log now and under no seal; answers the seals it made, none when there was nothing.
 * `rest`s between events where nobody waits for it.
 * @throws {KeyLost}
 * @throws {LogDiffers}
 */
export const sealLog = async (deps: SealDeps, signal: AbortSignal, rest: Rest): Promise<readonly Seal[]> => {
  const head = await deps.written.head();
  const made: Seal[] = [];
  const newest = await lastOfAll(deps.master);
  if (newest !== null && (newest.lies > head || !(await continues(deps, newest))))
    throw new LogDiffers(`现在的日志在位置 ${newest.position} 与第 ${newest.no} 号封印不符`);
  for (let last = newest; (last?.lies ?? -1) < head && !signal.aborted;) {
    const { privateKey } = await keyPair(deps.master, deps.secrets);
    const { marks, ...body } = await bodyOf(deps, last, { until: head, signal, rest });
    if (marks.length === 0) break;
    const signature = sign(null, Buffer.from(sealText(body)), privateKey).toString('base64');
    const seal = { ...body, marks, signature };
    if (await keep(deps.master, seal)) made.push(seal);
    last = await lastSeal(deps.master);
  }
  return made;
};

const Whole = Body.extend({ marks: z.string() });
/** All of them, in their order. */
export const allSeals = async (db: DatabasePool): Promise<readonly Seal[]> => {
  const rows = await db.any(sql.type(Whole)`
    SELECT ${BODY}, encode(marks, 'base64') AS marks FROM master.log_seal ORDER BY no`);
  return rows.map(({ marks, ...row }) => ({ ...unmarked(row), marks: Buffer.from(marks, 'base64') }));
};

/** What a log is reckoned against; the key's row first, for a seal may be made between. */
export const sealEvidence = async (db: DatabasePool) => {
  const key = await sealKey(db);
  return { publicKey: key?.public_key ?? null, newest: key?.newest ?? 0, seals: await allSeals(db) };
};

const Lies = z.object({ no: z.int(), lies: z.int() });
/** Where the last event of each seal lies now, by its number. */
export const sealPlaces = async (db: DatabasePool): Promise<ReadonlyMap<number, number>> => {
  const rows = await db.any(sql.type(Lies)`SELECT no, ${LIES} AS lies FROM master.log_seal s ORDER BY no`);
  return new Map(rows.map(({ no, lies }) => [no, lies]));
};

const Listed = Body.extend({ added: z.int() });
type Paging = { readonly pageIndex: number; readonly pageSize: number };
/** The newest first. */
export const sealPage = async (db: DatabasePool, { pageIndex, pageSize }: Paging) => {
  const newest = (await lastSeal(db))?.no ?? 0;
  const until = newest - (pageIndex - 1) * pageSize;
  const rows = await db.any(sql.type(Listed)`
    SELECT ${BODY}, octet_length(marks) / ${MARK_BYTES} AS added FROM master.log_seal
    WHERE no <= ${until} AND no > ${until - pageSize} ORDER BY no DESC`);
  const list = rows.map(({ added, ...row }): SealRow => {
    const seal = unmarked(row);
    const { no, at, position, count, signature } = seal;
    return { no, at, position, count, added, digest: sealDigest(seal), text: sealText(seal), signature };
  });
  return { list, count: newest, pageIndex, pageSize };
};
