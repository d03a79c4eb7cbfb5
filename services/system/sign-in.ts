/** Signing in and out: captcha, throttle, sessions, login log (S2§2.1, wire "Signing in"). */
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { rawText, yesNo } from '../contracts/values.ts';
import { isRefusal, refuse, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Call, RawAnswer, Route } from '../contracts/route.ts';
import { verifyNobody, verifyPassword } from '../platform/auth/password.ts';
import { writeLoginLog } from './login-log.ts';
import { problemOfOwn } from './password-policy.ts';
import { nextStep, secondStepRoutes } from './second-step.ts';
import { HAS_ROLE } from './role-holders.ts';
import { CHANGED, enter, issued, refuseEntry, tooMany } from './session-answer.ts';
import { sessionUser } from './session-user.ts';
import { personNamed } from './person-named.ts';
import { refuseCode, signInCodeRoutes } from './sign-in-code.ts';
import type { SignInDeps } from './sign-in-deps.ts';

const PUBLIC = { everyone: 'public' } as const;
const SIGNED_IN = { everyone: 'signed-in' } as const;
const Login = z.object({
  username: rawText(100, { error: '用户名不能为空', long: '用户名过长' }).trim().min(1, '用户名不能为空'),
  password: rawText(200, { error: '密码不能为空', long: '密码过长' }).min(1, '密码不能为空'),
  code: rawText(5, { long: '验证码最多5位' }).trim().nullish(),
  uuid: rawText(100).nullish(),
  rememberMe: z.union([z.boolean(), yesNo()]).nullish(),
});
type Login = z.infer<typeof Login>;
type LoginCall = Call<unknown, unknown, Login>;

/** Only the account's own failure is told; whether it exists is not. 401 is a session that is missing or over (R103). */
const WRONG = refuseField('auth.wrong_password', 'password', '用户名或密码错误');

const Account = z.object({
  id: z.int(),
  username: z.string(),
  hash: z.string(),
  status: z.string(),
  hasRole: z.boolean(),
});
type Account = z.infer<typeof Account>;
const accountOf = (db: DatabasePool, username: string) =>
  db.maybeOne(sql.type(Account)`
    SELECT u.id, u.username, u.password_hash AS hash, u.status, ${HAS_ROLE} AS "hasRole"
    FROM master.sys_user u WHERE ${personNamed(username)}`);

type AccountDeps = Pick<SignInDeps, 'db' | 'throttle' | 'devices'>;
/** Whose name and password these are, slowed down like every try; also where a session is not wanted. */
export const verifyAccount = async (
  { db, throttle, devices }: AccountDeps,
  { username, password }: Pick<Login, 'username' | 'password'>,
  { client, now }: Pick<LoginCall, 'client' | 'now'>,
): Promise<Account | Refusal> => {
  const account = await accountOf(db, username);
  const device = account === null ? null : await devices.knownTo(account.id, client.device);
  const attempt = { username, ip: client.ip, device };
  const waitMs = await throttle.enter(attempt, now);
  if (waitMs > 0) return tooMany(waitMs);
  const right = account === null ? await verifyNobody(password) : await verifyPassword(password, account.hash);
  if (account === null || !right) return WRONG;
  await throttle.succeeded(attempt);
  return refuseEntry(account) ?? account;
};

/** The account that may sign in, or why not. */
const identify = async (deps: SignInDeps, call: LoginCall): Promise<Account | Refusal> =>
  (await refuseCode(deps, call)) ?? verifyAccount(deps, call.body, call);

/** A password that the rules of today refuse is changed before anything else; the administrator of the place decides for himself. */
const judgePassword = async ({ db }: SignInDeps, account: Account, password: string): Promise<void> => {
  const user = await sessionUser(db, account.id);
  if (user === null || user.mustChangePassword || user.id === 1) return;
  const problem = await problemOfOwn(db, { password, username: user.username, keys: user.permissions });
  if (problem === null) return;
  await db.query(sql.unsafe`UPDATE master.sys_user SET must_change_password = true WHERE id = ${account.id}`);
};

/** What the log says of a password that was right where a code is to follow. */
const CODE_MISSING = '密码正确，等待动态验证码';

const login = async (deps: SignInDeps, call: LoginCall): Promise<RawAnswer | Refusal> => {
  const { body, now } = call;
  const tried = (refusal: string | null) =>
    writeLoginLog(deps.db, { username: body.username, done: refusal === null, msg: refusal ?? '登录成功' }, call);
  const account = await identify(deps, call);
  if (isRefusal(account)) {
    await tried(account.message);
    return account;
  }
  await judgePassword(deps, account, body.password);
  const more = await nextStep(deps, account, now);
  if (more !== null) {
    await tried(more.code === CHANGED.code ? CHANGED.message : CODE_MISSING);
    return more;
  }
  const { id: userId, hash: passwordHash } = account;
  const entered = await enter(deps, { userId, passwordHash, remember: body.rememberMe === true }, call);
  await tried(isRefusal(entered) ? entered.message : null);
  return entered;
};

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
    handler: async ({ user, now }) => {
      const renewed = await deps.sessions.renew(user, now);
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

export const signInRoutes = (deps: SignInDeps): readonly Route[] => [
  ...signInCodeRoutes(deps),
  ...sessionRoutes(deps),
  ...secondStepRoutes(deps),
];
