/** Maintaining the registry of interfaces: titles and places are people's, the rest is the routes' (R122). */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { Ids } from '../contracts/envelope.ts';
import { RecordId } from '../contracts/ids.ts';
import { keysOf } from '../contracts/maintainers.ts';
import { isRefusal, refuse, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { listOfNames } from '../contracts/success.ts';
import { route } from '../contracts/route.ts';
import type { Actor, Answer, Call, Route } from '../contracts/route.ts';
import type { Sessions } from '../platform/auth/sessions.ts';
import { deleteLocked, updateRow } from '../platform/rows/master.ts';
import type { MasterRow } from '../platform/rows/master.ts';
import { lockSeen, lockSeveral, writeRevised } from '../platform/rows/revised-row.ts';
import { historyRoute } from '../platform/rows/row-history.ts';
import { ApiEdit, NewApi } from './api-body.ts';
import { APIS, MENUS } from './tables.ts';

export type ApiAdminDeps = { readonly db: DatabasePool; readonly sessions: Pick<Sessions, 'forget'> };
type ApiAnswer = Answer<number> | Refusal;
const EDITS = 'admin:sysApi:edit';
const MISSING = refuse('not-found', 'api.missing', '接口不存在或已删除');
const Id = z.object({ id: z.int() });

const refusePlace = async (tx: CommonQueryMethods, parentId: number | undefined): Promise<Refusal | null> => {
  if (parentId === undefined || parentId === 0) return null;
  const found = await tx.maybeOneFirst(sql.type(Id)`SELECT id FROM master.sys_menu WHERE id = ${parentId}`);
  return found === null ? refuseField('api.parent', 'parentId', '所属菜单不存在') : null;
};
const refuseLocked = (before: MasterRow, body: ApiEdit): Refusal | null => {
  for (const [name, label] of [
    ['path', '地址'],
    ['action', '类型'],
  ] as const) {
    const sent = body[name];
    if (sent !== undefined && sent !== before[name]) return refuseField('api.locked', name, `${label}不能修改`);
  }
  return null;
};
/** A title that differs from what its route says is people's from then on. */
const changesOf = (before: MasterRow, { title, parentId, sort }: ApiEdit): MasterRow => ({
  ...(title !== undefined && title !== before['title'] && { title, titled: true }),
  ...(parentId !== undefined && { parent_id: parentId }),
  ...(sort !== undefined && { sort }),
});

type Edit = {
  readonly id: number;
  readonly body: ApiEdit;
  readonly msg: string;
  readonly ifMatch?: number | undefined;
};
const edit = async (tx: CommonQueryMethods, { id, body, msg, ifMatch }: Edit, by: Actor): Promise<ApiAnswer> => {
  const before = await lockSeen(tx, APIS, { id, ifMatch, missing: MISSING });
  if (isRefusal(before)) return before;
  const refusal = refuseLocked(before, body) ?? (await refusePlace(tx, body.parentId));
  if (refusal !== null) return refusal;
  const etag = await writeRevised(tx, APIS, { before, changes: changesOf(before, body) }, by);
  return { data: id, msg, etag };
};

/** Every route is here since the start: what is added by hand names one of them, and gives it its title and place. */
const create = ({ db }: ApiAdminDeps, call: Call<unknown, unknown, z.infer<typeof NewApi>>): Promise<ApiAnswer> =>
  db.transaction(async (tx): Promise<ApiAnswer> => {
    const { path, action } = call.body;
    const id = await tx.maybeOneFirst(sql.type(Id)`
      SELECT id FROM master.sys_api WHERE action = ${action} AND path = ${path} AND NOT gone`);
    if (id === null) return refuseField('api.no_route', 'path', `系统没有接口 ${action} ${path}`);
    return edit(tx, { id, body: call.body, msg: '新增成功' }, call);
  });

const Bound = z.object({ id: z.int(), apis: z.array(z.int()) });
/** Menus forget the interfaces that go. */
const leaveMenus = async (tx: CommonQueryMethods, gone: readonly number[], by: Actor): Promise<void> => {
  const menus = await tx.any(sql.type(Bound)`
    SELECT id, api_ids AS apis FROM master.sys_menu WHERE api_ids && ${sql.array([...gone], 'int8')}
    ORDER BY id FOR UPDATE`);
  for (const { id, apis } of menus)
    await updateRow(tx, MENUS, { id, api_ids: apis.filter((api) => !gone.includes(api)) }, by);
};
const refuseLive = (rows: readonly MasterRow[]): Refusal | null => {
  const titles = rows.filter(({ gone }) => gone !== true).map(({ title }) => `“${String(title)}”`);
  if (titles.length === 0) return null;
  return refuse('conflict', 'api.in_use', `接口${listOfNames(titles, '个')}仍在使用，不能删除`);
};
const remove = async ({ db, sessions }: ApiAdminDeps, ids: readonly number[], by: Actor) => {
  const removed = await db.transaction(async (tx): Promise<Answer<null> | Refusal> => {
    const rows = await lockSeveral(tx, APIS, { ids, missing: MISSING });
    if (isRefusal(rows)) return rows;
    const refusal = refuseLive(rows);
    if (refusal !== null) return refusal;
    await leaveMenus(tx, ids, by);
    for (const row of rows) await deleteLocked(tx, APIS, row, by);
    return { data: null, msg: '删除成功' };
  });
  sessions.forget();
  return removed;
};

export const apiAdminRoutes = (deps: ApiAdminDeps): readonly Route[] => [
  historyRoute(deps.db, { path: '/sys-api', title: '接口', table: 'sys_api', allow: keysOf('admin:sysApi') }),
  route({
    method: 'POST',
    path: '/sys-api',
    summary: '新增接口',
    allow: EDITS,
    body: NewApi,
    data: z.int(),
    handler: (call) => create(deps, call),
  }),
  route({
    method: 'PUT',
    path: '/sys-api/:id',
    summary: '修改接口',
    allow: EDITS,
    params: z.object({ id: RecordId }),
    body: ApiEdit,
    data: z.int(),
    handler: (call) =>
      deps.db.transaction((tx) =>
        edit(tx, { id: call.params.id, body: call.body, msg: '修改成功', ifMatch: call.ifMatch }, call),
      ),
  }),
  route({
    method: 'DELETE',
    path: '/sys-api',
    summary: '删除接口',
    allow: EDITS,
    body: Ids,
    data: z.null(),
    handler: (call) => remove(deps, call.body.ids, call),
  }),
];
