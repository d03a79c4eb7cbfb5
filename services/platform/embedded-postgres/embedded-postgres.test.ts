import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './index.ts';
import { isAlive } from './process.ts';

const settings = { fsync: 'off', shared_buffers: '32MB' };
const within = { timeout: 10_000, interval: 50 };
const folders: string[] = [];
const servers: EmbeddedPostgres[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-pg-'));
  fs.chmodSync(folder, 0o700);
  folders.push(folder);
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, settings });
  servers.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

test('keeps data, port and password over a restart, below a folder only its owner may enter', async () => {
  const dataDir = path.join(newFolder(), 'deep', 'data');
  const first = await start(dataDir);
  expect(first.adopted).toBe(false);
  await ask(first.url, "create table piece as select '翡翠玉镯' as name");
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  await first.stop();

  const second = await start(dataDir);
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'select name from piece')).toBe('翡翠玉镯');
  expect(fs.statSync(path.join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
}, 30_000);

test('asks for the password and treats Chinese as letters', async () => {
  const { url } = await start(newFolder());
  const stranger = new URL(url);
  stranger.password = 'guess';
  await expect(ask(stranger.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  await ask(url, 'create extension pg_trgm');
  expect(await ask(url, "select cardinality(show_trgm('翡翠玉镯'))")).toBeGreaterThan(0);
}, 30_000);

test('adopts the server that a killed process left running', async () => {
  const dataDir = newFolder();
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    const server = await startEmbeddedPostgres({ dataDir: process.argv[1], settings: ${JSON.stringify(settings)} });
    console.log(server.pid);
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(holder.stdout, 'data')) as [Buffer];
  holder.kill('SIGKILL');
  await once(holder, 'exit');

  const server = await start(dataDir);
  expect(server.adopted).toBe(true);
  expect(server.pid).toBe(Number(line.toString()));
  await server.stop();
  expect(fs.existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
}, 30_000);

test('a server that dies is started again where it was, until it is stopped', async () => {
  const server = await start(newFolder());
  await ask(server.url, 'create table kept as select 1 as n');
  for (let round = 0; round < 2; round += 1) {
    const { pid } = server;
    process.kill(pid, 'SIGKILL');
    // It answers a moment before its number is known here.
    await vi.waitFor(async () => {
      expect(await ask(server.url, 'select n from kept')).toBe(1);
      expect(server.pid).not.toBe(pid);
    }, within);
  }
  await server.stop();
  await expect(ask(server.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
}, 30_000);

test('recovers when the database itself was killed, and clears half-made clusters', async () => {
  const dataDir = newFolder();
  fs.mkdirSync(path.join(dataDir, 'postgres.init-999999999'));
  const first = await start(dataDir);
  expect(fs.existsSync(path.join(dataDir, 'postgres.init-999999999'))).toBe(false);
  await ask(first.url, 'create table kept as select 1 as n');
  process.kill(first.pid, 'SIGKILL');
  const second = await start(dataDir);
  expect(await ask(second.url, 'select n from kept')).toBe(1);
}, 30_000);

test('a number in postmaster.pid that now belongs to another program is no server', async () => {
  const dataDir = newFolder();
  const first = await start(dataDir);
  const lockFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  const lock = fs.readFileSync(lockFile, 'utf8');
  await first.stop();
  fs.writeFileSync(lockFile, lock.replace(/^\d+/, String(process.pid)));
  const second = await start(dataDir);
  expect(second.adopted).toBe(false);
  expect(await ask(second.url, 'select 1')).toBe(1);
}, 30_000);
