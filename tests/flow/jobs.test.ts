/** Scheduled jobs over HTTP, and their runs (S2§2.14, §4, §5, §7; R102, R116–R121). */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'slonik';
import { read, utils } from 'xlsx';
import { z } from 'zod';
import { NOBODY } from 'services/contracts/user';
import { checkArchive } from '../../services/platform/archive/read.ts';
import { getOverHttp } from '../../services/jobs/functions/http-get.ts';
import { reminders } from '../../services/jobs/functions/reminders.ts';
import { mailReport } from '../../house/nightly/mail-report.ts';
import { startApp, type App, type Reply } from '../support/app.ts';
import { ranInProcess } from '../support/run-in-process.ts';
import { startSmtp } from '../support/stand-in-smtp.ts';

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
/** The first run of the job that is as wanted. */
const until = async (id: number, wanted: (run: Run) => boolean): Promise<Run> => {
  for (const giveUpAt = performance.now() + 60_000; performance.now() < giveUpAt;) {
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
  test('start with the seeded eight; a row is what an unchanged console reads (S2§2.14/2)', async () => {
    const fresh = await startApp();
    const { list } = (await fresh.get('/sysjob?jobGroup=SYSTEM')).body.data as { list: Record<string, unknown>[] };
    await fresh.stop();
    expect(list.map(({ invokeTarget, entry_id: entry }) => [invokeTarget, entry])).toEqual([
      ['NightlyRecount', 1],
      ['Backup', 2],
      ['QuoteFeed', 0],
      ['Reminders', 4],
      ['TrimLogs', 5],
      ['MailReport', 0],
      ['CheckPictures', 7],
      ['MailReport', 0],
    ]);
    expect(list[0]).toMatchObject({ jobId: 1, cronExpression: '30 2 * * *', status: '2', concurrent: 1 });
    expect(list.at(-1)).toMatchObject({ jobId: 8, jobName: '异常邮寄', args: 'report-exception' });
    expect(list[0]!['nextAt']).toMatch(/T02:30:00\.000\+08:00$/);
  });

  test('every mistake is told at its field (S2§5/1)', async () => {
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

  test('is started and stopped, edited by its number in the body, kept while disabled stopped; who saw another version is told (S2§4/1)', async () => {
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

  test('what comes with the house is never deleted, and what runs by the clock is stopped first (R156)', async () => {
    const id = await created({ jobName: '归我', cronExpression: '0 0 1 1 *' });
    const remove = async (...ids: number[]) => {
      const { status, body } = await app.del('/sysjob', { ids });
      return [status, body.msg];
    };
    await app.get(`/job/start/${id}`);
    expect(await remove(id)).toEqual([409, '任务“归我”已启动，请先停止再删除']);
    // A stopped one of the house stays too, and takes the others along.
    await app.get(`/job/remove/${id}`);
    expect(await remove(id, 3)).toEqual([409, '任务“行情读取”随系统提供，可停用，不能删除']);
    expect(await remove(1, 2)).toEqual([409, '任务“每夜自检”、“数据备份”随系统提供，可停用，不能删除']);
    expect((await app.get('/sysjob/3')).status).toBe(200);
    expect(await remove(id)).toEqual([200, '删除成功']);
  });

  test('who may not is refused', async () => {
    await app.addUser({ username: 'seller', roleIds: [4] });
    const token = await app.signIn('seller');
    for (const where of ['/sysjob', '/sysjob-log', '/job/start/1', '/job/remove/1'])
      expect((await app.get(where, { token })).status, where).toBe(403);
  });
});

describe('runs', () => {
  test('each is kept with what it said; one is deleted when it is stopped (S2§2.14/2)', async () => {
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
    expect([run.status, run.output]).toEqual(['2', expect.stringMatching(/^已备份并核对 \d+ 行主数据、\d+ 个事件/m)]);
    const folder = path.join(app.dataDir, 'backups');
    const [file] = fs
      .readdirSync(folder)
      .filter((one) => one.endsWith('.gz'))
      .toSorted();
    const { manifest } = await checkArchive(path.join(folder, file!));
    expect(manifest.sections.find(({ name }) => name === 'master.sys_job')?.count).toBeGreaterThan(5);
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

describe('against servers that stand in', () => {
  test('the seeded job sends what was out of the ordinary yesterday, and fails while nobody is named', async () => {
    const smtp = await startSmtp();
    const now = new Date(Date.now() - 86_400_000);
    const by = { user: { ...NOBODY, id: 4, nickName: '夜班' }, now, key: 'night', requestId: 'night' };
    const fact = { kind: 'trial-price', shopId: null, what: '同一件首饰报了五次低价', documentNo: 'XS7' } as const;
    await app.house.deps.exceptions.note(fact, by);
    await expect
      .poll(async () => (await app.get('/report-exception?kind=trial-price')).text, { timeout: 20_000 })
      .toContain('同一件首饰报了五次低价');
    const [job] = await app.house.deps.master.any(sql.type(z.object({ args: z.string() }))`
      SELECT args FROM master.sys_job WHERE id = 8`);
    const args = job?.args ?? '';
    expect((await ranInProcess(app, mailReport, { args, smtpUrl: smtp.url })).failed).toBe('没有收件人');
    const sent = await ranInProcess(app, mailReport, { args: `${args},boss@example.com`, smtpUrl: smtp.url });
    expect(sent.failed).toBe(null);
    const [letter = ''] = smtp.letters;
    const [, sheet = ''] = /spreadsheetml[^]*?\n\n([\w+/=\n]+)/.exec(letter) ?? [];
    const book = read(Buffer.from(sheet, 'base64'));
    const lines = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? '']!, { header: 1 });
    expect(JSON.stringify(lines)).toMatch(/试价.*夜班.*XS7.*同一件首饰报了五次低价/);
    smtp.close();
  });

  test('an interface is asked three times at most, redirects are not followed, other hosts are not called (S2§3/3)', async () => {
    const asked: string[] = [];
    const server = http.createServer(({ url = '' }, answer) => {
      asked.push(url);
      const good = url === '/third' && asked.filter((one) => one === url).length === 3;
      answer.writeHead(good ? 200 : url === '/moved' ? 302 : 500, { location: '/elsewhere' }).end(good ? 'well' : '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const get = (address: string, httpHosts = [host]) =>
      ranInProcess(app, getOverHttp, { target: `http://${address}`, httpHosts });
    const [third, moved, other] = await Promise.all([
      get(`${host}/third`),
      get(`${host}/moved`),
      get(`${host}/no`, ['x.example.com']),
    ]);
    server.close();
    expect([third.failed, third.said.slice(-2)]).toEqual([null, ['状态 200', 'well']]);
    expect([moved.failed, moved.said.filter((line) => line === '状态 302')]).toEqual([
      '3次都没有成功',
      Array(3).fill('状态 302'),
    ]);
    expect([other.failed, other.said]).toEqual([`主机 ${host} 不在允许的主机之中（JOB_HTTP_HOSTS）`, []]);
    expect(asked.toSorted()).toEqual([...Array(3).fill('/moved'), ...Array(3).fill('/third')]);
    const inside = await get('localhost:1/x', ['localhost:1']);
    expect(inside.failed ?? inside.said.join()).toMatch(/指向内部地址/);
  });

  test('yesterday’s report goes out as a sheet, reminders as a list; a box that is none is told (S2§3/3)', async () => {
    const [smtp, strict] = [await startSmtp(), await startSmtp({ refuse: true })];
    const sent = await ranInProcess(app, mailReport, { args: 'report-sell-goods,boss@example.com', smtpUrl: smtp.url });
    expect([sent.failed, sent.said.at(-1)]).toEqual([null, expect.stringMatching(/已发送给 boss@example\.com$/)]);
    expect(smtp.letters[0]).toMatch(/^To: boss@example\.com$/m);
    expect(smtp.letters[0]).toMatch(/spreadsheetml/);
    expect(
      (await ranInProcess(app, mailReport, { args: 'report-none,a@example.com', smtpUrl: smtp.url })).failed,
    ).toMatch(/^没有报表 report-none，可用的报表：/);
    await app.house.deps.master.query(sql.unsafe`
      INSERT INTO master.biz_tenant (id, name, status, remind_date, end_date) VALUES (1, '提醒租户', '2', now(), now())`);
    const told = await ranInProcess(app, reminders, { args: 'a@example.com；b@example.com', smtpUrl: smtp.url });
    expect([told.failed, told.said[0]]).toEqual([null, expect.stringMatching(/^租户 提醒租户，服务到 /)]);
    expect(smtp.letters).toHaveLength(2);
    const refused = await ranInProcess(app, reminders, { args: 'a@example.com', smtpUrl: strict.url });
    expect(refused.failed).toMatch(/^邮件没有发出：/);
    smtp.close();
    strict.close();
  });
});
