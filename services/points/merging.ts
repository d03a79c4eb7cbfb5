/**
 * Two records of one person become one, and apart again (R50, R95). The row that is merged is disabled, so that its telephone
 * is free; its points and its stored value are posted over. A row of customer_merge says how far it came: what a crash left half done goes on with the
 * next try of the same command, or at the next start.
 */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { NOBODY, type Actor } from '../contracts/user.ts';
import { lockRow, updateLocked, type MasterRow, type MasterTable } from '../platform/rows/master.ts';
import { isErased } from '../platform/rows/personal-rows.ts';
import { endShopperSessions } from '../shopper/contract.ts';
import { carryOver, type Accounts } from './carry-over.ts';
import type { CustomerMerge } from './contract.ts';

export const MERGES_SQL = `CREATE TABLE master.customer_merge (
  id bigint PRIMARY KEY,
  keep_id bigint NOT NULL,
  merge_id bigint NOT NULL,
  reason text NOT NULL,
  status_before text NOT NULL,
  step text NOT NULL CHECK (step IN ('merging', 'merged', 'parting', 'parted')),
  points bigint NOT NULL DEFAULT 0,
  by_id bigint NOT NULL,
  by_name text NOT NULL,
  at timestamptz NOT NULL,
  parted_by text NOT NULL DEFAULT '',
  parted_reason text NOT NULL DEFAULT '',
  parted_at timestamptz
);
CREATE UNIQUE INDEX customer_merge_one ON master.customer_merge (merge_id) WHERE step <> 'parted';
CREATE INDEX customer_merge_keep ON master.customer_merge (keep_id);
CREATE INDEX customer_merge_open ON master.customer_merge (id) WHERE step IN ('merging', 'parting');`;

/** Who was parted from whom is looked for from both sides. */
export const PARTED_SQL = `CREATE INDEX customer_merge_parted ON master.customer_merge (merge_id) WHERE step = 'parted';`;

const CUSTOMER: MasterTable = { name: 'customer', key: 'id' };
const Merge = z.object({
  id: z.int(),
  keepId: z.int(),
  mergeId: z.int(),
  reason: z.string(),
  statusBefore: z.string(),
  step: z.enum(['merging', 'merged', 'parting', 'parted']),
  points: z.int(),
  byId: z.int(),
  byName: z.string(),
});
type Merge = z.infer<typeof Merge>;
const MERGE = sql.fragment`id, keep_id AS "keepId", merge_id AS "mergeId", reason, status_before AS "statusBefore", step, points,
  by_id AS "byId", by_name AS "byName"`;

export type MergeDeps = Accounts & {
  readonly pool: DatabasePool;
  /** Numbers of pending documents that name the customer. */
  readonly pendingOf: (customerId: number) => Promise<readonly string[]>;
  readonly changed: () => void;
};
type MergeStep = { readonly position: number };

const conflict = (code: string, message: string, data?: unknown): Refusal =>
  refuse('conflict', code, message, data === undefined ? {} : { data });
const nameOf = (row: MasterRow): string => String(row['name']);

/** Both rows, locked in the order of their ids, so that two merges cannot wait for each other. */
const bothLocked = async (
  tx: CommonQueryMethods,
  { keepId, mergeId }: Pick<Merge, 'keepId' | 'mergeId'>,
): Promise<{ readonly keep: MasterRow | null; readonly merge: MasterRow | null }> => {
  const rows = new Map<number, MasterRow | null>();
  for (const id of [keepId, mergeId].toSorted((left, right) => left - right))
    rows.set(id, await lockRow(tx, CUSTOMER, id));
  return { keep: rows.get(keepId) ?? null, merge: rows.get(mergeId) ?? null };
};

const setRow = (tx: CommonQueryMethods, before: MasterRow, change: MasterRow, by: Actor) => {
  const row = {
    id: before['id'],
    ...change,
    revision: Number(before['revision']) + 1,
    updated_at: by.now.toISOString(),
  };
  return updateLocked(tx, CUSTOMER, { before, row }, by);
};

const whyNotMerged = (keep: MasterRow | null, merge: MasterRow | null): Refusal | null => {
  if (keep === null) return refuseField('merge.keep', 'keepId', '保留的客户不存在');
  if (merge === null) return refuseField('merge.merge', 'mergeId', '被合并的客户不存在');
  if (keep['walk_in'] === true || merge['walk_in'] === true) return conflict('merge.walk_in', '散客不能合并');
  if (isErased(keep) || isErased(merge)) return conflict('merge.erased', '已注销的客户不能合并');
  if (keep['status'] !== '2') return conflict('merge.keep_disabled', `保留的客户${nameOf(keep)}已停用`);
  return null;
};
const Found = z.object({ found: z.boolean() });
/** Chains would hide whose points are whose: what came in is parted first. */
const isMerged = (tx: CommonQueryMethods, id: number, as: 'keep_id' | 'merge_id'): Promise<boolean> =>
  tx.oneFirst(sql.type(Found)`
    SELECT EXISTS (SELECT 1 FROM master.customer_merge WHERE ${sql.identifier([as])} = ${id}::bigint AND step <> 'parted') AS found`);

const stepTo = (db: CommonQueryMethods, id: number, step: Merge['step'], points?: number) =>
  db.query(sql.unsafe`
    UPDATE master.customer_merge SET step = ${step}${points === undefined ? sql.fragment`` : sql.fragment`, points = ${points}`}
    WHERE id = ${id}`);

/** The row that is to be merged, locked with the one that stays; or why they are not merged. */
const mergeable = async (
  tx: CommonQueryMethods,
  pair: Pick<Merge, 'keepId' | 'mergeId'>,
): Promise<MasterRow | Refusal> => {
  const { keepId, mergeId } = pair;
  const { keep, merge } = await bothLocked(tx, pair);
  const refused = whyNotMerged(keep, merge);
  if (keep === null || merge === null || refused !== null) return refused ?? conflict('merge.gone', '客户不存在');
  if (await isMerged(tx, mergeId, 'merge_id')) return conflict('merge.twice', `客户${nameOf(merge)}已合并到其他客户`);
  if (await isMerged(tx, keepId, 'merge_id')) return conflict('merge.kept', `客户${nameOf(keep)}已合并到其他客户`);
  return (await isMerged(tx, mergeId, 'keep_id'))
    ? conflict('merge.chain', `已有客户合并到${nameOf(merge)}，请先撤销那次合并`)
    : merge;
};
const mergeKnown = (tx: CommonQueryMethods, id: number) =>
  tx.maybeOne(sql.type(Merge)`SELECT ${MERGE} FROM master.customer_merge WHERE id = ${id}`);

/** The row joined to the one that stays, and what is to be done about it written down; `known` when that was done before. */
const begin = (
  { pool }: MergeDeps,
  { id, keepId, mergeId, reason }: CustomerMerge & { readonly id: number },
  by: Actor,
): Promise<Refusal | 'begun' | 'known'> =>
  pool.transaction(async (tx) => {
    if ((await mergeKnown(tx, id)) !== null) return 'known';
    const merge = await mergeable(tx, { keepId, mergeId });
    if (isRefusal(merge)) return merge;
    await tx.query(sql.unsafe`
      INSERT INTO master.customer_merge (id, keep_id, merge_id, reason, status_before, step, by_id, by_name, at)
      VALUES (${id}, ${keepId}, ${mergeId}, ${reason}, ${String(merge['status'])}, 'merging', ${by.user.id},
        ${by.user.nickName}, ${by.now.toISOString()}::timestamptz)`);
    await setRow(tx, merge, { status: '1', merged_into: keepId }, by);
    return 'begun';
  });

const partRows = async (tx: CommonQueryMethods, { keepId, mergeId, statusBefore }: Merge, by: Actor): Promise<void> => {
  const { merge } = await bothLocked(tx, { keepId: mergeId, mergeId });
  if (merge !== null) await setRow(tx, merge, { status: statusBefore, merged_into: null }, by);
  await endShopperSessions(tx, [keepId, mergeId]);
};

/** All that the merged one has goes over to the one that stays; refused while documents keep some. */
const postOver = async (deps: MergeDeps, merge: Merge, by: Actor): Promise<MergeStep | Refusal> => {
  const { id, keepId: to, mergeId: from } = merge;
  const done = await carryOver(deps, id, { from, to, doing: 'merge', points: null }, by);
  if (!isRefusal(done)) await stepTo(deps.pool, id, 'merged', done.points);
  return done;
};
/** The same back; refused when it is spent. */
const postBack = async (deps: MergeDeps, merge: Merge, by: Actor): Promise<MergeStep | Refusal> => {
  const { id, keepId: from, mergeId: to, points } = merge;
  const done = await carryOver(deps, id, { from, to, doing: 'part', points }, by);
  if (!isRefusal(done)) await stepTo(deps.pool, id, 'parted');
  return done;
};

const mergeOf = (pool: CommonQueryMethods, id: number) =>
  pool.one(sql.type(Merge)`SELECT ${MERGE} FROM master.customer_merge WHERE id = ${id}`);

/** The row as it was before; nothing was posted over yet. */
const undo = ({ pool }: MergeDeps, merge: Merge, by: Actor): Promise<void> =>
  pool.transaction(async (tx) => {
    await partRows(tx, merge, by);
    await tx.query(sql.unsafe`DELETE FROM master.customer_merge WHERE id = ${merge.id}`);
  });
/** A refusal undoes what the row was changed to. */
const goOnMerging = async (deps: MergeDeps, merge: Merge, by: Actor): Promise<MergeStep | Refusal> => {
  const done = await postOver(deps, merge, by);
  if (!isRefusal(done)) return done;
  await undo(deps, merge, by);
  return done;
};
const goOnParting = async (deps: MergeDeps, merge: Merge, by: Actor): Promise<MergeStep | Refusal> => {
  const done = await postBack(deps, merge, by);
  if (!isRefusal(done)) return done;
  await deps.pool.transaction(async (tx) => {
    const { merge: row } = await bothLocked(tx, merge);
    if (row !== null) await setRow(tx, row, { status: '1', merged_into: merge.keepId }, by);
    await stepTo(tx, merge.id, 'merged');
  });
  return done;
};

/** Documents that would stay with a record that is gone. */
const whyPending = async ({ pendingOf }: MergeDeps, mergeId: number): Promise<Refusal | null> => {
  const pending = await pendingOf(mergeId);
  if (pending.length === 0) return null;
  return conflict(
    'merge.pending',
    `被合并的客户还有未审核的单据：${pending.join('、')}`,
    pending.map((no) => ({ no, message: '未审核' })),
  );
};
/** Some of it went over already: from there on there is no way back but parting. */
const isPosting = async ({ points, balances }: MergeDeps, { id, mergeId }: Merge): Promise<boolean> =>
  (await points.stateOf(mergeId)).moves.has(`${id}/merge`) ||
  Object.keys(await balances.mergedOf(mergeId, id)).length > 0;
/**
 * A document that was judged while the row was still its own: looked for again, now that no other is, and by whoever goes on
 * with a merge that a crash broke off.
 */
const whyPendingNow = async (deps: MergeDeps, merge: Merge): Promise<Refusal | null> =>
  (await isPosting(deps, merge)) ? null : whyPending(deps, merge.mergeId);
/** A merge that is written down goes on to its end, or is as if it had never been. */
const goOn = async (deps: MergeDeps, merge: Merge, by: Actor): Promise<MergeStep | Refusal> => {
  const meanwhile = await whyPendingNow(deps, merge);
  if (meanwhile === null) return goOnMerging(deps, merge, by);
  await undo(deps, merge, by);
  return meanwhile;
};
/** Why it would be refused now; 'known': it was begun before, and judged then. */
export const foreseeMerge = async (
  deps: MergeDeps,
  { id, keepId, mergeId }: Pick<Merge, 'id' | 'keepId' | 'mergeId'>,
): Promise<Refusal | 'known' | null> => {
  if ((await mergeKnown(deps.pool, id)) !== null) return 'known';
  const pending = await whyPending(deps, mergeId);
  if (pending !== null) return pending;
  const merge = await mergeable(deps.pool, { keepId, mergeId });
  return isRefusal(merge) ? merge : null;
};
export const mergeCustomers = async (
  deps: MergeDeps,
  asked: CustomerMerge & { readonly id: number },
  by: Actor,
): Promise<MergeStep | Refusal> => {
  const before = await whyPending(deps, asked.mergeId);
  if (before !== null) return before;
  const begun = await begin(deps, asked, by);
  if (isRefusal(begun)) return begun;
  deps.changed();
  const merge = await mergeOf(deps.pool, asked.id);
  const done = merge.step === 'merging' ? await goOn(deps, merge, by) : { position: -1 };
  deps.changed();
  return done;
};

/** Written down once, whoever else parts them at the same time; of whoever was erased nothing is there to come back. */
const beginParting = (
  { pool }: MergeDeps,
  merge: Merge,
  { reason, by }: { readonly reason: string; readonly by: Actor },
): Promise<Refusal | null> =>
  pool.transaction(async (tx) => {
    const rows = Object.values(await bothLocked(tx, merge));
    if (rows.some((row) => row !== null && isErased(row))) return conflict('merge.erased', '客户已注销，不能撤销合并');
    const { rowCount } = await tx.query(sql.unsafe`
      UPDATE master.customer_merge SET step = 'parting', parted_by = ${by.user.nickName}, parted_reason = ${reason},
        parted_at = ${by.now.toISOString()}::timestamptz WHERE id = ${merge.id} AND step = 'merged'`);
    if (rowCount > 0) await partRows(tx, merge, by);
    return null;
  });
/** The merge that is to be undone; `step` says how far that came. */
export const standingMerge = async (
  { pool }: Pick<MergeDeps, 'pool'>,
  { keepId, mergeId }: Pick<Merge, 'keepId' | 'mergeId'>,
): Promise<Merge | Refusal> => {
  const merge = await pool.maybeOne(sql.type(Merge)`
    SELECT ${MERGE} FROM master.customer_merge
    WHERE merge_id = ${mergeId}::bigint AND keep_id = ${keepId}::bigint AND step <> 'parted'`);
  if (merge === null) return conflict('merge.none', '这两位客户没有合并，或已撤销');
  return merge.step === 'merging' ? conflict('merge.busy', '正在合并，请稍后再试') : merge;
};
/** The row is itself again before the points go back: a telephone that is taken by now refuses first. */
export const partCustomers = async (deps: MergeDeps, asked: CustomerMerge, by: Actor): Promise<MergeStep | Refusal> => {
  const { reason } = asked;
  const merge = await standingMerge(deps, asked);
  if (isRefusal(merge)) return merge;
  if (merge.step === 'merged') {
    const refused = await beginParting(deps, merge, { reason, by });
    if (refused !== null) return refused;
  }
  const done = await goOnParting(deps, merge, by);
  deps.changed();
  return done;
};

/** What a crash left half done, for whoever began it. */
export const finishMerges = async (deps: MergeDeps, now: () => Date): Promise<void> => {
  const open = await deps.pool.any(sql.type(Merge)`
    SELECT ${MERGE} FROM master.customer_merge WHERE step IN ('merging', 'parting') ORDER BY id LIMIT 100`);
  for (const merge of open) {
    const user = { ...NOBODY, id: merge.byId, nickName: merge.byName, username: merge.byName };
    const by: Actor = { user, now: now(), key: `merge-${merge.id}`, requestId: `merge-${merge.id}` };
    await (merge.step === 'merging' ? goOn(deps, merge, by) : goOnParting(deps, merge, by));
  }
  if (open.length > 0) deps.changed();
};
