/** Statements over the claims of `master.command`. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { PLACE_NOW } from '../event-store/log-move/command-answers.ts';
import type { Entry } from '../operation-log/entry.ts';
import { TRACE_COLUMNS } from '../operation-log/table.ts';
import type { Command } from './command.ts';

/** A running row that nobody renewed for this long belongs to a process that died. */
const ABANDONED = '6 seconds';
const KEEP = '7 days';

/** What becomes a row; `entry` is absent where no log shows it, or another row does. */
export type Claim = { readonly command: Command; readonly firstId: number | null; readonly entry: Entry | undefined };
/** `fresh`: made by this claim, with its entry; otherwise an earlier try's row is taken over. */
const Row = z.object({
  id: z.int(),
  userId: z.int(),
  key: z.string(),
  ids: z.array(z.int()),
  requestId: z.string(),
  fresh: z.boolean(),
});
const Claimed = z.object({
  claimed: z.array(Row),
  traced: z.array(z.object({ id: z.int(), requestId: z.string() })),
});
const Found = z.object({
  route: z.string(),
  bodyHash: z.string(),
  answer: z.unknown(),
  ids: z.array(z.int()),
  message: z.string(),
  placeNow: z.int().nullable(),
});
const Id = z.object({ id: z.int() });
const Seen = z.object({ userId: z.int(), key: z.string() });
const Nothing = z.object({});

const NO_ENTRY = {
  title: '',
  oper_url: '',
  oper_param: '',
  message: '',
  status: '2',
  http_status: 0,
  latency_ms: 0,
  oper_name: '',
  oper_ip: '',
  user_agent: '',
  request_id: '',
};
const rowOf = ({ command: { userId, key, route, bodyHash }, firstId, entry }: Claim) => ({
  oper_time: new Date().toISOString(),
  ...(entry ?? NO_ENTRY),
  user_id: userId,
  key,
  route,
  body_hash: bodyHash,
  ids: firstId === null ? [] : [firstId],
  logged: entry !== undefined,
});

/** One statement: what is claimed has its trace, and so has what repeats another, whatever ends this process next. */
export const claimAndTrace = (db: CommonQueryMethods, owner: string, claims: readonly Claim[]) =>
  db.one(sql.prepared('claim commands', Claimed)`
    WITH t AS MATERIALIZED (
      SELECT * FROM jsonb_populate_recordset(null::master.command, ${JSON.stringify(claims.map(rowOf))}::jsonb)),
    claimed AS (
      INSERT INTO master.command AS c (claimed, owner, body_hash, ids, logged, ${TRACE_COLUMNS})
      SELECT true, ${owner}::uuid, body_hash, ids, logged, ${TRACE_COLUMNS} FROM t
      ON CONFLICT (user_id, key) WHERE claimed DO UPDATE SET owner = excluded.owner, renewed_at = now()
      WHERE c.answer IS NULL AND c.route = excluded.route AND c.body_hash = excluded.body_hash
        AND (c.owner IS NULL OR c.owner = excluded.owner OR c.renewed_at < now() - ${ABANDONED}::interval)
      RETURNING id, user_id AS "userId", key, ids, request_id AS "requestId", xmax = 0 AS fresh),
    traced AS (
      INSERT INTO master.command (logged, ${TRACE_COLUMNS}) SELECT true, ${TRACE_COLUMNS} FROM t
      WHERE t.logged
        AND NOT EXISTS (SELECT FROM claimed WHERE fresh AND claimed."userId" = t.user_id AND claimed.key = t.key)
      RETURNING id, request_id AS "requestId")
    SELECT (SELECT coalesce(json_agg(claimed), '[]') FROM claimed) AS claimed,
      (SELECT coalesce(json_agg(traced), '[]') FROM traced) AS traced`);

export const findClaim = (db: CommonQueryMethods, { userId, key }: Command) =>
  db.maybeOne(sql.type(Found)`
    SELECT route, body_hash AS "bodyHash", answer, ids, message, ${PLACE_NOW} AS "placeNow"
    FROM master.command WHERE user_id = ${userId} AND key = ${key} AND claimed`);

/** Which of the keys are taken, by whatever process and however far it came. */
export const seenClaims = async (db: CommonQueryMethods, commands: readonly Command[]): Promise<readonly boolean[]> => {
  const wanted = commands.map(({ userId, key }) => [userId, key]);
  const found = await db.any(sql.prepared('seen commands', Seen)`
    SELECT c.user_id AS "userId", c.key FROM ${sql.unnest(wanted, ['int8', 'text'])} AS t (user_id, key)
    JOIN master.command AS c ON c.user_id = t.user_id AND c.key = t.key AND c.claimed`);
  const seen = new Set(found.map(({ userId, key }) => `${userId}/${key}`));
  return commands.map(({ userId, key }) => seen.has(`${userId}/${key}`));
};

/** `outcome` goes into the same row where its trace is that row. */
export type ClaimAnswer = { readonly id: number; readonly answer: object; readonly outcome: Entry | undefined };
export const keepAnswers = (db: CommonQueryMethods, answers: readonly ClaimAnswer[]) => {
  const rows = answers
    .toSorted((left, right) => left.id - right.id)
    .map(({ id, answer, outcome }) => ({ id, answer, ...outcome }));
  return db.query(sql.prepared('keep answers', Nothing)`
    UPDATE master.command AS c SET answer = t.answer, owner = NULL, message = coalesce(t.message, c.message),
      status = coalesce(t.status, c.status), http_status = coalesce(t.http_status, c.http_status),
      latency_ms = coalesce(t.latency_ms, c.latency_ms)
    FROM jsonb_populate_recordset(null::master.command, ${JSON.stringify(rows)}::jsonb) AS t WHERE c.id = t.id`);
};

/** `outcome` as for {@link ClaimAnswer}. */
export type FreedClaim = { readonly id: number; readonly outcome: Entry | undefined };
/** A refused command leaves its key free, and its row to the log. */
export const freeClaims = (db: CommonQueryMethods, freed: readonly FreedClaim[]) => {
  const rows = freed.toSorted((left, right) => left.id - right.id).map(({ id, outcome }) => ({ id, ...outcome }));
  return db.query(sql.prepared('free claims', Nothing)`
    UPDATE master.command AS c SET claimed = false, owner = NULL, message = coalesce(t.message, c.message),
      status = coalesce(t.status, c.status), http_status = coalesce(t.http_status, c.http_status),
      latency_ms = coalesce(t.latency_ms, c.latency_ms)
    FROM jsonb_populate_recordset(null::master.command, ${JSON.stringify(rows)}::jsonb) AS t WHERE c.id = t.id`);
};

/** A failed one keeps its key and its ids for the next try. */
export const disownClaim = (db: CommonQueryMethods, id: number) =>
  db.query(sql.unsafe`UPDATE master.command SET owner = NULL WHERE id = ${id}`);

export const bindId = (db: CommonQueryMethods, claim: number, id: number): Promise<number> =>
  db.oneFirst(sql.type(Id)`
    UPDATE master.command SET ids = ids || ${id}::bigint WHERE id = ${claim} RETURNING ids[cardinality(ids)] AS id`);

export const renewClaims = (db: CommonQueryMethods, owner: string, commands: readonly Command[]) => {
  const rows = commands.map(({ userId, key }) => [userId, key]);
  return db.query(sql.unsafe`
    UPDATE master.command AS c SET renewed_at = now() FROM ${sql.unnest(rows, ['int8', 'text'])} AS t (user_id, key)
    WHERE c.user_id = t.user_id AND c.key = t.key AND c.claimed AND c.owner = ${owner}`);
};

/** What no log shows is kept for a week, unless it was lost; the log only grows (R30), and its claims with it. */
export const pruneClaims = (db: CommonQueryMethods) =>
  db.query(
    sql.unsafe`DELETE FROM master.command WHERE NOT logged AND lost_at IS NULL AND oper_time < now() - ${KEEP}::interval`,
  );
