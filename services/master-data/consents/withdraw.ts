/** Withdrawing a consent (R67): the purpose ends, by whichever way it was agreed to; the rows stay. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { isRefusal, refuse, refuseField, type Refusal } from '../../contracts/refusal.ts';
import { route, type Answer, type Call, type Route } from '../../contracts/route.ts';
import { STALE_ROW } from '../../platform/streams/handle.ts';
import { lockRow, type ChangedBy, type MasterRow } from '../../platform/rows/master.ts';
import { revisionOf, writeRevised } from '../../platform/rows/revised-row.ts';
import { ConsentWithdrawal, RowId, purposeLabel } from '../contract.ts';
import type { ResourceDeps } from '../resource.ts';
import { isErased } from '../../platform/rows/personal-rows.ts';
import { CONSENT, CONSENT_PATH, consentsOf, lockPerson, said } from './person.ts';

const MISSING = refuse('not-found', 'master.missing', '授权同意记录不存在');
const Owner = z.object({ customerId: z.int() });

const whyNot = (row: MasterRow, owner: MasterRow, { ifMatch }: { readonly ifMatch?: number }): Refusal | null => {
  if (isErased(owner)) return refuse('conflict', 'customer.erased', '该客户已注销，不能修改授权同意');
  if (row['withdrawn_at'] != null) {
    const words = `该同意已于${said(row['withdrawn_at'])}由${String(row['withdrawn_by'])}撤回`;
    return refuse('conflict', 'consent.withdrawn', words);
  }
  return ifMatch !== undefined && ifMatch !== revisionOf(row) ? STALE_ROW : null;
};
const whyNotThen = (at: Date, now: Date, standing: readonly MasterRow[]): Refusal | null => {
  if (at > now) return refuseField('consent.future', 'withdrawnAt', '撤回时间不能晚于现在');
  const later = standing.find((row) => new Date(String(row['given_at'])) > at);
  if (later === undefined) return null;
  return refuseField('consent.order', 'withdrawnAt', `撤回时间不能早于同意时间（${said(later['given_at'])}）`);
};

type Withdrawn = { readonly rows: number; readonly purpose: string; readonly revision: number };
type Withdrawing = ConsentWithdrawal & { readonly id: number; readonly ifMatch?: number };
/** The whole purpose ends, in whichever record of the person it stands. */
export const withdrawIn = async (
  tx: CommonQueryMethods,
  asked: Withdrawing,
  by: ChangedBy,
): Promise<Withdrawn | Refusal> => {
  const { id } = asked;
  const customerId = await tx.maybeOneFirst(sql.type(Owner)`
    SELECT customer_id AS "customerId" FROM master.customer_consent WHERE id = ${id}::bigint`);
  const owner = customerId === null ? null : await lockPerson(tx, customerId);
  const row = owner === null ? null : await lockRow(tx, CONSENT, id);
  if (owner === null || row === null) return MISSING;
  const refused = whyNot(row, owner, asked);
  if (refused !== null) return refused;
  const purpose = String(row['purpose']);
  const standing = (await consentsOf(tx, Number(owner['id']), purpose)).filter((one) => one['withdrawn_at'] == null);
  const at = asked.withdrawnAt === undefined ? by.now : new Date(asked.withdrawnAt);
  const tooEarly = whyNotThen(at, by.now, standing);
  if (tooEarly !== null) return tooEarly;
  const changes = {
    withdrawn_at: at.toISOString(),
    withdrawn_by_id: by.user.id,
    withdrawn_by: by.user.nickName,
    reason: asked.reason,
  };
  for (const before of standing) await writeRevised(tx, CONSENT, { before, changes }, by);
  return { rows: standing.length, purpose, revision: revisionOf(row) + 1 };
};

const ifMatchOf = ({ ifMatch }: { readonly ifMatch?: number }) => (ifMatch === undefined ? {} : { ifMatch });
const withdraw = async (
  { pool, changed }: ResourceDeps,
  call: Call<RowId, unknown, ConsentWithdrawal>,
): Promise<Answer<number> | Refusal> => {
  const done = await pool.transaction((tx) =>
    withdrawIn(tx, { ...call.body, id: call.params.id, ...ifMatchOf(call) }, call),
  );
  if (isRefusal(done)) return done;
  changed();
  const all = done.rows === 1 ? '' : `，共${done.rows}条`;
  return { data: call.params.id, msg: `已撤回${purposeLabel(done.purpose)}${all}`, etag: done.revision };
};

export const withdrawRoute = (deps: ResourceDeps): Route =>
  route({
    method: 'PUT',
    path: `${CONSENT_PATH}/withdraw/:id`,
    summary: '撤回授权同意',
    allow: 'base:baseCustomerConsent:withdraw',
    params: RowId,
    body: ConsentWithdrawal,
    data: z.int(),
    handler: (call) => withdraw(deps, call),
  });
