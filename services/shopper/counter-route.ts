/**
 * POST /base-customer/{id}/bind (R160): the counter scans the code of the card page and binds it to the customer on screen. Where
 * something is at stake the customer's own number or another person says yes (R136); it is a row in 异常 each time.
 */
import { z } from 'zod';
import { phoneDigits } from '../contracts/phone.ts';
import { PartnerId } from '../contracts/ids.ts';
import { isRefusal, refuseField, refuse, type Refusal } from '../contracts/refusal.ts';
import { route, type Call, type Route } from '../contracts/route.ts';
import { isBindingCard } from '../contracts/shopper-card.ts';
import { onlyShop } from '../contracts/user.ts';
import type { Word, WordAsk } from '../contracts/word.ts';
import { isAlone } from '../platform/auth/sole-owner.ts';
import { lockRow } from '../platform/rows/master.ts';
import { revisionOf } from '../platform/rows/revised-row.ts';
import type { SliceDeps } from '../platform/slice/slice.ts';
import { boundNotice } from './bound-notice.ts';
import { bindTo, factsOf, lockPair } from './bindings.ts';
import { bindingAtCounter, type CounterAsk } from './binding-rules.ts';
import { openIdOf, useCardCode } from './card-code.ts';
import { CounterBindingBody, CounterBound } from './contract.ts';
import { nameOf } from './desk.ts';
import { haveSomething } from './live-checks.ts';
import { recordsOf } from './person.ts';

type CounterDeps = Pick<SliceDeps, 'master' | 'words' | 'exceptions' | 'identity' | 'shopperLog' | 'config' | 'log'>;
const Params = z.object({ id: PartnerId });
type CounterCall = Call<z.output<typeof Params>, unknown, z.output<typeof CounterBindingBody>>;

const NO_CODE = refuseField('shopper.card_code', 'code', '绑定码不正确、已使用或已过期，请顾客刷新名片');
const MEANWHILE = refuse('conflict', 'shopper.meanwhile', '该客户刚绑定了其他微信，请重试');
const CLOSED = refuse('conflict', 'shopper.closed', '该客户已停用、已合并或是散客，不能绑定');
const SAID: Readonly<Record<CounterAsk, string>> = {
  record: '该客户有余额、积分或已绑定其他微信，绑定需本人号码验证或另一人核对',
  second: '该微信30天内绑定过其他客户，需另一人核对',
};
const askFor = (what: CounterAsk, { customerId, openId, call }: CounterQuestion): WordAsk => ({
  path: 'code',
  rule: `bind-${what}`,
  message: SAID[what],
  value: 0,
  binds: [nameOf('open-id', openId)],
  notBy: [call.user.id],
  ...(what === 'record' && { proof: { customerId, purpose: 'bind', amountFen: 0 } as const }),
});
type CounterQuestion = { readonly customerId: number; readonly openId: string; readonly call: CounterCall };

/** What was asked, and the word for it; null where nothing is, or the customer proved it. */
type CounterVerdict = { readonly asked: readonly CounterAsk[]; readonly word: Word | null };
const judged = async (deps: CounterDeps, asking: CounterQuestion): Promise<CounterVerdict | Refusal> => {
  const { master, words, identity } = deps;
  const { customerId, openId, call } = asking;
  const row = await lockRow(master, { name: 'customer', key: 'id' }, customerId);
  if (row === null) return refuse('not-found', 'master.missing', '客户不存在或已删除');
  const hasSomething = await haveSomething(master, await recordsOf(master, customerId));
  const verdict = bindingAtCounter(await factsOf(master, { openId, customerId }, call.now), hasSomething);
  if (isRefusal(verdict)) return verdict;
  const asked = verdict === 'same' ? [] : verdict;
  const asks = (await isAlone(identity, call, { shops: [] })) ? [] : asked.map((what) => askFor(what, asking));
  const { approval, proof } = call.body;
  const revision = revisionOf(row);
  const place = {
    act: '绑定客户微信',
    route: 'POST /base-customer/:id/bind',
    shopId: null,
    customerId,
    id: customerId,
    revision,
  };
  const word = await words.ask(asks, { ...place, approval, proof }, call);
  return isRefusal(word) ? word : { asked, word };
};

type BoundCustomer = {
  readonly customerId: number;
  readonly name: string;
  readonly mobile: string;
  /** Bound just now, not before. */
  readonly isNew: boolean;
};
const bindScanned = (
  { master, shopperLog }: CounterDeps,
  { customerId, openId, call, asked }: CounterQuestion & Pick<CounterVerdict, 'asked'>,
  bindingId: number,
): Promise<BoundCustomer | Refusal> =>
  master.transaction(async (tx) => {
    const row = await lockPair(tx, { openId, customerId });
    if (row === null) return CLOSED;
    const facts = await factsOf(tx, { openId, customerId }, call.now);
    // Judged again under the lock: what was free a moment ago may be somebody's.
    const verdict = bindingAtCounter(facts, false);
    if (isRefusal(verdict)) return verdict;
    if (verdict !== 'same' && !verdict.every((what) => asked.includes(what))) return MEANWHILE;
    if (!(await useCardCode(tx, call.body.code))) return NO_CODE;
    const by = { id: call.user.id, name: call.user.nickName };
    if (verdict !== 'same') {
      await bindTo(tx, { id: bindingId, openId, customerId, by }, call.now);
      await shopperLog.note({ act: 'bind', customerId, openId, what: '在柜台绑定微信', by: call.user }, call, tx);
    }
    return { customerId, name: String(row['name']), mobile: String(row['mobile']), isNew: verdict !== 'same' };
  });

export const counterRoute = (deps: CounterDeps): Route => {
  const tell = boundNotice(deps.config, deps.log);
  return route({
    method: 'POST',
    path: '/base-customer/:id/bind',
    summary: '绑定客户微信',
    allow: 'base:baseCustomer:bind',
    params: Params,
    body: CounterBindingBody,
    data: CounterBound,
    handler: async (call) => {
      const { id: customerId } = call.params;
      const openId = isBindingCard(call.body.code) ? await openIdOf(deps.master, call.body.code, call.now) : null;
      if (openId === null) return NO_CODE;
      const asking: CounterQuestion = { customerId, openId, call };
      const judgement = await judged(deps, asking);
      if (isRefusal(judgement)) return judgement;
      const { asked, word } = judgement;
      const found = await bindScanned(deps, { ...asking, asked }, await call.newId());
      if (isRefusal(found)) return found;
      const { isNew, ...bound } = found;
      const told = isNew ? await tell(phoneDigits(bound.mobile), call.now) : '';
      const what = `在柜台把微信绑定到客户（编号${customerId}）${told}`;
      const shopId = onlyShop(call.user.lockShops);
      await deps.exceptions.note({ kind: 'shopper-binding', shopId, what, second: word?.approver }, call);
      return { data: bound, msg: '已绑定' };
    },
  });
};
