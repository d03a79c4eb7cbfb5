/** Noting that a customer agreed to something (R67). */
import { dayOf } from '../../contracts/dates.ts';
import { refuse, refuseField, type Refusal } from '../../contracts/refusal.ts';
import type { Route } from '../../contracts/route.ts';
import type { Actor } from '../../contracts/user.ts';
import type { MasterRow } from '../../platform/rows/master.ts';
import { ConsentBody, channelLabel, purposeLabel } from '../contract.ts';
import { DISABLED } from '../fields.ts';
import { resourceRoutes, type Attempt, type ResourceDeps } from '../resource.ts';
import { isErased } from '../../platform/rows/personal-rows.ts';
import { CONSENT, CONSENT_PATH, consentsOf, lockPerson, said } from './person.ts';
import { withdrawRoute } from './withdraw.ts';

const ADD = 'base:baseCustomerConsent:add';
const givenAtOf = ({ givenAt }: ConsentBody, now: Date): Date => (givenAt === undefined ? now : new Date(givenAt));
const columnsOf = (body: ConsentBody, { user, now }: Actor): MasterRow => ({
  customer_id: body.customerId,
  purpose: body.purpose,
  channel: body.channel,
  given_at: givenAtOf(body, now).toISOString(),
  given_by_id: user.id,
  given_by: user.nickName,
  proof: body.proof,
});

const whyNotOf = (person: MasterRow | null, customerId: number): Refusal | null => {
  if (person === null) return refuseField('consent.customer', 'customerId', '没有这个客户');
  if (Number(person['id']) !== customerId)
    return refuse('conflict', 'customer.merged', '该客户已合并到其他客户，请在保留的客户上登记');
  if (person['walk_in'] === true)
    return refuse('conflict', 'customer.walk_in', '散客是未留姓名的顾客，不能登记授权同意');
  if (isErased(person)) return refuse('conflict', 'customer.erased', '该客户已注销，不能登记授权同意');
  return person['status'] === DISABLED ? refuse('conflict', 'customer.disabled', '该客户已停用') : null;
};
/** A consent that was on paper before is noted when the customer is: the day of the record counts, not its second. */
const whyNotThen = (at: Date, now: Date, person: MasterRow): Refusal | null => {
  if (at > now) return refuseField('consent.future', 'givenAt', '同意时间不能晚于现在');
  const since = dayOf(new Date(String(person['created_at'])));
  return dayOf(at) < since ? refuseField('consent.early', 'givenAt', `同意时间不能早于客户建档日期${since}`) : null;
};
const whyTwice = (standing: MasterRow): Refusal => {
  const [purpose, channel] = [purposeLabel(String(standing['purpose'])), channelLabel(String(standing['channel']))];
  const message = `${purpose}（${channel}）已于${said(standing['given_at'])}同意，仍然有效`;
  return refuse('conflict', 'consent.stands', message, { fields: [{ path: 'purpose', message }] });
};
const isStanding = (row: MasterRow): boolean => row['withdrawn_at'] == null;
/** What was withdrawn is not brought back by an older consent. */
const whyNotAfter = (at: Date, rows: readonly MasterRow[]): Refusal | null => {
  const later = rows.find((row) => !isStanding(row) && new Date(String(row['withdrawn_at'])) > at);
  return later === undefined
    ? null
    : refuseField('consent.order', 'givenAt', `客户已于${said(later['withdrawn_at'])}撤回，新的同意不能早于撤回时间`);
};
const refuseNew = async ({ tx, body, by }: Attempt<ConsentBody>): Promise<Refusal | null> => {
  const person = await lockPerson(tx, body.customerId);
  const refused = whyNotOf(person, body.customerId);
  if (refused !== null || person === null) return refused;
  const at = givenAtOf(body, by.now);
  const wrong = whyNotThen(at, by.now, person);
  if (wrong !== null) return wrong;
  const rows = await consentsOf(tx, body.customerId, body.purpose);
  const standing = rows.find((row) => isStanding(row) && row['channel'] === body.channel);
  return standing === undefined ? whyNotAfter(at, rows) : whyTwice(standing);
};

/** They are neither edited nor deleted: what was wrong is withdrawn, with its reason. */
export const consentRoutes = (deps: ResourceDeps): readonly Route[] => [
  ...resourceRoutes(deps, {
    title: '授权同意',
    path: CONSENT_PATH,
    table: CONSENT,
    allow: { add: ADD, edit: ADD, remove: ADD },
    body: ConsentBody,
    edit: ConsentBody,
    columns: columnsOf,
    changes: () => ({}),
    onCreate: refuseNew,
  }).filter(({ method }) => method === 'POST'),
  withdrawRoute(deps),
];
