/** Signing in and out: captcha, throttle, sessions, login log (S2§2.1, wire "Signing in"). */
import { UAParser } from 'my-ua-parser';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { refuse, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Call, RawAnswer, Route } from '../contracts/route.ts';
import type { Captcha } from '../platform/auth/captcha.ts';
import { verifyNobody, verifyPassword } from '../platform/auth/password.ts';
import type { Issued, Sessions } from '../platform/auth/sessions.ts';
import type { Throttle } from '../platform/auth/throttle.ts';

export type SignInDeps = {
  readonly db: DatabasePool;
  readonly sessions: Sessions;
  readonly captcha: Captcha;
  readonly throttle: Throttle;
  readonly withCaptcha: boolean;
};

const PUBLIC = { everyone: 'public' } as const;
const SIGNED_IN = { everyone: 'signed-in' } as const;
const Login = z.object({
  username: z.string({ error: '用户名不能为空' }).trim().min(1, '用户名不能为空').max(100, '用户名过长'),
  password: z.string({ error: '密码不能为空' }).min(1, '密码不能为空').max(200, '密码过长'),
  code: z.string().trim().max(5, '验证码最多5位').nullish(),
  uuid: z.string().max(100).nullish(),
  rememberMe: z.union([z.boolean(), z.stringbool()]).nullish(),
});
type Login = z.infer<typeof Login>;
type LoginCall = Call<unknown, unknown, Login>;

/** Top-level fields beside code and msg, as the sign-in page reads them. */
const topLevel = (msg: string, fields: object): RawAnswer => ({
  type: 'application/json; charset=utf-8',
  raw: { code: 200, msg, ...fields },
});
const issued = (msg: string, { token, expire }: Issued): RawAnswer =>
  topLevel(msg, { token, expire, data: { token, expire } });

/** Only the account's own failure is told; whether it exists is not. */
const WRONG = refuse('unauthenticated', 'auth.wrong_password', '用户名或密码错误');
const DISABLED = refuse('forbidden', 'auth.disabled', '该用户已停用，请联系管理员');
export const tooMany = (waitMs: number): Refusal => {
  const retryAfter = Math.ceil(waitMs / 1000);
  return refuse('too-many', 'auth.throttled', `登录失败次数过多，请${retryAfter}秒后再试`, { data: { retryAfter } });
};

const Account = z.object({ id: z.int(), username: z.string(), hash: z.string(), status: z.string() });
const accountOf = (db: DatabasePool, username: string) =>
  db.maybeOne(sql.type(Account)`
    SELECT id, username, password_hash AS hash, status FROM master.sys_user WHERE lower(username) = lower(${username})`);

const writeLoginLog = async (db: DatabasePool, call: LoginCall, refusal: Refusal | null): Promise<void> => {
  const agent = UAParser(call.client.userAgent);
  await db.query(sql.unsafe`
    INSERT INTO master.login_log (username, status, msg, ipaddr, browser, os, platform, login_time)
    VALUES (${call.body.username}, ${refusal === null ? '2' : '1'}, ${refusal?.message ?? '登录成功'}, ${call.client.ip},
      ${[agent.browser.name, agent.browser.version].filter(Boolean).join(' ')},
      ${[agent.os.name, agent.os.version].filter(Boolean).join(' ')}, ${agent.device.type ?? 'desktop'},
      ${call.now.toISOString()})`);
};

const checkCaptcha = async (deps: SignInDeps, { body, now }: LoginCall): Promise<Refusal | null> => {
  if (!deps.withCaptcha) return null;
  if (!body.code) return refuseField('auth.captcha_missing', 'code', '验证码不能为空');
  const right = await deps.captcha.redeem(body.uuid ?? '', body.code, now);
  return right ? null : refuseField('auth.captcha_wrong', 'code', '验证码错误或已过期');
};

/** The account that may sign in, or why not. */
const identify = async (deps: SignInDeps, call: LoginCall): Promise<z.infer<typeof Account> | Refusal> => {
  const badCaptcha = await checkCaptcha(deps, call);
  if (badCaptcha !== null) return badCaptcha;
  const { username, password } = call.body;
  const waitMs = await deps.throttle.enter(username, call.client.ip, call.now);
  if (waitMs > 0) return tooMany(waitMs);
  const account = await accountOf(deps.db, username);
  const right = account === null ? await verifyNobody(password) : await verifyPassword(password, account.hash);
  if (account === null || !right) return WRONG;
  await deps.throttle.succeeded(username, call.client.ip);
  return account.status === '2' ? account : DISABLED;
};

const login = async (deps: SignInDeps, call: LoginCall): Promise<RawAnswer | Refusal> => {
  const account = await identify(deps, call);
  const refusal = 'refused' in account ? account : null;
  await writeLoginLog(deps.db, call, refusal);
  if ('refused' in account) return account;
  const remember = call.body.rememberMe === true;
  return issued('登录成功', await deps.sessions.open({ userId: account.id, remember, client: call.client }, call.now));
};

const beforeSignIn = (deps: SignInDeps): readonly Route[] => [
  route({
    method: 'GET',
    path: '/captcha',
    summary: '验证码图片',
    allow: PUBLIC,
    handler: async ({ now }) => {
      const { id, image } = await deps.captcha.create(now);
      return topLevel('查询成功', { data: image, id });
    },
  }),
  route({
    method: 'GET',
    path: '/login-config',
    summary: '登录方式',
    allow: PUBLIC,
    data: z.object({ sms: z.boolean(), captcha: z.boolean() }),
    handler: async () => ({ data: { sms: false, captcha: deps.withCaptcha } }),
  }),
  route({
    method: 'POST',
    path: '/login/sms',
    summary: '发送登录短信',
    allow: PUBLIC,
    logged: false,
    body: z.object({ username: z.string({ error: '请填写用户名。' }).trim().min(1, '请填写用户名。') }),
    handler: async () => refuse('not-found', 'auth.no_sms', '未启用短信登录'),
  }),
];

const sessionRoutes = (deps: SignInDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: '/login',
    summary: '登录',
    allow: PUBLIC,
    logged: false,
    body: Login,
    handler: (call) => login(deps, call),
  }),
  route({
    method: 'GET',
    path: '/refresh_token',
    summary: '更新令牌',
    allow: SIGNED_IN,
    handler: async ({ user, client, now }) => {
      const renewed = await deps.sessions.renew(user, client, now);
      return renewed === null
        ? refuse('unauthenticated', 'auth.signed_out', '登录已过期，请重新登录')
        : issued('操作成功', renewed);
    },
  }),
  route({
    method: 'POST',
    path: '/logout',
    summary: '退出登录',
    allow: SIGNED_IN,
    logged: false,
    data: z.null(),
    handler: async ({ user }) => {
      await deps.sessions.revoke(user);
      return { data: null, msg: '退出成功' };
    },
  }),
];

export const signInRoutes = (deps: SignInDeps): readonly Route[] => [...beforeSignIn(deps), ...sessionRoutes(deps)];
