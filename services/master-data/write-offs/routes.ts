/** Write-offs: entering and changing them (S1§2.11, §4; R22, R88, R137). */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import type { ExceptionDesk } from '../../contracts/exception.ts';
import { isMasked, refuseOtherMask } from '../../contracts/person.ts';
import { phoneDigits } from '../../contracts/phone.ts';
import { refuse, refuseField, type Refusal } from '../../contracts/refusal.ts';
import type { Actor, Route } from '../../contracts/route.ts';
import { can } from '../../contracts/user.ts';
import type { MasterRow } from '../../platform/rows/master.ts';
import { CLAIM, WriteOffBody, WriteOffEdit } from '../contract.ts';
import { ENABLED } from '../fields.ts';
import { giveOneBack, takeOne } from '../giveaways/claim.ts';
import { resourceRoutes, type Attempt, type RowChange } from '../resource.ts';
import { newCode } from './code.ts';
import { CHANGE, EDIT, PATH, TABLE, UNLOCKED, collectRoutes, refuseUsed, type WriteOffDeps } from './collect.ts';
import { standingCustomer } from './claim-customer.ts';

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
  ...(isMasked(body.writeOffCode) ? {} : { write_off_code: body.writeOffCode, ...UNLOCKED }),
  name: body.name,
  ...(isMasked(body.mobile) ? {} : { mobile: body.mobile, mobile_digits: phoneDigits(body.mobile) }),
  limit_num: before['bill_type'] === CLAIM ? before['limit_num'] : body.limitNum,
  remark: body.remark,
});

const refuseCustomer = async (tx: CommonQueryMethods, id: number): Promise<Refusal | null> => {
  const standing = await standingCustomer(tx, id);
  if (standing === null) return refuseField('write_off.customer', 'customerId', '没有这个客户');
  return standing.status === ENABLED ? null : refuseField('write_off.customer', 'customerId', '客户已停用');
};
const refuseNew = async ({ tx, body, by }: Attempt<WriteOffBody>): Promise<Refusal | null> => {
  const { billType, billId, customerId, openId } = body;
  const unknown = customerId === null ? null : await refuseCustomer(tx, customerId);
  if (unknown !== null) return unknown;
  return billType === CLAIM ? takeOne(tx, { giveawayId: billId, claimant: { customerId, openId } }, by) : null;
};
const MADE = /^HX\d{12}$/;
/** One that the house made is told once, to whoever hands it on to the shopper; logs leave it out. */
const told = ({ write_off_code: code }: MasterRow): string =>
  MADE.test(String(code)) ? `新增成功，核销码${String(code)}，请交给客户，之后不再显示` : '新增成功';
const isSame = (sent: string, stored: unknown): boolean => isMasked(sent) || sent === stored;
/** Who collects, against which code and how much: whoever hands it over does not change it. */
const isAsBefore = (body: WriteOffEdit, before: MasterRow): boolean =>
  isSame(body.writeOffCode, before['write_off_code']) &&
  body.name === before['name'] &&
  (isMasked(body.mobile) || phoneDigits(body.mobile) === before['mobile_digits']) &&
  (before['bill_type'] === CLAIM || body.limitNum === before['limit_num']);
const whyNotEdited = async ({ before, body, by }: Attempt<WriteOffEdit>): Promise<Refusal | null> => {
  if (before === null) return null;
  const refused = refuseUsed(before, '不能修改') ?? refuseOtherMask('mobile', body.mobile, before['mobile']);
  if (refused !== null || isAsBefore(body, before) || can(by.user, CHANGE)) return refused;
  return refuse('forbidden', 'write_off.change', '没有修改核销码、客户名、联系电话和数量的权限');
};
const noteChangedCode =
  (exceptions: ExceptionDesk) =>
  async ({ before, after }: RowChange, by: Actor): Promise<void> => {
    if (before === null || after === null || before['write_off_code'] === after['write_off_code']) return;
    const what = `修改了${String(before['name'])}的礼品核销码（编号${String(before['id'])}）`;
    await exceptions.note({ kind: 'gift-code', shopId: null, what }, by);
  };

const resourceAt = (deps: WriteOffDeps, path: string): readonly Route[] =>
  resourceRoutes(deps, {
    title: '核销码',
    path,
    table: TABLE,
    allow: { add: 'mall:mallWriteOff:add', edit: EDIT, remove: 'mall:mallWriteOff:remove' },
    body: WriteOffBody,
    edit: WriteOffEdit,
    columns: columnsOf,
    changes: changesOf,
    onCreate: refuseNew,
    created: told,
    onEdit: whyNotEdited,
    written: noteChangedCode(deps.exceptions),
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

export const writeOffRoutes = (deps: WriteOffDeps): readonly Route[] => [
  ...collectRoutes(deps),
  ...resourceAt(deps, PATH),
  // The same by its other address (S1§7).
  ...resourceAt(deps, `${PATH}/add`).filter(({ method }) => method === 'POST'),
];
