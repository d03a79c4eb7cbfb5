/** Reckonings that were asked for on the page: one at a time, in the process that was asked. */
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { momentOrNothing } from '../contracts/dates.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/user.ts';
import type { CheckState, SealCheck } from './contract.ts';
import { publicKeyOf } from './key.ts';
import { sealEvidence, wholeLog, type SealDeps } from './seals.ts';
import { IS_DEAD, shownAs } from './signs-of-life.ts';
import { inWords, verifyLog } from './verify.ts';

const UNDER_WAY = refuse('conflict', 'log_seal.under_way', '正在校验，请稍候');
const NONE = refuse('conflict', 'log_seal.none', '还没有封印，请先封存');
const DIED = '校验时服务停止了，请重新校验';

/** Enters it; null when it may begin. */
export const beginCheck = async (
  db: DatabasePool,
  id: number,
  { user, now }: Pick<Actor, 'user' | 'now'>,
): Promise<Refusal | null> => {
  if ((await publicKeyOf(db)) === null) return NONE;
  await db.query(sql.unsafe`
    UPDATE master.log_seal_check SET state = 'failed', result = ${DIED}, ended_at = heard_at WHERE ${IS_DEAD}`);
  const { rowCount } = await db.query(sql.unsafe`
    INSERT INTO master.log_seal_check (id, by_name, asked_at)
    VALUES (${id}, ${user.nickName}, ${now.toISOString()}::timestamptz) ON CONFLICT DO NOTHING`);
  return rowCount > 0 ? null : UNDER_WAY;
};

const Stored = z.object({
  id: z.int(),
  by: z.string(),
  asked_ms: z.number(),
  ended_ms: z.number().nullable(),
  state: z.string(),
  done: z.int(),
  total: z.int(),
  result: z.string(),
});
const SHOWN = 10;
/** The newest first. */
export const checks = async (db: DatabasePool): Promise<SealCheck[]> => {
  const rows = await db.any(sql.type(Stored)`
    SELECT id, by_name AS by, extract(epoch FROM asked_at)::float8 * 1000 AS asked_ms,
      extract(epoch FROM ended_at)::float8 * 1000 AS ended_ms, done, total, ${shownAs(DIED)}
    FROM master.log_seal_check ORDER BY asked_at DESC, id DESC LIMIT ${SHOWN}`);
  return rows.map(({ asked_ms: asked, ended_ms: ended, state, ...row }) => ({
    ...row,
    state: state as CheckState,
    askedAt: momentOrNothing(asked),
    endedAt: momentOrNothing(ended),
  }));
};

type Progress = { readonly done: number; readonly total: number };
/** Not waited for on the way, so an earlier one may come in last: it never takes back what a later one said. */
const heard = (db: DatabasePool, id: number, { done, total }: Progress): Promise<unknown> =>
  db.query(sql.unsafe`
    UPDATE master.log_seal_check SET done = greatest(done, ${done}), total = ${total}, heard_at = now()
    WHERE id = ${id} AND state = 'running'`);
type Outcome = { readonly state: CheckState; readonly result: string } & Partial<Progress>;
const end = (
  { master, clock }: SealDeps,
  id: number,
  { state, result, done = 0, total = 0 }: Outcome,
): Promise<unknown> =>
  master.query(sql.unsafe`
    UPDATE master.log_seal_check SET state = ${state}, result = ${result}, done = greatest(done, ${done}),
      total = greatest(total, ${total}), ended_at = ${clock().toISOString()}::timestamptz
    WHERE id = ${id}`);

const reckoned = async (deps: SealDeps, id: number, signal: AbortSignal): Promise<void> => {
  const { master, written } = deps;
  const { seals, publicKey, newest } = await sealEvidence(master);
  const head = await written.head();
  const total = seals.at(-1)?.count ?? 0;
  const onProgress = (done: number): void => void heard(master, id, { done, total }).catch(() => undefined);
  onProgress(0);
  const events = wholeLog(written, head, signal);
  const verdict = await verifyLog({ seals, publicKey: publicKey ?? '', newest, events, onProgress });
  if (signal.aborted) return void (await end(deps, id, { state: 'failed', result: DIED }));
  const { damage, agreed } = verdict;
  const outcome =
    damage === null ? ({ state: 'agreed', done: total } as const) : ({ state: 'damaged', done: agreed } as const);
  await end(deps, id, { ...outcome, total, result: inWords(verdict) });
};
/** Never throws: what went wrong is its result. */
export const runCheck = async (deps: SealDeps, id: number, signal: AbortSignal): Promise<void> => {
  try {
    await reckoned(deps, id, signal);
  } catch (error) {
    deps.log.warn('the log was not reckoned', { error });
    await end(deps, id, { state: 'failed', result: '读不到日志，未能校验' }).catch(() => undefined);
  }
};
