/** Write-offs: entering, changing and using them up (S1§2.11, §4; R22, R88). */
import { randomInt } from 'node:crypto';
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { refuse, refuseField, isRefusal, type Refusal } from '../../contracts/refusal.ts';
import { isMasked, refuseOtherMask } from '../../contracts/person.ts';
import { route, type Answer, type Call, type Route } from '../../contracts/route.ts';
import { lockRow, type MasterRow, type MasterTable } from '../../platform/master.ts';
import { writeRevised } from '../../platform/revised-row.ts';
import { CLAIM, COLLECTED, RowId, WriteOffBody, WriteOffEdit, WriteOffUse } from '../contract.ts';
import { phoneDigits } from '../../contracts/phone.ts';
import { ENABLED } from '../fields.ts';
import { giveOneBack, takeOne } from '../giveaways/claim.ts';
import { STALE_ROW } from '../../platform/handle.ts';
import { resourceRoutes, type Attempt, type ResourceDeps } from '../resource.ts';

const PATH = '/mall-write-off';
const TABLE: MasterTable = { name: 'write_off', key: 'id' };
const ADD = 'mall:mallWriteOff:add';
const EDIT = 'mall:mallWriteOff:edit';
const DIGITS_AT_ONCE = 1_000_000;
const six = (): string => String(randomInt(DIGITS_AT_ONCE)).padStart(6, '0');
/** Whoever knows the code gets the gift: twelve digits cannot be guessed at a counter. */
const newCode = (): string => `HX${six()}${six()}`;

const columnsOf = (body: WriteOffBody): MasterRow => {
  const claims = body.billType === CLAIM;
  return {
    bill_type: body.billType,
    giveaway_id: claims ? body.billId : null,
    write_off_code: body.writeOffCode === '' ? newCode() : body.writeOffCode,
    customer_id: body.customerId,
    open_id: body.openId,
    name: body.name,
    mobile: body.mobile,
    mobile_digits: phoneDigits(body.mobile),
    // One claim is one gift.
    limit_num: claims ? 1 : body.limitNum,
    remark: body.remark,
  };
};
const changesOf = (body: WriteOffEdit, before: MasterRow): MasterRow => ({
  write_off_code: body.writeOffCode,
  name: body.name,
  ...(isMasked(body.mobile) ? {} : { mobile: body.mobile, mobile_digits: phoneDigits(body.mobile) }),
  limit_num: before['bill_type'] === CLAIM ? before['limit_num'] : body.limitNum,
  remark: body.remark,
});

const Named = z.object({ status: z.string() });
/**
 * Of two records that were merged the one that stays says whether they are customers. Both stand until the transaction ends,
 * that one first, as whoever erases them locks them: who is named is neither deleted, merged nor erased meanwhile.
 */
const refuseCustomer = async (tx: CommonQueryMethods, id: number): Promise<Refusal | null> => {
  const [standing] = await tx.any(sql.type(Named)`
    WITH named AS (SELECT id, coalesce(merged_into, id) AS standing FROM master.customer WHERE id = ${id}::bigint)
    SELECT c.status FROM master.customer c, named WHERE c.id = ANY(ARRAY[named.standing, named.id])
    ORDER BY c.id = named.standing DESC FOR SHARE OF c`);
  if (standing === undefined) return refuseField('write_off.customer', 'customerId', '没有这个客户');
  return standing.status === ENABLED ? null : refuseField('write_off.customer', 'customerId', '客户已停用');
};
const refuseNew = async ({ tx, body, by }: Attempt<WriteOffBody>): Promise<Refusal | null> => {
  const { billType, billId, customerId, openId } = body;
  const unknown = customerId === null ? null : await refuseCustomer(tx, customerId);
  if (unknown !== null) return unknown;
  return billType === CLAIM ? takeOne(tx, { giveawayId: billId, claimant: { customerId, openId } }, by) : null;
};
const usedWords = (row: MasterRow): string => `该核销码已由${String(row['used_by'])}核销`;
const refuseUsed = (row: MasterRow | null, words: string): Refusal | null =>
  row?.['status'] === COLLECTED ? refuse('conflict', 'write_off.used', `${usedWords(row)}，${words}`) : null;

/** The one step of its life (S1§4); what the counter hands over is handed over once. */
const collect = async (
  { pool, changed }: ResourceDeps,
  call: Call<RowId, unknown, WriteOffUse | null | undefined>,
): Promise<Answer<number> | Refusal> => {
  const { id } = call.params;
  const { remark } = call.body ?? {};
  const outcome = await pool.transaction(async (tx): Promise<{ revision: number } | Refusal> => {
    const before = await lockRow(tx, TABLE, id);
    if (before === null) return refuse('not-found', 'master.missing', '核销码不存在或已删除');
    const used = refuseUsed(before, '不能重复核销');
    if (used !== null) return used;
    if (call.ifMatch !== undefined && call.ifMatch !== Number(before['revision'])) return STALE_ROW;
    const changes = {
      status: COLLECTED,
      used_at: call.now.toISOString(),
      used_by: call.user.nickName,
      ...(remark !== undefined && { remark }),
    };
    return { revision: await writeRevised(tx, TABLE, { before, changes }, call) };
  });
  if (isRefusal(outcome)) return outcome;
  changed();
  return { data: id, msg: '核销成功', etag: outcome.revision };
};

const collectRoute = (deps: ResourceDeps): Route =>
  route({
    method: 'PUT',
    path: `${PATH}/user/:id`,
    summary: '核销',
    allow: EDIT,
    params: RowId,
    body: WriteOffUse.nullish(),
    data: z.int(),
    handler: (call) => collect(deps, call),
  });

const resourceAt = (deps: ResourceDeps, path: string): readonly Route[] =>
  resourceRoutes(deps, {
    title: '核销码',
    path,
    table: TABLE,
    allow: { add: ADD, edit: EDIT, remove: 'mall:mallWriteOff:remove' },
    body: WriteOffBody,
    edit: WriteOffEdit,
    columns: columnsOf,
    changes: changesOf,
    onCreate: refuseNew,
    onEdit: async ({ before, body }) =>
      refuseUsed(before, '不能修改') ?? refuseOtherMask('mobile', body.mobile, before?.['mobile']),
    keep: async (_tx, row) => refuseUsed(row, '不能删除')?.message ?? null,
    onDelete: async (tx, row, by) => {
      if (row['giveaway_id'] != null) await giveOneBack(tx, Number(row['giveaway_id']), by);
    },
    taken: { write_off_code: taken(deps.pool) },
  });
const Holder = z.object({ name: z.string() });
const taken =
  (pool: DatabasePool) =>
  async ({ write_off_code: code }: MasterRow): Promise<Refusal> => {
    const name = await pool.maybeOneFirst(
      sql.type(Holder)`SELECT name FROM master.write_off WHERE write_off_code = ${String(code)}`,
    );
    const message = `该核销码已存在${name === null ? '' : `（${name}）`}`;
    return refuse('conflict', 'write_off.taken', message, { fields: [{ path: 'writeOffCode', message }] });
  };

export const writeOffRoutes = (deps: ResourceDeps): readonly Route[] => [
  collectRoute(deps),
  ...resourceAt(deps, PATH),
  // The same by its other address (S1§7).
  ...resourceAt(deps, `${PATH}/add`).filter(({ method }) => method === 'POST'),
];
