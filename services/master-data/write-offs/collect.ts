/** Handing over what a write-off stands for (S1§4): once, and only against its code, which nobody in the house is shown (R137). */
import { sql } from 'slonik';
import { z } from 'zod';
import { dayOf } from '../../contracts/dates.ts';
import type { ExceptionDesk } from '../../contracts/exception.ts';
import type { MasterLookup } from '../../contracts/master-lookup.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../../contracts/refusal.ts';
import { route, type Actor, type Answer, type Call, type Route } from '../../contracts/route.ts';
import { STALE_ROW } from '../../platform/streams/handle.ts';
import { lockRow, updateLocked, type MasterRow, type MasterTable } from '../../platform/rows/master.ts';
import { revisionOf, writeRevised } from '../../platform/rows/revised-row.ts';
import { limitShops } from '../../platform/auth/shop-limit.ts';
import { COLLECTED, RowId, WRONG_CODES, WriteOffUse } from '../contract.ts';
import type { ResourceDeps } from '../resource.ts';

export const PATH = '/mall-write-off';
/** The code stays out of the change log, and so does what names a shopper in the messaging app (R159). */
export const TABLE: MasterTable = { name: 'write_off', key: 'id', secret: ['write_off_code', 'open_id', 'claim_key'] };
export const EDIT = 'mall:mallWriteOff:edit';
/** Changes code, name, number and quantity of what waits, and unlocks it. */
export const CHANGE = 'mall:mallWriteOff:change';
export const UNLOCKED: MasterRow = { wrong_codes: 0, wrong_on: null };
export type WriteOffDeps = ResourceDeps & {
  readonly exceptions: ExceptionDesk;
  readonly lookup: Pick<MasterLookup, 'shop'>;
};
type CollectCall = Call<RowId, unknown, WriteOffUse>;

const MISSING = refuse('not-found', 'master.missing', '核销码不存在或已删除');
export const refuseUsed = (row: MasterRow | null, words: string): Refusal | null =>
  row?.['status'] === COLLECTED
    ? refuse('conflict', 'write_off.used', `该核销码已由${String(row['used_by'])}核销，${words}`)
    : null;

const wrongToday = (row: MasterRow, { now }: Pick<Actor, 'now'>): number =>
  row['wrong_on'] === dayOf(now) ? Number(row['wrong_codes']) : 0;
const LOCKED = refuse(
  'conflict',
  'write_off.locked',
  `核销码已输错${WRONG_CODES}次，今天不能再核销，请店长解锁或明天再来`,
);
/** Where it is handed over: named, or the only shop of whoever does it. */
const shopOf = (call: CollectCall): number | null => {
  const { lockShops } = call.user;
  return call.body.shopId ?? (lockShops.length === 1 ? (lockShops[0] ?? null) : null);
};
const refuseShop = async ({ lookup }: WriteOffDeps, call: CollectCall): Promise<Refusal | null> => {
  const { shopId } = call.body;
  if (shopId == null) return null;
  if ((await lookup.shop(shopId)) === null) return refuseField('write_off.shop', 'shopId', '分店不存在');
  return limitShops(call.user, [shopId]);
};

/** Counted whatever becomes of the call; no change of the record, so its revision stays. */
const countWrong: Step = async ({ exceptions }, { tx, before }, call) => {
  const wrong = wrongToday(before, call) + 1;
  const row = { id: before['id'], wrong_codes: wrong, wrong_on: dayOf(call.now) };
  await updateLocked(tx, TABLE, { before, row }, call);
  if (wrong < WRONG_CODES) {
    return refuseField('write_off.code', 'writeOffCode', `核销码不正确，还可以试${WRONG_CODES - wrong}次`);
  }
  const what = `礼品核销码输错${WRONG_CODES}次，已锁定到明天（${String(before['name'])}，编号${String(before['id'])}）`;
  await exceptions.note({ kind: 'gift-code', shopId: shopOf(call), what }, call);
  return LOCKED;
};
type Tx = Parameters<typeof lockRow>[0];
type Row = { readonly tx: Tx; readonly before: MasterRow };
type Step = (deps: WriteOffDeps, row: Row, call: CollectCall) => Promise<Refusal>;

const refuseNow = async (deps: WriteOffDeps, row: Row, call: CollectCall): Promise<Refusal | null> => {
  const { before } = row;
  const used = refuseUsed(before, '不能重复核销');
  if (used !== null) return used;
  if (call.ifMatch !== undefined && call.ifMatch !== revisionOf(before)) return STALE_ROW;
  if (wrongToday(before, call) >= WRONG_CODES) return LOCKED;
  // As it is scanned: keyboards write small letters, too.
  return call.body.writeOffCode.toUpperCase() === String(before['write_off_code']).toUpperCase()
    ? null
    : countWrong(deps, row, call);
};

const Handled = z.object({ handled: z.boolean() });
/** Whether whoever collects entered the row himself, or changed whom or how much it is for. */
const isOwn = (tx: Tx, { id }: MasterRow, { user }: Pick<Actor, 'user'>): Promise<boolean> =>
  tx.oneFirst(sql.type(Handled)`
    SELECT EXISTS (
      SELECT FROM master.change_log AS l
      WHERE l.table_name = ${TABLE.name} AND l.row_id = ${String(id)} AND l.user_id = ${user.id}
        AND (l.action = 'insert' OR l.before ->> 'name' IS DISTINCT FROM l.after ->> 'name'
          OR l.before ->> 'mobile_digits' IS DISTINCT FROM l.after ->> 'mobile_digits'
          OR l.before ->> 'limit_num' IS DISTINCT FROM l.after ->> 'limit_num')) AS handled`);
/** A gift that one person enters and hands over was seen by nobody else: it goes, and an owner sees it (R134, R148). */
const noteOwn = async ({ exceptions }: WriteOffDeps, { tx, before }: Row, call: CollectCall): Promise<void> => {
  if (!(await isOwn(tx, before, call))) return;
  const gift = `${String(before['name'])}，编号${String(before['id'])}，${String(before['limit_num'])}件`;
  const what = `${call.user.nickName}核销了自己登记或修改的礼品核销码（${gift}）`;
  await exceptions.note({ kind: 'gift-code', shopId: shopOf(call), what }, call);
};

type Collection = { readonly revision: number };
/** The one step of its life; what the counter hands over is handed over once. */
const collect = async (deps: WriteOffDeps, call: CollectCall): Promise<Answer<number> | Refusal> => {
  const { id } = call.params;
  const elsewhere = await refuseShop(deps, call);
  if (elsewhere !== null) return elsewhere;
  const outcome = await deps.pool.transaction(async (tx): Promise<Collection | Refusal> => {
    const before = await lockRow(tx, TABLE, id);
    if (before === null) return MISSING;
    const refused = await refuseNow(deps, { tx, before }, call);
    if (refused !== null) return refused;
    await noteOwn(deps, { tx, before }, call);
    const { remark } = call.body;
    const changes = {
      status: COLLECTED,
      used_at: call.now.toISOString(),
      used_by: call.user.nickName,
      used_shop_id: shopOf(call),
      ...(remark !== undefined && { remark }),
    };
    return { revision: await writeRevised(tx, TABLE, { before, changes }, call) };
  });
  if (isRefusal(outcome)) return outcome;
  deps.changed();
  return { data: id, msg: '核销成功', etag: outcome.revision };
};
const unlock = async (deps: WriteOffDeps, id: number, by: Actor): Promise<Answer<number> | Refusal> => {
  const outcome = await deps.pool.transaction(async (tx): Promise<Collection | Refusal> => {
    const before = await lockRow(tx, TABLE, id);
    if (before === null) return MISSING;
    return { revision: await writeRevised(tx, TABLE, { before, changes: UNLOCKED }, by) };
  });
  return isRefusal(outcome) ? outcome : { data: id, msg: '已解锁', etag: outcome.revision };
};

export const collectRoutes = (deps: WriteOffDeps): readonly Route[] => [
  route({
    method: 'PUT',
    path: `${PATH}/user/:id`,
    summary: '核销',
    allow: EDIT,
    params: RowId,
    body: WriteOffUse,
    data: z.int(),
    handler: (call) => collect(deps, call),
  }),
  route({
    method: 'PUT',
    path: `${PATH}/unlock/:id`,
    summary: '解锁核销码',
    allow: CHANGE,
    params: RowId,
    data: z.int(),
    handler: ({ params, ...by }) => unlock(deps, params.id, by),
  }),
];
