/** The second step of signing in: who must take it, and the code that completes it (R112). */
import { z } from 'zod';
import { rawText, yesNo } from '../contracts/values.ts';
import { isRefusal, refuse, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Call, RawAnswer, Route } from '../contracts/route.ts';
import { stepOf } from '../platform/auth/totp.ts';
import { writeLoginLog } from './login-log.ts';
import { slowly, WRONG_CODE } from './second-factor.ts';
import { CHANGED, enter, refuseEntry } from './session-answer.ts';
import type { Holder, ProvedPassword } from './sign-in-tickets.ts';
import type { SignInDeps } from './sign-in-deps.ts';

const SecondStep = z.object({
  ticket: rawText(100, { error: '请先输入用户名和密码', long: '请先输入用户名和密码' }).min(1, '请先输入用户名和密码'),
  code: rawText(30, { error: '请输入动态验证码', long: '动态验证码错误' }).trim().min(1, '请输入动态验证码'),
  rememberMe: z.union([z.boolean(), yesNo()]).nullish(),
});
type SecondCall = Call<unknown, unknown, z.infer<typeof SecondStep>>;

const OVER = refuseField('auth.ticket_over', 'ticket', '登录步骤已过期或尝试次数过多，请重新输入密码');

/** What whoever typed the right password has to do yet; null when that was all. */
export const nextStep = async (
  { factor, tickets }: SignInDeps,
  account: ProvedPassword & { readonly username: string },
  now: Date,
): Promise<Refusal | null> => {
  const { active, required } = await factor.stateOf(account.id);
  if (active) {
    const ticket = await tickets.open(account, null, now);
    if (ticket === null) return CHANGED;
    return refuse('invalid', 'auth.second_factor', '请输入动态验证码', { data: { secondFactor: true, ticket } });
  }
  if (!required) return null;
  const enrol = await factor.enrolment(account.username);
  const ticket = await tickets.open(account, enrol.secret, now);
  if (ticket === null) return CHANGED;
  return refuse('invalid', 'auth.second_factor', '请先绑定身份验证器', { data: { secondFactor: true, ticket, enrol } });
};

type SecondStepAnswer = { readonly recoveryCodes?: readonly string[] };
/** The ticket is used up with the right code; a secret that was offered takes effect. */
const pass = async (
  { factor, tickets }: SignInDeps,
  holder: Holder,
  call: SecondCall,
): Promise<SecondStepAnswer | Refusal> => {
  if (!(await tickets.take(call.body.ticket))) return OVER;
  if (holder.secret === null) return {};
  const step = stepOf(holder.secret, call.body.code, call.now);
  const recoveryCodes = step === null ? null : await factor.activate(holder.id, holder.secret, step);
  return recoveryCodes === null ? OVER : { recoveryCodes };
};

const judge = async (deps: SignInDeps, holder: Holder, call: SecondCall): Promise<SecondStepAnswer | Refusal> => {
  const { body, client, now } = call;
  const device = await deps.devices.knownTo(holder.id, client.device);
  const attempt = { username: holder.username, ip: client.ip, device };
  const refusal = await slowly(deps.throttle, attempt, now, async () => {
    if (!(await deps.tickets.count(body.ticket, now))) return false;
    if (holder.secret !== null) return stepOf(holder.secret, body.code, now) !== null;
    return deps.factor.redeem(holder.id, body.code, now);
  });
  if (refusal === WRONG_CODE && (await deps.tickets.read(body.ticket, now)) === null) return OVER;
  if (refusal !== null) return refusal;
  return refuseEntry(holder) ?? pass(deps, holder, call);
};

const MSG = { plain: '登录成功', enrolled: '登录成功，已启用两步验证' } as const;
const secondStep = async (deps: SignInDeps, call: SecondCall): Promise<RawAnswer | Refusal> => {
  const holder = await deps.tickets.read(call.body.ticket, call.now);
  if (holder === null) return OVER;
  const passed = await judge(deps, holder, call);
  const { id: userId, username, passwordHash } = holder;
  const remember = call.body.rememberMe === true;
  const entered = isRefusal(passed)
    ? passed
    : await enter(deps, { userId, passwordHash, remember, more: passed }, call);
  const enrolled = !isRefusal(passed) && passed.recoveryCodes !== undefined;
  const msg = isRefusal(entered) ? entered.message : enrolled ? MSG.enrolled : MSG.plain;
  await writeLoginLog(deps.db, { username, done: !isRefusal(entered), msg }, call);
  return entered;
};

export const secondStepRoutes = (deps: SignInDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: '/login/second',
    summary: '登录第二步',
    allow: { everyone: 'public' },
    logged: false,
    body: SecondStep,
    handler: (call) => secondStep(deps, call),
  }),
];
