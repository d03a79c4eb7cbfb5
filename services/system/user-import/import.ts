/** Reads an uploaded table of people and writes all of it or nothing (R125). */
import type { ExceptionDesk } from '../../contracts/exception.ts';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import type { MasterLookup } from '../../contracts/master-lookup.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../../contracts/refusal.ts';
import type { Actor, Upload } from '../../contracts/route.ts';
import { LISTS } from '../../contracts/values.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import type { Sessions } from '../../platform/auth/sessions.ts';
import { insertRows, lockRow } from '../../platform/rows/master.ts';
import { writeRevised } from '../../platform/rows/revised-row.ts';
import { MAX_SHOWN_PROBLEMS, refuseRows, type RowProblem } from '../../platform/table-files/refuse-rows.ts';
import type { TableFiles } from '../../platform/table-files/table-files.ts';
import type { WireIds } from '../../platform/streams/wire-ids.ts';
import { keysOfRoles } from '../grants.ts';
import { problemOfFirst } from '../password-policy.ts';
import { endRoleless } from '../role-holders.ts';
import { settingOf } from '../setting.ts';
import { USERS } from '../tables.ts';
import { columnsOf } from '../user-body.ts';
import { judgeRows, type JudgedRows } from './judge.ts';
import { placesOf } from './assignments.ts';
import { labelOf, rowsOf, type SheetRow } from './sheet.ts';

export type UserImportDeps = {
  readonly db: DatabasePool;
  readonly sessions: Sessions;
  readonly lookup: Pick<MasterLookup, 'forget'>;
  readonly files: TableFiles;
  readonly ids: Pick<WireIds, 'several'>;
  readonly exceptions: ExceptionDesk;
};
export type ImportResult = { readonly created: number; readonly updated: number };

/** The rows of the file, which is gone afterwards. */
const readRows = async (files: TableFiles, upload: Upload, userId: number): Promise<readonly SheetRow[] | Refusal> => {
  const received = await files.receive(upload, userId);
  if (isRefusal(received)) return received;
  try {
    const table = await files.load(userId, received.fileId);
    if (isRefusal(table)) return table;
    if (table.rows.length > LISTS.importUsers)
      return refuseField('user.import_many', 'file', `一次最多导入${LISTS.importUsers}个用户，请拆分文件`);
    const read = rowsOf(table);
    if ('rows' in read) return read.rows;
    return refuseField('user.import_columns', 'file', `表中缺少“${read.missing.join('、')}”列，请使用导入模板`);
  } finally {
    await files.drop(userId, received.fileId);
  }
};

/** The password of new people, hashed once: they all change it at their first sign-in. */
const initialOf = async (
  tx: CommonQueryMethods,
  created: JudgedRows['created'],
): Promise<{ readonly hash: string } | { readonly problems: readonly RowProblem[] } | Refusal> => {
  const password = await settingOf(tx, 'sys_user_initPassword');
  if (password === null || password === '')
    return refuse('conflict', 'user.no_initial', '没有设置用户初始密码，请先在系统设置中填写');
  const keys = new Map<string, ReadonlySet<string>>();
  const problems: RowProblem[] = [];
  for (const { row, username, roleIds = [] } of created) {
    const name = roleIds.join();
    const held = keys.get(name) ?? (await keysOfRoles(tx, roleIds));
    keys.set(name, held);
    const problem = await problemOfFirst(tx, { password, username, keys: held });
    if (problem !== null) problems.push({ row, field: labelOf('username'), message: `初始密码不合要求：${problem}` });
    if (problems.length >= MAX_SHOWN_PROBLEMS) break;
  }
  return problems.length > 0 ? { problems } : { hash: await hashPassword(password) };
};

/** What a new person's row may leave out, shops not (R155); all rows of one insert name the same columns. */
const UNSAID = { sex: '0', status: '2', remark: '', post_id: null, role_ids: [] };
const create = async (
  tx: CommonQueryMethods,
  created: JudgedRows['created'],
  { ids, hash, by }: { readonly ids: readonly number[]; readonly hash: string; readonly by: Actor },
): Promise<void> => {
  const rows = created.map(({ row: _row, ...person }, index) => ({
    ...UNSAID,
    ...columnsOf(person),
    id: ids[index],
    password_hash: hash,
    must_change_password: true,
    created_at: by.now.toISOString(),
  }));
  await insertRows(
    tx,
    USERS,
    rows.map((row) => ({ row, by })),
  );
};

type Outcome = ImportResult | Refusal;
const WRONG = { code: 'user.import_rows' };
const write = async (
  deps: UserImportDeps,
  { rows, updateSupport }: { readonly rows: readonly SheetRow[]; readonly updateSupport: boolean },
  by: Actor,
): Promise<Outcome> => {
  const ids = await deps.ids.several(rows.length);
  return deps.db.transaction(async (tx): Promise<Outcome> => {
    const places = await placesOf(tx);
    const judged = await judgeRows({ tx, by, rows, places, updateSupport });
    if ('problems' in judged) return refuseRows(judged.problems, WRONG);
    if (judged.created.length > 0) {
      const initial = await initialOf(tx, judged.created);
      if (isRefusal(initial)) return initial;
      if ('problems' in initial) return refuseRows(initial.problems, WRONG);
      await create(tx, judged.created, { ids, hash: initial.hash, by });
    }
    for (const { row: _row, id, ...person } of judged.updated) {
      const before = await lockRow(tx, USERS, id);
      if (before === null) continue;
      await writeRevised(tx, USERS, { before, changes: columnsOf(person) }, by);
      if (person.roleIds !== undefined) await endRoleless(tx, { userId: id });
    }
    return { created: judged.created.length, updated: judged.updated.length };
  });
};

export const importUsers = async (
  deps: UserImportDeps,
  { upload, updateSupport }: { readonly upload: Upload; readonly updateSupport: boolean },
  by: Actor,
): Promise<Outcome> => {
  const rows = await readRows(deps.files, upload, by.user.id);
  if (isRefusal(rows)) return rows;
  const outcome = await write(deps, { rows, updateSupport }, by);
  deps.sessions.forget();
  deps.lookup.forget();
  if (!isRefusal(outcome)) {
    const { created, updated } = outcome;
    const what = `导入用户：新增${created}人，更新${updated}人，连同所填的角色和分店`;
    if (created + updated > 0) await deps.exceptions.note({ kind: 'rights-widened', shopId: null, what }, by);
  }
  return outcome;
};
