/** What is asked beside name and password: a picture's letters, or a code by SMS (S2§2.1, §4; wire "Signing in"; R113). */
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { refuse, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Answer, Call, Route } from '../contracts/route.ts';
import { requiredText } from '../contracts/values.ts';
import { VALID_MINUTES } from '../platform/auth/login-sms.ts';
import { Withheld } from '../platform/http/withheld.ts';
import type { LoginMessage } from '../platform/sms/provider.ts';
import { SmsAway } from '../platform/sms/sms.ts';
import { tooMany, topLevel } from './session-answer.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { MOBILE_NUMBER, plainPhone } from '../contracts/phone.ts';
import { personNamed } from './person-named.ts';
import { SMS_TEST_PATH, SmsTrial } from './sms-contract.ts';

const PUBLIC = { everyone: 'public' } as const;
type CodeEntry = {
  readonly username: string;
  readonly code?: string | null | undefined;
  readonly uuid?: string | null | undefined;
};

/** Nothing when the code is right, or none is asked for. */
export const refuseCode = async (
  { loginCode, captcha, sms }: SignInDeps,
  { body, now }: Pick<Call<unknown, unknown, CodeEntry>, 'body' | 'now'>,
): Promise<Refusal | null> => {
  if (loginCode === 'none') return null;
  const { username, code, uuid } = body;
  if (!code) return refuseField('auth.captcha_missing', 'code', '验证码不能为空');
  const right =
    loginCode === 'sms'
      ? await sms.redeem(uuid ?? '', { username, code }, now)
      : await captcha.redeem(uuid ?? '', code, now);
  return right ? null : refuseField('auth.captcha_wrong', 'code', '验证码错误或已过期');
};

const Phone = z.object({ phone: z.string() });
/** Where the code goes; null for whoever is unknown, disabled or has no number, which nobody is told. */
const phoneOf = async (db: DatabasePool, username: string): Promise<string | null> => {
  const phone = await db.maybeOneFirst(sql.type(Phone)`
    SELECT CASE WHEN status = '2' THEN phone ELSE '' END AS phone FROM master.sys_user WHERE ${personNamed(username)}`);
  const plain = plainPhone(phone ?? '');
  return MOBILE_NUMBER.test(plain) ? plain : null;
};

const AWAY = '短信服务暂时不可用，请稍后再试';
const Sent = z.object({
  id: z.string(),
  /** In a demonstration that sends nothing. */
  code: z.string().optional(),
});
type SmsCall = Pick<Call<unknown, unknown, { username: string }>, 'body' | 'client' | 'now'>;
const sendCode = async (
  { db, loginCode, sms, sendSms, log }: SignInDeps,
  { body: { username }, client: { ip }, now }: SmsCall,
): Promise<Answer<z.infer<typeof Sent>> | Refusal> => {
  if (loginCode !== 'sms') return refuse('not-found', 'auth.no_sms', '未启用短信登录');
  const made = await sms.create({ username, ip }, now);
  if (typeof made === 'number') return tooMany(made, '验证码获取过于频繁');
  const msg = '验证码已发送';
  if (sendSms === null) return { data: made, msg };
  const phone = await phoneOf(db, username);
  try {
    await sendSms(phone === null ? null : { phone, code: made.code, minutes: VALID_MINUTES });
  } catch (error) {
    if (!(error instanceof SmsAway)) throw error;
    await sms.withdraw(made.id);
    log.warn('sign-in code was not sent', { reason: error.reason });
    throw new Withheld(AWAY);
  }
  return { data: { id: made.id }, msg };
};

/** A message as the door sends it, with a code that opens nothing (R126). */
const trial = (phone: string): LoginMessage => ({ phone, code: '00000', minutes: VALID_MINUTES });
const sendTrial = async ({ sendSms }: SignInDeps, phone: string): Promise<Answer<null> | Refusal> => {
  if (sendSms === null) return refuse('conflict', 'sms.unset', '没有设置短信服务（SMS_PROVIDER），不能发送');
  try {
    await sendSms(trial(phone));
  } catch (error) {
    if (!(error instanceof SmsAway)) throw error;
    return refuse('conflict', 'sms.away', `短信没有发出：${error.reason}`);
  }
  return { data: null, msg: '测试短信已发送' };
};

export const signInCodeRoutes = (deps: SignInDeps): readonly Route[] => [
  route({
    method: 'GET',
    path: '/captcha',
    summary: '验证码图片',
    allow: PUBLIC,
    handler: async ({ client, now }) => {
      const made = await deps.captcha.create(client.ip, now);
      if (typeof made === 'number') return tooMany(made, '验证码获取过于频繁');
      return topLevel('查询成功', { data: made.image, id: made.id });
    },
  }),
  route({
    method: 'GET',
    path: '/login-config',
    summary: '登录方式',
    allow: PUBLIC,
    data: z.object({ sms: z.boolean(), captcha: z.boolean() }),
    handler: async () => ({ data: { sms: deps.loginCode === 'sms', captcha: deps.loginCode === 'captcha' } }),
  }),
  route({
    method: 'POST',
    path: '/login/sms',
    summary: '发送登录短信',
    allow: PUBLIC,
    logged: false,
    body: z.object({ username: requiredText('请填写用户名。', 100) }),
    data: Sent,
    handler: (call) => sendCode(deps, call),
  }),
  route({
    method: 'POST',
    path: SMS_TEST_PATH,
    summary: '发送测试短信',
    allow: 'admin:sysConfig:edit',
    body: SmsTrial,
    data: z.null(),
    handler: ({ body }) => sendTrial(deps, body.phone),
  }),
];
