/** A shopper proves his number and is bound, or signs in outside the app (R160); and the end of a binding. */
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { addDays, dayOf } from '../contracts/dates.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { MANIFESTS } from '../contracts/manifests.ts';
import { route, type Actor, type Call, type Route } from '../contracts/route.ts';
import type { ExceptionDesk } from '../contracts/exception.ts';
import type { ShopperNote } from '../contracts/shopper-log.ts';
import {
  browserCookie,
  browserSecret,
  endedSessionCookie,
  newToken,
  sessionCookie,
} from '../platform/auth/shopper-cookies.ts';
import { Withheld } from '../platform/http/withheld.ts';
import { SmsAway, evenly, smsSender } from '../platform/sms/sms.ts';
import { bindTo, factsOf, lockPair, unbind } from './bindings.ts';
import { bindingByNumber, needsOrder, saleIdOf, SILENT_DAYS } from './binding-rules.ts';
import { CODE_MINUTES, type ProvedNumber, type SentShopperCode, type ShopperCodes } from './codes.ts';
import { Bound, BindingBody, CodeBody, SentCode } from './contract.ts';
import { isSecure, nameOf, tooOften, type ShopperCall } from './desk.ts';
import { boughtSince, haveSomething, isOrderOf } from './live-checks.ts';
import { recordsOf } from './person.ts';
import type { ShopperDeps } from './routes.ts';
import { endSessions, openSession, type Shopper } from './sessions.ts';

type NumberDeps = ShopperDeps & { readonly codes: ShopperCodes; readonly exceptions: ExceptionDesk };
const everyone = { everyone: 'public' } as const;
/** The shopper himself: no user of the house. */
const SHOPPER = { id: 0, name: '顾客本人' };
const UNSENT = '短信服务暂时不可用，请稍后再试，或到门店办理';
const NO_SMS = refuse('not-found', 'shopper.no_sms', '本店没有开通短信验证，请到门店办理');
const WRONG = refuseField('shopper.wrong_code', 'code', '验证码不正确');
const ORDER = refuseField('shopper.order', 'orderNo', '请再填写一张您的订单号（在质保单或小票上）');
const WRONG_ORDER = refuseField('shopper.wrong_order', 'orderNo', '订单号不正确');

const SALE_PREFIX = MANIFESTS.find(({ kind }) => kind === 'sale')?.prefix ?? '';

/** Who asks: by his openId, or by his browser outside the app. */
const askerOf = (shopper: Shopper | null, browser: string): string =>
  shopper !== null && shopper.openId !== '' ? nameOf('open-id', shopper.openId) : nameOf('browser', browser);
type Act = Omit<ShopperNote, 'openId'> & { readonly shopper: Shopper | null };
const noteAct = (
  { shopperLog }: NumberDeps,
  { shopper, ...act }: Act,
  call: ShopperCall,
  tx?: CommonQueryMethods,
): Promise<void> => shopperLog.note({ ...act, openId: shopper?.openId ?? '' }, call, tx);
/** Why nobody was bound; an order that is still asked for is no failure. */
const noteRefused = async (
  deps: NumberDeps,
  { shopper, customerId }: Pick<Act, 'shopper' | 'customerId'>,
  { call, refusal }: { readonly call: ShopperCall; readonly refusal: Refusal },
): Promise<Refusal> => {
  const what = `没有绑定：${refusal.message}`;
  if (refusal !== ORDER) await noteAct(deps, { act: 'bind', customerId, shopper, what, isDone: false }, call);
  return refusal;
};

/** Only whoever tries the demonstration on this machine reads a code in an answer. */
const tellsCode = ({ config }: NumberDeps, { client }: ShopperCall): boolean =>
  config.sms === null && config.demo && config.loopback && client.isLocal === true;

type Sender = ReturnType<typeof evenly>;
/** @throws {Withheld} where the provider is away: the code counts as not asked for. */
const sendCode = async (
  { codes, log }: NumberDeps,
  send: Sender,
  { id, code, customerId }: SentShopperCode,
  phone: string,
): Promise<void> => {
  try {
    // A number that nobody has waits as long and hears the same (R160).
    await send(customerId === null ? null : { phone, code, minutes: CODE_MINUTES, isProof: true });
  } catch (error) {
    if (!(error instanceof SmsAway)) throw error;
    await codes.withdraw(id);
    log.warn('code for a shopper was not sent', { reason: error.reason });
    throw new Withheld(UNSENT);
  }
};
const codeRoute = (deps: NumberDeps): Route => {
  const { config, codes, desk } = deps;
  const send = config.sms === null ? null : evenly(smsSender(config.sms));
  return route({
    method: 'POST',
    path: '/wx/binding/code',
    summary: '发送绑定验证码',
    allow: everyone,
    logged: false,
    body: CodeBody,
    data: SentCode,
    handler: async (call) => {
      const shopper = await desk.writer(call, '');
      if (isRefusal(shopper)) return shopper;
      const tells = tellsCode(deps, call);
      if (send === null && !tells) return NO_SMS;
      const { client, now } = call;
      const { mobile } = call.body;
      const browser = browserSecret(client.shopper?.browser) || newToken();
      const made = await codes.create({ mobile, shopper: askerOf(shopper, browser), ip: client.ip }, now);
      if (typeof made === 'number') return tooOften(made);
      if (send !== null) await sendCode(deps, send, made, mobile);
      const what = made.customerId === null ? '要发验证码的手机号没有登记' : '验证码发到登记的手机号';
      await noteAct(deps, { act: 'code', customerId: made.customerId, shopper, what }, call);
      const cookie = browserCookie(browser, isSecure(client, config));
      return {
        data: { id: made.id, ...(tells && { code: made.code }) },
        msg: '若该号码在门店登记过，将收到验证码',
        cookie,
      };
    },
  });
};

type BindingCall = Call<unknown, unknown, BindingBody>;
type NumberOwners = { readonly records: readonly number[]; readonly hasSomething: boolean };
/** Numbers are given to others: a silent record, and one with value, needs one of its orders besides. */
const judgeOrder = async (
  { master, codes }: NumberDeps,
  { body: { orderNo }, now }: BindingCall,
  { id, customerId }: ProvedNumber,
): Promise<NumberOwners | Refusal> => {
  const records = await recordsOf(master, customerId);
  const hasSomething = await haveSomething(master, records);
  const boughtLately = await boughtSince(master, records, addDays(dayOf(now), -SILENT_DAYS));
  if (!needsOrder({ hasSomething, boughtLately })) return { records, hasSomething };
  if (orderNo === '') return ORDER;
  const saleId = saleIdOf(orderNo, SALE_PREFIX);
  if (saleId !== null && (await isOrderOf(master, records, saleId))) return { records, hasSomething };
  await codes.countWrong(id);
  return WRONG_ORDER;
};

const NO_SESSION = { openId: '', token: null };
type Binding = { readonly shopper: Shopper | null; readonly proved: ProvedNumber };
type BoundRecord = { readonly name: string; readonly token: string | null; readonly isNew: boolean };
const bindProved = (
  deps: NumberDeps,
  { shopper, proved }: Binding,
  { bindingId, call }: { readonly bindingId: number; readonly call: BindingCall },
): Promise<BoundRecord | Refusal> =>
  deps.master.transaction(async (tx) => {
    const { codes } = deps;
    const { now } = call;
    const { id, customerId } = proved;
    const noted = (act: 'sign-in' | 'bind', what: string) =>
      noteAct(deps, { act, customerId, shopper, what }, call, tx);
    const { openId, token: before } = shopper ?? NO_SESSION;
    const row = await lockPair(tx, { openId, customerId });
    if (row === null) return WRONG;
    const name = String(row['name']);
    if (openId === '') {
      if (!(await codes.use(tx, id))) return WRONG;
      const token = await openSession(tx, { openId, customerId }, { before, now });
      await noted('sign-in', '手机号和验证码登录');
      return { name, token, isNew: false };
    }
    const verdict = bindingByNumber(await factsOf(tx, { openId, customerId }, now));
    if (isRefusal(verdict)) return verdict;
    if (!(await codes.use(tx, id))) return WRONG;
    if (verdict === 'bind') {
      await bindTo(tx, { id: bindingId, openId, customerId, by: SHOPPER }, now);
      await noted('bind', '凭手机号和验证码绑定微信');
    }
    return { name, token: null, isNew: verdict === 'bind' };
  });

const noteBinding = ({ exceptions }: NumberDeps, what: string, by: Actor): Promise<void> =>
  exceptions.note({ kind: 'shopper-binding', shopId: null, what, who: SHOPPER }, by);

type Proof = { readonly proved: ProvedNumber; readonly standing: NumberOwners };
/** What number and code, and where it is asked for an order of the record, say; every call counts as a try (R140). */
const prove = async (deps: NumberDeps, call: BindingCall, shopper: Shopper | null): Promise<Proof | Refusal> => {
  const asker = askerOf(shopper, browserSecret(call.client.shopper?.browser));
  const refused = deps.desk.paceTries(call, asker);
  if (refused !== null) return refused;
  const { mobile, code } = call.body;
  const proved = await deps.codes.judge({ mobile, shopper: asker, code }, call.now);
  if (proved === null) return noteRefused(deps, { shopper, customerId: null }, { call, refusal: WRONG });
  const standing = await judgeOrder(deps, call, proved);
  if (!isRefusal(standing)) return { proved, standing };
  return noteRefused(deps, { shopper, customerId: proved.customerId }, { call, refusal: standing });
};
const bindingRoute = (deps: NumberDeps): Route => {
  const { desk, config, key } = deps;
  return route({
    method: 'POST',
    path: '/wx/binding',
    summary: '绑定手机号',
    allow: everyone,
    logged: false,
    body: BindingBody,
    data: Bound,
    handler: async (call) => {
      const { client, body } = call;
      const shopper = await desk.writer(call, body.openId);
      if (isRefusal(shopper)) return shopper;
      const proof = await prove(deps, call, shopper);
      if (isRefusal(proof)) return proof;
      const { proved, standing } = proof;
      const bound = await bindProved(deps, { shopper, proved }, { bindingId: await call.newId(), call });
      const { customerId } = proved;
      if (isRefusal(bound)) return noteRefused(deps, { shopper, customerId }, { call, refusal: bound });
      if (bound.isNew && standing.hasSomething)
        await noteBinding(deps, `客户（编号${customerId}）有余额或积分，顾客凭短信验证码和订单号绑定微信`, call);
      const data = { customerId, mobile: body.mobile, name: bound.name };
      if (bound.token === null) return { data, msg: '绑定成功' };
      return { data, msg: '登录成功', cookie: sessionCookie(bound.token, await key(), isSecure(client, config)) };
    },
  });
};

/** Outside the app there is no binding to end. */
const endOf = (recordId: number | null, { customerId }: Shopper): Omit<Act, 'shopper'> =>
  recordId === null
    ? { act: 'sign-out', customerId, what: '退出登录' }
    : { act: 'unbind', customerId: recordId, what: '顾客自行解除微信绑定' };
/** Whoever holds the session of the bound openId is the customer's own proof (R136); it is a row all the same. */
const unbindRoute = (deps: NumberDeps): Route => {
  const { desk, master, config } = deps;
  return route({
    method: 'POST',
    path: '/wx/unbind',
    summary: '解除绑定',
    allow: everyone,
    logged: false,
    data: z.null(),
    handler: async (call) => {
      const shopper = await desk.askWrite(call, '');
      if (isRefusal(shopper)) return shopper;
      const { openId, token } = shopper;
      const recordId = await master.transaction(async (tx) => {
        const ended = await unbind(tx, openId, call.now);
        await endSessions(tx, openId, token);
        await noteAct(deps, { ...endOf(ended, shopper), shopper }, call, tx);
        return ended;
      });
      if (recordId !== null) {
        const hasSomething = await haveSomething(master, await recordsOf(master, recordId));
        const stake = hasSomething ? '有余额或积分，' : '';
        await noteBinding(deps, `客户（编号${recordId}）${stake}顾客自行解除微信绑定`, call);
      }
      return { data: null, msg: '已解除绑定', cookie: endedSessionCookie(isSecure(call.client, config)) };
    },
  });
};

export const numberRoutes = (deps: NumberDeps): readonly Route[] => [
  codeRoute(deps),
  bindingRoute(deps),
  unbindRoute(deps),
];
