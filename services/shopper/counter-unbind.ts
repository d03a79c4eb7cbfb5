/**
 * POST /base-customer/{id}/unbind: the counter ends what is bound to the record on screen. A record that is bound asks for the customer's
 * own proof or another person (R136), whoever it was bound for; it is a row in 异常, and whoever was signed in by it is no more.
 */
import { z } from 'zod';
import { PartnerId } from '../contracts/ids.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import { route, type Call, type Route } from '../contracts/route.ts';
import { onlyShop } from '../contracts/user.ts';
import type { Word, WordAsk } from '../contracts/word.ts';
import { isAlone } from '../platform/auth/sole-owner.ts';
import { lockRow } from '../platform/rows/master.ts';
import { revisionOf } from '../platform/rows/revised-row.ts';
import type { SliceDeps } from '../platform/slice/slice.ts';
import { boundTo, lockPair, unbind, type BoundTo } from './bindings.ts';
import { recordsOf } from './person.ts';
import { CounterUnbindingBody } from './contract.ts';
import { endSessions } from './sessions.ts';

type CounterDeps = Pick<SliceDeps, 'master' | 'words' | 'exceptions' | 'identity' | 'shopperLog'>;
const Params = z.object({ id: PartnerId });
type CounterCall = Call<z.output<typeof Params>, unknown, z.output<typeof CounterUnbindingBody>>;

const NONE = refuse('conflict', 'shopper.unbound', '该客户没有绑定微信');
const MEANWHILE = refuse('conflict', 'shopper.meanwhile', '该客户的绑定刚有变化，请重试');

const asksOf = (customerId: number, bound: readonly BoundTo[], { user }: CounterCall): readonly WordAsk[] => [
  {
    path: 'id',
    rule: 'unbind',
    message: '解除微信绑定需本人核对（名片码或短信验证码）或另一人授权',
    value: 0,
    binds: bound.map(({ id }) => id),
    notBy: [user.id],
    proof: { customerId, purpose: 'unbind', amountFen: 0 },
  },
];
type UnbindVerdict = { readonly bound: readonly BoundTo[]; readonly word: Word | null };
const judged = async (
  { master, words, identity }: CounterDeps,
  call: CounterCall,
): Promise<UnbindVerdict | Refusal> => {
  const { id: customerId } = call.params;
  const row = await lockRow(master, { name: 'customer', key: 'id' }, customerId);
  if (row === null) return refuse('not-found', 'master.missing', '客户不存在或已删除');
  const bound = await boundTo(master, await recordsOf(master, customerId));
  if (bound.length === 0) return NONE;
  const asks = (await isAlone(identity, call, { shops: [] })) ? [] : asksOf(customerId, bound, call);
  const { approval, proof } = call.body;
  const place = {
    act: '解除客户微信绑定',
    route: 'POST /base-customer/:id/unbind',
    shopId: null,
    customerId,
    id: customerId,
    revision: revisionOf(row),
  };
  const word = await words.ask(asks, { ...place, approval, proof }, call);
  return isRefusal(word) ? word : { bound, word };
};
/** Each under the lock of its openId; what is another's meanwhile stays his. */
const endAll = (
  { master, shopperLog }: CounterDeps,
  bound: readonly BoundTo[],
  call: CounterCall,
): Promise<Refusal | null> =>
  master.transaction(async (tx) => {
    for (const { openId, customerId } of bound.toSorted((one, other) => (one.openId < other.openId ? -1 : 1))) {
      await lockPair(tx, { openId, customerId });
      const [still] = await boundTo(tx, [customerId]);
      if (still?.openId !== openId) return MEANWHILE;
      await unbind(tx, openId, call.now);
      await endSessions(tx, openId, '');
      await shopperLog.note({ act: 'unbind', customerId, openId, what: '在柜台解除微信绑定', by: call.user }, call, tx);
    }
    return null;
  });

export const counterUnbindRoute = (deps: CounterDeps): Route =>
  route({
    method: 'POST',
    path: '/base-customer/:id/unbind',
    summary: '解除客户微信绑定',
    allow: 'base:baseCustomer:bind',
    params: Params,
    body: CounterUnbindingBody,
    data: z.null(),
    handler: async (call) => {
      const judgement = await judged(deps, call);
      if (isRefusal(judgement)) return judgement;
      const { bound, word } = judgement;
      const refused = await endAll(deps, bound, call);
      if (refused !== null) return refused;
      const what = `在柜台解除客户（编号${call.params.id}）的微信绑定`;
      const shopId = onlyShop(call.user.lockShops);
      await deps.exceptions.note({ kind: 'shopper-binding', shopId, what, second: word?.approver }, call);
      return { data: null, msg: '已解除绑定' };
    },
  });
