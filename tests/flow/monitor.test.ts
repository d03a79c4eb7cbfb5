/** The server monitor and the live log: shape, rights, limits, redaction, and the end of a session. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WebSocket, type RawData } from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContainer } from '../../services/monitor/container.ts';
import { ServerMonitor } from '../../services/monitor/contract.ts';
import { startApp, type App } from '../support/app.ts';

let app: App;
let seller = '';
beforeAll(async () => {
  app = await startApp();
  await app.addUser({ username: 'watcher', roleIds: [4] });
  seller = await app.signIn('watcher');
});
afterAll(() => app.stop());

describe('the server monitor', () => {
  test('answers flat, to whoever has the key (S2§2.17/1)', async () => {
    const { status, body } = await app.get('/server-monitor');
    expect([status, body.code, 'data' in body]).toEqual([200, 200, false]);
    const { cpu, mem, disk, os: system, bootTime } = ServerMonitor.parse(body);
    expect(mem.total).toBeGreaterThan(mem.used);
    expect(disk.total).toBeGreaterThan(0);
    expect(cpu.cpuNum).toBeGreaterThan(0);
    for (const { percent } of [cpu, mem, disk]) expect(percent >= 0 && percent <= 100).toBe(true);
    expect([system.version, system.hostName]).toEqual([process.version, os.hostname()]);
    expect(bootTime).toBeGreaterThan(0);
    expect((await app.get('/server-monitor', { token: seller })).status).toBe(403);
    expect((await app.get('/server-monitor', { token: null })).status).toBe(401);
  });
  test('the limits of a container count, of either kind (S2§2.17/1)', async () => {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-cgroup-'));
    const write = (files: Record<string, string>): void => {
      for (const [name, text] of Object.entries(files)) {
        fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
        fs.writeFileSync(path.join(root, name), `${text}\n`);
      }
    };
    write({
      'memory/memory.limit_in_bytes': '9223372036854771712',
      'memory/memory.usage_in_bytes': '500',
      'cpu/cpu.cfs_quota_us': '50000',
      'cpu/cpu.cfs_period_us': '100000',
      'cpuacct/cpuacct.usage': '7000000',
    });
    expect(await readContainer(root)).toEqual({ mem: null, swap: null, cpu: { cores: 0.5, usedUs: 7000 } });
    write({
      'cgroup.controllers': 'cpu memory',
      'memory.max': '1000',
      'memory.current': '600',
      'memory.stat': 'anon 500\ninactive_file 100',
      'memory.swap.max': 'max',
      'memory.swap.current': '5',
      'cpu.max': '150000 100000',
      'cpu.stat': 'usage_usec 42\nuser_usec 40',
    });
    expect(await readContainer(root)).toEqual({
      mem: { used: 500, limit: 1000 },
      swap: null,
      cpu: { cores: 1.5, usedUs: 42 },
    });
    fs.rmSync(root, { recursive: true });
  });
});

/** A socket with what it heard; `status` of a refused one. */
const listen = async (name: string, { token = app.adminToken, level = '' } = {}) => {
  const query = new URLSearchParams({ ...(token !== '' && { token }), ...(level !== '' && { level }) });
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws/${name}?${query}`);
  const lines: string[] = [];
  socket.on('message', (data: RawData) => lines.push((data as Buffer).toString()));
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const status = await new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, answer) => {
      resolve(answer.statusCode ?? 0);
      answer.resume();
      socket.terminate();
    });
  });
  return { socket, lines, status, closed, leave: () => (socket.terminate(), closed) };
};
const log = () => app.house.deps.log;

describe('the live log', () => {
  test('comes a line a frame, the last ones first, by level and without secrets (S2§2.24/1)', async () => {
    const password = 'Geheim-7';
    for (let index = 0; index < 210; index += 1) log().info(`before ${index}`);
    log().warn(`two\nlines password=${password}`, { token: password });
    const heard = await listen('a1/log');
    const errors = await listen('a2/log', { level: 'error' });
    log().error('after', { error: new Error(`Bearer ${app.adminToken}`) });
    await expect.poll(() => heard.lines.at(-1)).toMatch(/^\d\d:\d\d:\d\d\.\d{3} ERROR after /);
    expect(heard.lines).toHaveLength(201);
    expect(heard.lines.at(-2)).toMatch(/ WARN two ↵ lines password=•••• \{"token":"••••"\}$/);
    await expect.poll(() => errors.lines).toHaveLength(1);
    expect(heard.lines.join('\n')).not.toContain(password);
    expect(heard.lines.join('\n')).not.toContain(app.adminToken);
    await Promise.all([heard.leave(), errors.leave()]);
  });
  test('is for whoever may read it, each under a name of his own (S2§2.24/1)', async () => {
    await app.addUser({ username: 'boss', roleIds: [2] });
    const boss = await app.signIn('boss');
    const refused = async (name: string, options = {}) => (await listen(name, options)).status;
    expect(await refused('b1/log', { token: '' })).toBe(401);
    expect(await refused('b1/log', { token: 'no-such-token' })).toBe(401);
    expect(await refused('b1/log', { token: seller })).toBe(403);
    expect(await refused('1/log', { token: boss })).toBe(403);
    expect(await refused('b1/job', {})).toBe(404);
    expect(await refused('b1/log', { level: 'loud' })).toBe(422);
    const mine = await listen('b1/log');
    expect(await refused('b1/log', { token: boss })).toBe(403);
    expect((await app.get('/wslogout/b1/log', { token: boss })).status).toBe(403);
    const left = await app.get('/wslogout/b1/log');
    expect([left.status, left.body.code, left.body.msg]).toEqual([200, 200, '已断开']);
    expect(await mine.closed).toBe(1001);
  });
  test('three sockets a user, the fourth is refused (S2§2.24/1)', async () => {
    const open = await Promise.all(['c1/log', 'c2/log', 'c3/log'].map((name) => listen(name)));
    expect(open.map(({ status }) => status)).toEqual([101, 101, 101]);
    expect((await listen('c4/log')).status).toBe(429);
    const again = await listen('c1/log');
    expect(again.status).toBe(101);
    await Promise.all([...open, again].map(({ leave }) => leave()));
  });
  test('ends within a second of its session (S2§2.24/1)', { retry: 1 }, async () => {
    const token = await app.signIn('boss');
    const heard = await listen('d1/log', { token });
    expect(heard.status).toBe(101);
    const since = performance.now();
    await app.call('POST', '/logout', { token });
    expect(await heard.closed).toBe(4401);
    expect(performance.now() - since).toBeLessThan(1_000);
  });
});
