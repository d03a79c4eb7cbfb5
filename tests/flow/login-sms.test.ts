/** Signing in with a code by SMS (S2§2.1, §4; R113): one use, limits, and nothing told of accounts. */
import { sql } from 'slonik';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, USER_PASSWORD, type App, type Reply } from '../support/app.ts';
import { smsProvider, type SmsProvider } from '../support/sms-provider.ts';
import { startSmtp, type SmtpStandIn } from '../support/stand-in-smtp.ts';

let app: App;
let provider: SmsProvider;
let smtp: SmtpStandIn;
let now = new Date('2026-11-25T09:00:00+08:00');
const later = (ms: number): void => void (now = new Date(now.getTime() + ms));
const MINUTE = 60_000;
const NOBODY = { token: null };

beforeAll(async () => {
  provider = await smsProvider();
  smtp = await startSmtp();
  const env = { ...provider.env, SMTP_URL: smtp.url, MAIL_FROM: 'house@example.com' };
  app = await startApp({ captcha: 'on', clock: () => now, env });
  for (const username of ['clerk', 'silent', 'left', 'limited', 'trier']) await app.addUser({ username, roleIds: [4] });
  const { master } = app.house.deps;
  await master.query(sql.unsafe`UPDATE master.sys_user SET phone = '13800138000' WHERE username <> 'silent'`);
  await master.query(sql.unsafe`UPDATE master.sys_user SET status = '1' WHERE username = 'left'`);
});
beforeEach(async () => {
  await app.house.deps.master.query(sql.unsafe`DELETE FROM master.login_sms`);
  await app.house.deps.master.query(sql.unsafe`DELETE FROM master.login_attempt`);
  provider.sent.length = 0;
  provider.answer = 'OK';
});
afterAll(async () => {
  await app.stop();
  provider.stop();
  smtp.close();
});

const asked = (username: string): Promise<Reply> => app.post('/login/sms', { username }, NOBODY);
const Id = z.object({ id: z.uuid() }).strict();
const idOf = (reply: Reply): string => {
  expect([reply.status, reply.body.msg]).toEqual([200, '验证码已发送']);
  return Id.parse(reply.body.data).id;
};
const login = (username: string, code: string, uuid: string, password = USER_PASSWORD): Promise<Reply> =>
  app.post('/login', { username, password, code, uuid, rememberMe: false }, NOBODY);
const answers = async (...replies: Promise<Reply>[]): Promise<unknown[]> => {
  const said: unknown[] = [];
  for (const reply of replies) said.push([(await reply).status, (await reply).body.msg]);
  return said;
};
const WRONG = [422, '验证码错误或已过期'];

test('the code opens the door once, with the password and never without it (S2§2.1/2)', async () => {
  expect((await app.get('/login-config', NOBODY)).body.data).toEqual({ sms: true, captcha: false });
  expect(await answers(login('clerk', '', ''))).toEqual([[422, '验证码不能为空']]);
  const id = idOf(await asked('Clerk'));
  const [message] = provider.sent;
  expect(message).toEqual({ phone: '13800138000', code: expect.stringMatching(/^\d{5}$/) });
  const { code = '' } = message ?? {};
  expect((await login('clerk', code, id)).body['token']).toEqual(expect.any(String));
  expect(await answers(login('clerk', code, id))).toEqual([WRONG]);
  later(MINUTE);
  const second = idOf(await asked('clerk'));
  const again = provider.sent[1]?.code ?? '';
  // Somebody else's code, and the right one with a wrong password.
  expect(await answers(login('trier', again, second), login('clerk', again, second, 'nope'))).toEqual([
    WRONG,
    [422, '用户名或密码错误'],
  ]);
});

test('five wrong tries end a code, five minutes too (S2§2.1/2)', async () => {
  const id = idOf(await asked('trier'));
  const code = provider.sent[0]?.code ?? '';
  const wrong = code === '00000' ? '11111' : '00000';
  for (let index = 0; index < 5; index += 1) expect(await answers(login('trier', wrong, id))).toEqual([WRONG]);
  expect(await answers(login('trier', code, id))).toEqual([WRONG]);
  later(MINUTE);
  const old = idOf(await asked('trier'));
  later(5 * MINUTE);
  expect(await answers(login('trier', provider.sent[1]?.code ?? '', old))).toEqual([WRONG]);
});

test('unknown, disabled and phone-less accounts are answered alike, and nothing is sent (S2§2.1/2)', async () => {
  for (const username of ['nobody', 'left', 'silent']) idOf(await asked(username));
  expect(provider.sent).toEqual([]);
  expect(await answers(asked('nobody'), asked('left'))).toEqual(
    Array.from({ length: 2 }, () => [429, '验证码获取过于频繁，请60秒后再试']),
  );
  expect(await answers(app.post('/login/sms', { username: ' ' }, NOBODY))).toEqual([[422, '请填写用户名。']]);
});

test('an account waits a minute and has ten a day, an address twenty an hour (S2§2.1/2)', async () => {
  const waits = async (username: string): Promise<unknown> => {
    const reply = await asked(username);
    return reply.status === 200 ? 0 : [reply.status, reply.headers.get('retry-after')];
  };
  expect(await waits('limited')).toBe(0);
  later(59_000);
  expect(await waits('limited')).toEqual([429, '1']);
  for (let index = 1; index < 10; index += 1) {
    later(10 * MINUTE);
    expect(await waits('limited')).toBe(0);
  }
  later(10 * MINUTE);
  expect(await waits('LIMITED')).toEqual([429, String(22 * 3600 + 19 * 60 + 1)]);
  // Twenty of the last hour are this address's, whoever was asked for: six of `limited` are among them.
  for (let index = 0; index < 15; index += 1) expect(await waits(`guess-${index}`)).toBe(0);
  expect(await waits('guess-15')).toMatchObject([429, expect.any(String)]);
  expect(provider.sent).toHaveLength(10);
});

test('a provider that is away is told as such, to everybody, and the try counts for nothing (S2§2.1/2)', async () => {
  provider.answer = 'isp.SYSTEM_ERROR';
  const away = [503, '短信服务暂时不可用，请稍后再试'];
  for (const username of ['clerk', 'nobody', 'clerk']) expect(await answers(asked(username))).toEqual([away]);
  provider.answer = 'OK';
  idOf(await asked('clerk'));
});

const bossToken = async (): Promise<string> => {
  const client = { ip: '127.0.0.1', userAgent: '' };
  const passwordHash = await app.house.deps.master.oneFirst(sql.type(z.object({ hash: z.string() }))`
    SELECT password_hash AS hash FROM master.sys_user WHERE id = 1`);
  const opened = await app.house.deps.sessions.open({ userId: 1, passwordHash, remember: false, client }, now);
  return opened?.token ?? '';
};
test('administrators try it out and read what the provider says (S2§2.13/2)', async () => {
  const id = idOf(await asked('clerk'));
  const token = String((await login('clerk', provider.sent[0]?.code ?? '', id)).body['token']);
  expect((await app.post('/sms/test', { phone: '13900139000' }, { token })).status).toBe(403);
  const boss = await bossToken();
  const trial = (phone: string): Promise<Reply> => app.post('/sms/test', { phone }, { token: boss });
  expect(await answers(trial('139'), trial('13900139000'))).toEqual([
    [422, '手机号码：请输入正确的手机号码'],
    [200, '测试短信已发送'],
  ]);
  expect(provider.sent.at(-1)).toEqual({ phone: '13900139000', code: '00000' });
  provider.answer = 'isv.SMS_SIGNATURE_ILLEGAL';
  expect((await trial('13900139000')).body).toMatchObject({
    code: 409,
    msg: '短信没有发出：isv.SMS_SIGNATURE_ILLEGAL：isv.SMS_SIGNATURE_ILLEGAL',
  });
});

test('a letter tries out the mail server; what it says is told (S2§2.13/1)', async () => {
  const boss = await bossToken();
  const trial = (email: string): Promise<Reply> => app.post('/mail/test', { email }, { token: boss });
  expect(await answers(trial('nobody'), trial('boss@example.com'))).toEqual([
    [422, '邮箱：请输入正确的邮箱地址'],
    [200, '测试邮件已发送'],
  ]);
  expect(smtp.letters[0]).toMatch(/^To: boss@example\.com$/m);
  smtp.close();
  expect((await trial('boss@example.com')).body).toMatchObject({
    code: 409,
    msg: expect.stringMatching(/^邮件没有发出：/),
  });
  const id = idOf(await asked('clerk'));
  const token = String((await login('clerk', provider.sent[0]?.code ?? '', id)).body['token']);
  expect((await app.post('/mail/test', { email: 'boss@example.com' }, { token })).status).toBe(403);
});
