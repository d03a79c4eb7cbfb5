/** A user's own second factor: begin, confirm with the first code, replace, renew the recovery codes, give up; with the password each time (R112). */
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { rawText } from '../contracts/values.ts';
import { refuse, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Call, RawAnswer, Route } from '../contracts/route.ts';
import type { Sessions } from '../platform/auth/sessions.ts';
import type { Throttle } from '../platform/auth/throttle.ts';
import { ownAttempt, refuseWrongPassword } from './own-password.ts';
import { forgetSecondFactor, slowly } from './second-factor.ts';
import type { SecondFactor } from './second-factor.ts';
import { topLevel } from './session-answer.ts';

export type OwnFactorDeps = {
  readonly db: DatabasePool;
  readonly sessions: Sessions;
  readonly throttle: Throttle;
  readonly factor: SecondFactor;
};

const Change = z.object({
  action: z.enum(['start', 'confirm', 'renew', 'disable'], '操作不正确'),
  password: rawText(200, { error: '密码不能为空', long: '密码错误' }).min(1, '密码不能为空'),
  code: rawText(30, { long: '动态验证码错误' })
    .trim()
    .nullish()
    .transform((code) => code ?? ''),
});
type ChangeCall = Call<unknown, unknown, z.infer<typeof Change>>;
type ChangeAnswer = RawAnswer | Refusal;

const NO_CODE = refuseField('auth.no_code', 'code', '请输入动态验证码');
const LATE = refuse('conflict', 'auth.no_enrolment', '绑定已过期，请重新开始');
const DEMANDED = refuse('conflict', 'auth.second_demanded', '您的角色要求两步验证，不能停用');
const OFF = refuse('conflict', 'auth.second_off', '两步验证没有启用');

/** The code of the factor in use: nobody replaces or ends it who has only the password. */
const refuseCode = async ({ throttle, factor }: OwnFactorDeps, call: ChangeCall): Promise<Refusal | null> => {
  const { user, body, now } = call;
  if (body.code === '') return NO_CODE;
  return slowly(throttle, ownAttempt(call), now, () => factor.redeem(user.id, body.code, now));
};

const start = async (deps: OwnFactorDeps, call: ChangeCall): Promise<ChangeAnswer> => {
  const { user, now } = call;
  const { active } = await deps.factor.stateOf(user.id);
  const refusal = active ? await refuseCode(deps, call) : null;
  if (refusal !== null) return refusal;
  const enrolment = await deps.factor.enrolment(user.username);
  await deps.factor.propose(user.id, enrolment.secret, now);
  return topLevel('请用身份验证器扫描', { data: enrolment });
};

const confirm = async (deps: OwnFactorDeps, call: ChangeCall): Promise<ChangeAnswer> => {
  const { user, body, now } = call;
  if (body.code === '') return NO_CODE;
  const outcome: { is: readonly string[] | 'wrong' | 'late' } = { is: 'late' };
  const refusal = await slowly(deps.throttle, ownAttempt(call), now, async () => {
    outcome.is = await deps.factor.confirm(user.id, body.code, now);
    return outcome.is !== 'wrong';
  });
  if (refusal !== null) return refusal;
  if (typeof outcome.is === 'string') return LATE;
  // Sign-ins of before came without it.
  await deps.sessions.revokeUser(user.id, user);
  return topLevel('两步验证已启用', { data: { recoveryCodes: outcome.is } });
};

const renew = async (deps: OwnFactorDeps, call: ChangeCall): Promise<ChangeAnswer> => {
  const { user } = call;
  if (!(await deps.factor.stateOf(user.id)).active) return OFF;
  const refusal = await refuseCode(deps, call);
  if (refusal !== null) return refusal;
  return topLevel('恢复码已更换', { data: { recoveryCodes: await deps.factor.renew(user.id) } });
};

const disable = async (deps: OwnFactorDeps, call: ChangeCall): Promise<ChangeAnswer> => {
  const { user } = call;
  const { active, required } = await deps.factor.stateOf(user.id);
  if (required) return DEMANDED;
  if (!active) return OFF;
  const refusal = await refuseCode(deps, call);
  if (refusal !== null) return refusal;
  await forgetSecondFactor(deps.db, user.id);
  return topLevel('两步验证已停用', { data: null });
};

const ACTIONS = { start, confirm, renew, disable } as const;
const change = async (deps: OwnFactorDeps, call: ChangeCall): Promise<ChangeAnswer> => {
  const said = { password: call.body.password, field: 'password', wrong: '密码错误' };
  return (await refuseWrongPassword(deps, said, call)) ?? ACTIONS[call.body.action](deps, call);
};

export const ownSecondFactorRoutes = (deps: OwnFactorDeps): readonly Route[] => [
  route({
    method: 'GET',
    path: '/user/second-factor',
    summary: '我的两步验证',
    allow: { everyone: 'signed-in' },
    data: z.object({ active: z.boolean(), required: z.boolean(), recoveryLeft: z.int() }),
    handler: async ({ user }) => ({ data: await deps.factor.stateOf(user.id) }),
  }),
  // Its answers hold secrets: as raw ones they are not kept for a repeat of the same key.
  route({
    method: 'PUT',
    path: '/user/second-factor',
    summary: '设置两步验证',
    allow: { everyone: 'signed-in' },
    body: Change,
    handler: (call) => change(deps, call),
  }),
];
