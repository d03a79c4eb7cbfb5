/** What signing in answers, in one step or two: the token at the top of the envelope, the device's cookie, or how long to wait. */
import { refuse, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { Call, RawAnswer } from '../contracts/route.ts';
import type { Devices } from '../platform/auth/devices.ts';
import type { IssuedToken, Sessions } from '../platform/auth/sessions.ts';

/** Top-level fields beside code and msg, as the sign-in page reads them. */
export const topLevel = (msg: string, fields: object): RawAnswer => ({
  type: 'application/json; charset=utf-8',
  raw: { code: 200, msg, ...fields },
});
/** `more` stands in data, beside the token. */
export const issued = (msg: string, { token, expire }: IssuedToken, more: object = {}): RawAnswer =>
  topLevel(msg, { token, expire, data: { token, expire, ...more } });

const DISABLED = refuse('forbidden', 'auth.disabled', '该用户已停用，请联系管理员');
const ROLELESS = refuse('forbidden', 'auth.no_role', '该用户没有可用角色');
/** Why somebody who proved who he is stays outside; null when he may come in (R110). */
export const refuseEntry = (who: { readonly status: string; readonly hasRole: boolean }): Refusal | null => {
  if (who.status !== '2') return DISABLED;
  return who.hasRole ? null : ROLELESS;
};
export const tooMany = (waitMs: number, why = '登录失败次数过多'): Refusal => {
  const retryAfter = Math.ceil(waitMs / 1000);
  return refuse('too-many', 'auth.throttled', `${why}，请${retryAfter}秒后再试`, { data: { retryAfter } });
};

type SessionDeps = { readonly sessions: Sessions; readonly devices: Devices };
export type SessionStart = {
  readonly userId: number;
  readonly passwordHash: string;
  readonly remember: boolean;
  readonly more?: object;
};
export const CHANGED = refuseField('auth.changed', 'password', '密码刚被修改，请重新登录');
/** Opens the session and knows the device from now on. */
export const enter = async (
  { sessions, devices }: SessionDeps,
  { userId, passwordHash, remember, more }: SessionStart,
  { client, now }: Pick<Call<unknown, unknown, unknown>, 'client' | 'now'>,
): Promise<RawAnswer | Refusal> => {
  const session = await sessions.open({ userId, passwordHash, remember, client }, now);
  if (session === null) return CHANGED;
  const cookie = await devices.remember(userId, client.device, now);
  return { ...issued('登录成功', session, more), headers: { 'set-cookie': cookie } };
};
