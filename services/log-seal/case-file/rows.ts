/** Case files as they are asked for, kept and shown; each change of a row is in the change log. */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { momentOrNothing } from '../../contracts/dates.ts';
import { refuse, type Refusal } from '../../contracts/refusal.ts';
import { seesCost, seesPersons, shopScope, type SessionUser } from '../../contracts/user.ts';
import {
  insertRow,
  lockRow,
  updateLocked,
  updateRow,
  type ChangedBy,
  type MasterRow,
  type MasterTable,
} from '../../platform/rows/master.ts';
import { judge } from '../../platform/base/text-search.ts';
import { IS_DEAD, shownAs } from '../signs-of-life.ts';
import { CaseFileRow, KEPT_DAYS, type CaseKind, type CaseState } from './contract.ts';
import { LOCKS } from '../../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../../platform/locks/lock-until-commit.ts';

const TABLE: MasterTable = { name: 'case_file', key: 'id' };
const MOST_RUNNING = 3;
/** Archives that lie ready; the oldest of more go. */
const MOST_READY = 100;
const BUSY = refuse('too-many', 'case_file.busy', `同时最多制作${MOST_RUNNING}份卷宗，请稍候`);
const DIED = '制作时服务停止了，请重新制作';

const Id = z.object({ id: z.int() });
const settleDead = (tx: CommonQueryMethods) =>
  tx.query(sql.unsafe`
    UPDATE master.case_file SET state = 'failed', result = ${DIED}, ended_at = heard_at WHERE ${IS_DEAD}`);

export type NewCase = {
  readonly id: number;
  readonly kind: CaseKind;
  readonly about: string;
  /** ISO 8601. */
  readonly at: string;
  readonly shopId: number;
  readonly shopName: string;
};
/** Enters it; null when it may begin. A repeat after a crash finds it entered and begins again. */
export const begin = (db: DatabasePool, made: NewCase, by: ChangedBy): Promise<Refusal | null> =>
  db.transaction(async (tx) => {
    // Two at once: the second waits here and counts the first.
    await lockUntilCommit(tx, LOCKS.caseFile);
    await settleDead(tx);
    const again = await tx.query(sql.unsafe`
      UPDATE master.case_file SET state = 'running', result = '', heard_at = now() WHERE id = ${made.id}`);
    if (again.rowCount > 0) return null;
    const running = await tx.any(sql.type(Id)`SELECT id FROM master.case_file WHERE state = 'running'`);
    if (running.length >= MOST_RUNNING) return BUSY;
    const { shopId, shopName, ...row } = made;
    const { user, now } = by;
    const who = { by_id: user.id, by_name: user.nickName, asked_at: now.toISOString() };
    const holds = { persons: seesPersons(user), cost: seesCost(user) };
    await insertRow(tx, TABLE, { ...row, ...who, ...holds, shop_id: shopId, shop_name: shopName }, by);
    return null;
  });

/** Progress is no change that anybody asks for later. */
export const tellProgress = (db: DatabasePool, id: number, percent: number): Promise<unknown> =>
  db.query(sql.unsafe`
    UPDATE master.case_file SET done = greatest(done, ${percent}), heard_at = now() WHERE id = ${id} AND state = 'running'`);
/** False where it is not being made any more: somebody was erased meanwhile, so what was made is nobody's. */
export const end = (
  db: DatabasePool,
  id: number,
  came: MasterRow & { readonly state: CaseState },
  by: ChangedBy,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const before = await lockRow(tx, TABLE, id);
    if (before?.['state'] !== 'running') return false;
    await updateLocked(tx, TABLE, { before, row: { id, ...came, ended_at: by.now.toISOString() } }, by);
    return true;
  });

/** Archives whose days are over, and the oldest where too many lie there: their rows say so. */
export const expire = async (db: DatabasePool, by: ChangedBy): Promise<readonly number[]> => {
  const old = await db.any(sql.type(Id)`
    SELECT id FROM (
      SELECT id, ended_at, row_number() OVER (ORDER BY ended_at DESC) AS nth FROM master.case_file WHERE state = 'ready') AS c
    WHERE nth > ${MOST_READY} OR ended_at < ${by.now.toISOString()}::timestamptz - make_interval(days => ${KEPT_DAYS})`);
  for (const { id } of old) await db.transaction((tx) => updateRow(tx, TABLE, { id, state: 'gone' }, by));
  return old.map(({ id }) => id);
};

const Stored = CaseFileRow.omit({ at: true, shopName: true, by: true, askedAt: true }).extend({
  at_ms: z.number(),
  shop_id: z.int(),
  shop_name: z.string(),
  by_id: z.int(),
  by_name: z.string(),
  reach: z.string(),
  asked_ms: z.number(),
});
export type StoredCase = z.infer<typeof Stored>;
const COLUMNS = sql.fragment`id, kind, about, extract(epoch FROM at)::float8 * 1000 AS at_ms, shop_id, shop_name, by_id, by_name, reach,
  extract(epoch FROM asked_at)::float8 * 1000 AS asked_ms, ${shownAs(DIED)}, done, total, digest, bytes, events, seal, persons, cost`;
const shown = ({
  at_ms: at,
  shop_id: _shop,
  shop_name: shopName,
  by_id: _by,
  by_name: by,
  reach: _reach,
  asked_ms: asked,
  ...row
}: StoredCase) => ({
  ...row,
  at: momentOrNothing(at),
  shopName,
  by,
  askedAt: momentOrNothing(asked),
});

export const caseFile = (db: DatabasePool, id: number): Promise<StoredCase | null> =>
  db.maybeOne(sql.type(Stored)`SELECT ${COLUMNS} FROM master.case_file WHERE id = ${id}`);

type Paging = { readonly pageIndex: number; readonly pageSize: number };
/** Of the user's shops, the newest first; his own alone where he does not see everybody's rows. */
export const casePage = async (db: DatabasePool, user: SessionUser, paging: Paging) => {
  const shops = shopScope(user);
  const own = shops === null ? null : sql.fragment`shop_id = ANY(${sql.array([...shops], 'int8')})`;
  const { pageIndex, pageSize } = paging;
  const { where, ...counted } = await judge(db, {
    from: sql.fragment`master.case_file AS c`,
    alias: 'c',
    conditions: [own, user.rows === 'all' ? null : sql.fragment`by_id = ${user.id}`],
  });
  const rows = await db.any(sql.type(Stored)`
    SELECT ${COLUMNS} FROM master.case_file AS c WHERE ${where}
    ORDER BY asked_at DESC, id DESC LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`);
  return { list: rows.map((row): CaseFileRow => shown(row)), ...counted, pageIndex, pageSize };
};
