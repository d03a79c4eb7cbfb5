/** Another mobile number for a record that has stored value, points or an openId (R136): whoever has it is asked for them, so it takes two people. */
import type { CommonQueryMethods } from 'slonik';
import { isMasked } from '../../contracts/person.ts';
import { phoneDigits } from '../../contracts/phone.ts';
import { isRefusal, type Refusal } from '../../contracts/refusal.ts';
import type { Call } from '../../contracts/route.ts';
import { onlyShop } from '../../contracts/user.ts';
import type { ProofBody } from '../../contracts/proof.ts';
import type { ApprovalBody, WordAsk } from '../../contracts/word.ts';
import { isAlone } from '../../platform/auth/sole-owner.ts';
import { lockRow } from '../../platform/rows/master.ts';
import { revisionOf } from '../../platform/rows/revised-row.ts';
import type { SliceDeps } from '../../platform/slice/slice.ts';
import type { RowId } from '../contract.ts';
import type { ReadyEdit } from '../resource.ts';
import { isBound } from '../../shopper/contract.ts';
import { hasSomething } from '../live-checks.ts';

const CUSTOMER = { name: 'customer', key: 'id' };
export type NumberDeps = Pick<SliceDeps, 'words' | 'exceptions' | 'identity'> & { readonly pool: CommonQueryMethods };
type NumberBody = { readonly mobile: string; readonly approval: ApprovalBody | null; readonly proof: ProofBody | null };
type NumberCall = Call<RowId, unknown, NumberBody>;

/** What stands behind the number, as people are told it; null nothing. */
const stakeOf = async (db: CommonQueryMethods, id: number): Promise<string | null> => {
  if (await hasSomething(db, id)) return '有余额或积分';
  return (await isBound(db, id)) ? '已绑定微信' : null;
};
/** null: the number stays, or nothing is there that it stands for. */
export const judgeNumber = async (deps: NumberDeps, call: NumberCall): Promise<ReadyEdit | Refusal | null> => {
  const { id } = call.params;
  const { mobile, approval, proof } = call.body;
  const row = isMasked(mobile) ? null : await lockRow(deps.pool, CUSTOMER, id);
  if (row === null || row['mobile_digits'] === phoneDigits(mobile)) return null;
  const stake = await stakeOf(deps.pool, id);
  if (stake === null) return null;
  const revision = revisionOf(row);
  const what = `客户（编号${id}）${stake}，更改手机号`;
  const ask: WordAsk = {
    path: 'mobile',
    rule: 'changed-number',
    message: `该客户${stake}，更改手机号需另一人核对`,
    value: 0,
    binds: [phoneDigits(mobile)],
    notBy: [call.user.id],
    // The number that the record has until now: whoever takes it over has the other one.
    proof: { customerId: id, purpose: 'mobile', amountFen: 0 },
  };
  const asks = (await isAlone(deps.identity, call, { shops: [] })) ? [] : [ask];
  const place = { act: '更改客户手机号', route: 'PUT /base-customer/:id', shopId: null, customerId: id, id, revision };
  const word = await deps.words.ask(asks, { ...place, approval, proof }, call);
  if (isRefusal(word)) return word;
  const note = {
    kind: 'changed-number',
    shopId: onlyShop(call.user.lockShops),
    what: asks.length > 0 && word === null ? `${what}，凭原手机号的验证码` : what,
    second: word?.approver,
  } as const;
  return { revision, done: () => deps.exceptions.note(note, call) };
};
