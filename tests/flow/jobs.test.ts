/** Scheduled jobs over HTTP, and their runs (S2§2.14, §4, §5, §7; R102, R116–R121). */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type App, type Reply } from '../support/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ env: { ROLES: 'api,projector,scheduler' } });
});
afterAll(() => app.stop());

const JOB = {
  jobName: '示例',
  jobGroup: 'DEFAULT',
  jobType: 2,
  cronExpression: '* * * * * *',
  invokeTarget: 'ExamplesNoParam',
  misfirePolicy: 1,
  concurrent: 1,
  status: 2,
};
const created = async (change: object = {}): Promise<number> => {
  const { status, text, body } = await app.post('/sysjob', { ...JOB, ...change });
  expect(status, text).toBe(200);
  return Number(body.data);
};
const problems = (reply: Reply) => [
  reply.status,
  ...(reply.body.data as { path: string; message: string }[]).map((one) => `${one.path} ${one.message}`),
];
type Run = { readonly id: number; readonly status: string; readonly output: string; readonly latencyTime: string };
const runsOf = async (id: number): Promise<readonly Run[]> =>
  ((await app.get(`/sysjob-log?jobId=${id}&pageSize=50`)).body.data as { list: readonly Run[] }).list;
/** The first run of the job that is as wanted, within some seconds. */
const until = async (id: number, wanted: (run: Run) => boolean): Promise<Run> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = (await runsOf(id)).find(wanted);
    if (found !== undefined) return found;
    await pause(100);
  }
  throw new Error(`no such run: ${JSON.stringify(await runsOf(id))}`);
};
const isDone = ({ status }: Run): boolean => status === '2' || status === '1';
/** Runs a function once, as the clock would. */
const ran = async (change: object): Promise<Run> => {
  const id = await created(change);
  await app.get(`/job/start/${id}`);
  const run = await until(id, isDone);
  await app.get(`/job/remove/${id}`);
  return run;
};

describe('jobs', () => {
  test('start with the seeded six; a row is what an unchanged console reads', async () => {
    const { list } = (await app.get('/sysjob?jobGroup=SYSTEM')).body.data as { list: Record<string, unknown>[] };
    expect(list.map(({ invokeTarget, entry_id: entry }) => [invokeTarget, entry])).toEqual([
      ['NightlyRecount', 1],
      ['Backup', 2],
      ['QuoteFeed', 0],
      ['Reminders', 4],
      ['TrimLogs', 5],
      ['MailReport', 0],
    ]);
    expect(list[0]).toMatchObject({ jobId: 1, cronExpression: '30 2 * * *', status: '2', concurrent: 1 });
    expect(list[0]!['nextAt']).toMatch(/T02:30:00\.000\+08:00$/);
  });

  test('every mistake is told at its field', async () => {
    expect(problems(await app.post('/sysjob', {}))).toEqual([
      422,
      'jobName 名称不能为空',
      'jobGroup 任务分组不能为空',
      'cronExpression cron表达式不能为空',
      'invokeTarget 调用目标不能为空',
      'status 状态不能为空',
    ]);
    expect(problems(await app.post('/sysjob', { ...JOB, args: 5 }))).toEqual([422, 'args 参数应为文字']);
    const [, line, target] = problems(
      await app.post('/sysjob', { ...JOB, cronExpression: '0 0 L * *', invokeTarget: 'X' }),
    );
    expect([line, target]).toEqual([
      'cronExpression cron表达式不支持 ? L W #',
      expect.stringMatching(/^invokeTarget 没有这个函数，可用的函数：NightlyRecount、/),
    ]);
    const http = { ...JOB, jobType: '1', invokeTarget: 'http://169.254.169.254/latest' };
    expect(problems(await app.post('/sysjob', http))[1]).toMatch(
      /^invokeTarget 主机 169\.254\.169\.254 不在允许的主机之中/,
    );
    expect((await app.get('/sysjob/next?cronExpression=x')).status).toBe(422);
    const next = (await app.get(`/sysjob/next?cronExpression=${encodeURIComponent('0 9 * * MON')}`)).body.data;
    expect((next as { list: string[] }).list).toHaveLength(5);
  });

  test('is started and stopped, edited by its number in the body, kept while disabled stopped; who saw another version is told', async () => {
    const id = await created({ cronExpression: '0 0 1 1 *' });
    const entry = async () => ((await app.get(`/sysjob/${id}`)).body.data as { entry_id: number }).entry_id;
    expect(await entry()).toBe(0);
    for (const _ of [1, 2]) expect((await app.get(`/job/start/${id}`)).body.msg).toBe('启动成功');
    expect(await entry()).toBe(id);
    const record = (await app.get(`/sysjob/${id}`)).body.data as object;
    expect((await app.put('/sysjob', { ...record, jobName: '改名' })).status).toBe(200);
    expect(await entry()).toBe(id);
    expect((await app.put(`/sysjob/${id}`, { status: '1' }, { headers: { 'if-match': '"0"' } })).status).toBe(412);
    expect((await app.put(`/sysjob/${id}`, { status: '1' })).status).toBe(200);
    expect(await entry()).toBe(0);
    const refused = await app.get(`/job/start/${id}`);
    expect([refused.status, refused.body.msg]).toEqual([409, '任务“改名”已停用，不能启动']);
    const log = (await app.get('/sys-opera-log?title=启动定时任务')).body.data as { count: number };
    expect(log.count).toBe(3);
    expect((await app.get(`/sysjob/${id}/history`)).body.data).toMatchObject([
      { type: 'update' },
      {},
      {},
      { type: 'insert' },
    ]);
    expect((await app.del('/sysjob', { ids: [id] })).status).toBe(200);
    expect((await app.get(`/sysjob/${id}`)).status).toBe(404);
  });

  test('who may not is refused', async () => {
    await app.addUser({ username: 'seller', roleIds: [4] });
    const token = await app.signIn('seller');
    for (const where of ['/sysjob', '/sysjob-log', '/job/start/1', '/job/remove/1'])
      expect((await app.get(where, { token })).status, where).toBe(403);
  });
});

describe('runs', () => {
  test('each is kept with what it said; one is deleted when it is stopped', async () => {
    const id = await created();
    await app.get(`/job/start/${id}`);
    const { output, latencyTime, id: run } = await until(id, isDone);
    expect([output, latencyTime]).toEqual([
      expect.stringMatching(/^示例任务于 .+ 执行$/),
      expect.stringMatching(/^\d+ms$/),
    ]);
    expect((await app.get(`/sysjob-log/${run}`)).body.data).toMatchObject({ jobName: '示例', status: '2', output });
    await app.get(`/job/remove/${id}`);
    await until(id, isDone);
  });

  test('a backup is whole: rows and events with a checksum', async () => {
    const run = await ran({ jobName: '备份', invokeTarget: 'Backup' });
    expect([run.status, run.output]).toEqual(['2', expect.stringMatching(/^已备份 \d+ 行主数据、\d+ 个事件/)]);
    const folder = path.join(app.dataDir, 'backups');
    const [file] = fs
      .readdirSync(folder)
      .filter((one) => one.endsWith('.gz'))
      .toSorted();
    const lines = gunzipSync(fs.readFileSync(path.join(folder, file!)))
      .toString('utf8')
      .trimEnd()
      .split('\n');
    expect(lines.some((line) => line.startsWith('{"table":"sys_job"'))).toBe(true);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ end: { rows: lines.length - 2 } });
    expect(fs.readFileSync(path.join(folder, `${file}.sha256`), 'utf8')).toMatch(/^[0-9a-f]{64} {2}backup-/);
  });

  test('mail without a server fails and says so; logs are filed; nothing differs at night', async () => {
    const mail = await ran({ jobName: '邮寄', invokeTarget: 'MailReport' });
    expect([mail.status, mail.output]).toEqual(['1', '没有设置 SMTP_URL 和 MAIL_FROM，不能发送邮件']);
    const trim = await ran({ jobName: '归档', invokeTarget: 'TrimLogs' });
    expect([trim.status, trim.output]).toEqual(['2', expect.stringContaining('归档完成')]);
    const night = await ran({ jobName: '核对', invokeTarget: 'NightlyRecount' });
    expect([night.status, night.output]).toEqual(['2', expect.stringContaining('没有差异')]);
  });
});
