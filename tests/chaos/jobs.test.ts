/** Jobs that throw, hang, kill themselves, overlap, and lose the process that runs them (R116, R118). */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type App } from '../support/app.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { keepHere } from './support/schedule.ts';

const EVERY_SECOND = '* * * * * *';
const POLL = { timeout: 30_000, interval: 50 };
let database: TestDatabase;
let app: App;
let db: pg.Client;
let stop = new AbortController();
let kept: Promise<void> = Promise.resolve();
beforeAll(async () => {
  database = await testDatabase();
  // The house makes the tables; who keeps the schedule is each test's own affair.
  app = await startApp({ env: { DATABASE_URL: database.url, ROLES: 'api,projector' } });
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
  await db.query('UPDATE master.sys_job SET scheduled = false');
});
afterAll(async () => {
  await db.end();
  await app.stop();
  await database.drop();
});
beforeEach(() => {
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await kept;
  await db.query('DELETE FROM master.job_run');
  await db.query('DELETE FROM master.sys_job WHERE id > 1000');
});

type Job = { readonly target: string; readonly args?: string; readonly line?: string; readonly misfire?: string } & {
  readonly concurrent?: string;
  readonly timeout?: number;
};
let lastId = 1_000;
/** A job whose clock stands at now. */
const plant = async ({ target, args = '', line = EVERY_SECOND, misfire = '3', ...rest }: Job): Promise<number> => {
  const { concurrent = '1', timeout = 60 } = rest;
  const id = (lastId += 1);
  await db.query(
    `INSERT INTO master.sys_job (id, job_name, job_group, job_type, cron_expression, invoke_target, args, misfire_policy,
      concurrent, timeout, status, scheduled, owner_id)
     VALUES ($1, $2, 'TEST', '2', $3, $2, $4, $5, $6, $7, '2', true, 1)`,
    [id, target, line, args, misfire, concurrent, timeout],
  );
  await db.query('INSERT INTO master.job_clock (job_id, seen_at) VALUES ($1, now())', [id]);
  return id;
};
type Run = { readonly status: string; readonly output: string; readonly skipped: number };
const runsOf = async (id: number): Promise<readonly Run[]> =>
  (await db.query<Run>('SELECT status, output, skipped FROM master.job_run WHERE job_id = $1 ORDER BY id', [id])).rows;
const keep = (): void => {
  kept = keepHere(database.url, stop.signal, () => undefined);
};
/** The line of a single firing, some seconds from now. */
const onceIn = (seconds: number): string => {
  const at = new Date(Date.now() + 8 * 3_600_000 + seconds * 1_000);
  return [at.getUTCSeconds(), at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate(), at.getUTCMonth() + 1, '*'].join(
    ' ',
  );
};

test('one that throws, one that hangs and one that kills itself are failures of their own, and the schedule goes on (S2§3/2)', async () => {
  const ids: number[] = [];
  for (const target of ['throws', 'hangs', 'dies']) {
    // The one that hangs is ended; the others have the time that a busy machine takes to start them.
    ids.push(await plant({ target, timeout: target === 'hangs' ? 10 : 60, line: onceIn(3) }));
  }
  const well = await plant({ target: 'lasts', args: '1' });
  keep();
  const ends = async () => (await Promise.all(ids.map(runsOf))).map(([run]) => [run?.status, run?.output] as const);
  await expect.poll(async () => (await ends()).map(([status]) => status), POLL).toEqual(['1', '1', '1']);
  expect((await ends()).map(([, output]) => output)).toEqual([
    expect.stringMatching(/^before\nTypeError: planned\n/),
    'before\n超时：运行超过10秒，已结束',
    'before\n进程意外结束（SIGKILL）',
  ]);
  await expect.poll(() => runsOf(well), POLL).toContainEqual({ status: '2', output: '', skipped: 0 });
});

test('a job that lasts longer than its interval is skipped and counted, one that may overlap runs five times at most (S2§3/2)', async () => {
  const alone = await plant({ target: 'lasts', args: '2500' });
  const together = await plant({ target: 'lasts', args: '60000', concurrent: '0' });
  keep();
  let most = 0;
  const skips = async (id: number) => {
    const runs = await runsOf(id);
    const going = runs.filter(({ status }) => status === '0').length;
    if (id === alone) most = Math.max(most, going);
    return { going, skipped: runs.filter(({ status }) => status === '3') };
  };
  await expect.poll(async () => (await skips(alone)).skipped[0]?.skipped ?? 0, POLL).toBeGreaterThan(1);
  expect((await skips(alone)).skipped[0]?.output).toMatch(/^上一次运行尚未结束，跳过\d次$/);
  await expect.poll(async () => (await skips(together)).skipped.length, POLL).toBe(1);
  expect(await skips(together)).toMatchObject({
    going: 5,
    skipped: [{ output: expect.stringMatching(/^已有5次运行同时进行/) }],
  });
  expect(most).toBe(1);
});

test('when its process is killed another takes over within five seconds: the run is 中断, and made up for as its job says (S2§3/1)', async () => {
  const process = fork(new URL('./support/schedule.ts', import.meta.url));
  process.send(database.url);
  await once(process, 'message');
  const again = await plant({ target: 'lasts', args: '60000', misfire: '1', line: onceIn(2) });
  const never = await plant({ target: 'lasts', args: '60000', misfire: '3', line: onceIn(2) });
  const going = async (id: number) => (await runsOf(id)).map(({ status }) => status);
  for (const id of [again, never]) await expect.poll(() => going(id), POLL).toEqual(['0']);
  let took = Number.POSITIVE_INFINITY;
  let killed = 0;
  kept = keepHere(database.url, stop.signal, () => {
    took = performance.now() - killed;
  });
  killed = performance.now();
  process.kill('SIGKILL');
  await expect.poll(() => going(again), POLL).toEqual(['4', '0']);
  expect(took).toBeLessThan(5_000);
  expect((await runsOf(again))[0]?.output).toBe('中断：运行任务的进程意外停止');
  expect(await going(never)).toEqual(['4']);
});

const houses: ChildProcess[] = [];
afterEach(() => {
  for (const house of houses.splice(0)) house.kill('SIGKILL');
});
/** A process that keeps the schedule, and can be made to hang. */
const keeper = async (): Promise<ChildProcess> => {
  const house = fork(new URL('./support/schedule.ts', import.meta.url));
  houses.push(house);
  house.send(database.url);
  await once(house, 'message');
  return house;
};
/** One that is dead and whose parent hangs still has its number. */
const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s*[ZX]/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

test('when its process hangs another takes over within six seconds: what it ran is ended first, and nothing runs twice when it goes on', async () => {
  const hanging = await keeper();
  const job = await plant({ target: 'tells', args: '60000', misfire: '1', line: onceIn(2) });
  const going = async () => (await runsOf(job)).map(({ status }) => status);
  const pidOf = async () => Number((await runsOf(job))[0]?.output);
  await expect.poll(pidOf, POLL).toBeGreaterThan(0);
  const pid = await pidOf();
  expect(isAlive(pid)).toBe(true);
  let took = Number.POSITIVE_INFINITY;
  const hungAt = performance.now();
  kept = keepHere(database.url, stop.signal, () => (took = performance.now() - hungAt));
  hanging.kill('SIGSTOP');
  await expect.poll(going, POLL).toEqual(['4', '0']);
  if (process.env['CHAOS_FIGURES'] !== undefined) console.log(`jobs hung: ${Math.round(took)} ms`);
  expect(isAlive(pid)).toBe(false);
  expect(took).toBeLessThan(6_000);
  hanging.kill('SIGCONT');
  const each = await plant({ target: 'lasts', args: '1' });
  await expect.poll(async () => (await runsOf(each)).length, POLL).toBeGreaterThan(2);
  const { rows } = await db.query(
    'SELECT count(*)::int AS runs, count(DISTINCT due_at)::int AS firings, count(DISTINCT holder)::int AS holders FROM master.job_run WHERE job_id = $1',
    [each],
  );
  expect(rows).toEqual([{ runs: rows[0].firings, firings: rows[0].firings, holders: 1 }]);
  expect(await going()).toEqual(['4', '0']);
}, 60_000);

test('a process whose loop stands still for two seconds keeps the schedule', async () => {
  const busy = await keeper();
  let taken = false;
  kept = keepHere(database.url, stop.signal, () => (taken = true));
  const job = await plant({ target: 'lasts', args: '1' });
  await expect.poll(async () => (await runsOf(job)).length, POLL).toBeGreaterThan(0);
  busy.kill('SIGSTOP');
  await pause(2_000);
  busy.kill('SIGCONT');
  const before = (await runsOf(job)).length;
  await expect.poll(async () => (await runsOf(job)).length, POLL).toBeGreaterThan(before + 2);
  expect(taken).toBe(false);
  busy.kill('SIGKILL');
  await expect.poll(() => taken, POLL).toBe(true);
}, 60_000);
