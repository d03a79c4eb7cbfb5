/** What keeps the house from starting is one sentence with what to do, told before anything is made, and an exit that is no 0. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import grpc from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { CannotStart } from 'services/platform/base/cannot-start';
import { parseConfig } from '../../services/platform/process/config.ts';
import { silentLog } from 'services/platform/base/log';
import { preflight } from '../../house/start/preflight.ts';
import '../support/global-database.ts';
import { startFailoverProxy } from '../support/failover-proxy.ts';
import { startTransactionPooler } from '../support/transaction-pooler.ts';
import { startFakeEventStoreDb, type FakeEventStoreDb } from '../support/fake-esdb.ts';

const MAIN = fileURLToPath(new URL('../../house/main.ts', import.meta.url));
const START_MS = 30_000;
let folder: string;
let busy: net.Server;
let server: FakeEventStoreDb;
let pooler: Awaited<ReturnType<typeof startTransactionPooler>>;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-cannot-'));
  fs.writeFileSync(path.join(folder, 'a-file'), '');
  busy = net.createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  server = await startFakeEventStoreDb();
  pooler = await startTransactionPooler(inject('databaseUrl'));
});
afterAll(async () => {
  busy.close();
  await server.stop();
  await pooler.stop();
  fs.rmSync(folder, { recursive: true });
});

type Ended = { readonly code: number | null; readonly said: string };
type Env = Readonly<Record<string, string>>;
/** Starts the house and waits for its end; `heard` may end it earlier. */
const start = async (env: Env, heard: (said: string, end: () => void) => void = () => undefined): Promise<Ended> => {
  const { PATH = '', HOME = '/tmp' } = process.env;
  const settings = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: path.join(folder, 'data'), DEMO: 'off' };
  const child = spawn(process.execPath, [MAIN], { env: { PATH, HOME, ...settings, ...env }, timeout: START_MS });
  let said = '';
  const hear = (chunk: Buffer): void => {
    said += chunk.toString();
    heard(said, () => child.kill('SIGTERM'));
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
};
const changed = (part: (url: URL) => void): string => {
  const url = new URL(inject('databaseUrl'));
  part(url);
  return url.href;
};
const portOf = ({ port }: net.AddressInfo): string => String(port);
const CASES: readonly (readonly [what: string, env: () => Env, sentence: RegExp])[] = [
  [
    'a port in use',
    () => ({ PORT: portOf(busy.address() as net.AddressInfo) }),
    /^端口\d+已被占用：请停止占用它的程序，或用PORT换一个端口$/,
  ],
  [
    'a folder that may not be written',
    () => ({ DATA_DIR: path.join(folder, 'a-file/data') }),
    /不能写入：请改正它的权限/,
  ],
  [
    'a wrong password of the database',
    () => ({ DATABASE_URL: changed((url) => (url.password = 'wrong')) }),
    /^数据库（DATABASE_URL）拒绝了用户名或密码：请核对/,
  ],
  [
    'a database that is not there',
    () => ({ DATABASE_URL: changed((url) => (url.pathname = '/nowhere')) }),
    /里没有这个数据库：请先创建它/,
  ],
  [
    'a pooler that gives each transaction another session',
    () => ({ DATABASE_URL: pooler.url }),
    /^数据库（DATABASE_URL）前面的连接池按事务分配连接.*请改用pool_mode=session，或直接连接PostgreSQL$/,
  ],
  [
    'a host that has no name',
    () => ({ EVENT_STORE_URL: 'esdb://no-such-host.invalid:2113?tls=false' }),
    /^事件存储（EVENT_STORE_URL）的主机名无法解析：请核对/,
  ],
  [
    'a certificate file that is not there',
    () => ({ EVENT_STORE_URL: 'esdb://127.0.0.1:2113?tlsCAFile=/no/such/ca.crt' }),
    /^事件存储地址（EVENT_STORE_URL）有误：请核对主机、参数和证书文件$/,
  ],
  [
    'a wrong password of the event store',
    () => {
      server.fail({ method: 'read', error: { code: grpc.status.UNAUTHENTICATED, details: 'Unauthenticated' } });
      return { EVENT_STORE_URL: server.url };
    },
    /^事件存储（EVENT_STORE_URL）拒绝了用户名或密码，或该用户无权读取\$all：请核对/,
  ],
  ['a wrong variable', () => ({ PORT: 'eighty' }), /^配置有误，请改正：PORT 必须是0至65535的整数$/],
];
/** As {@link start} begins: the whole house takes seconds to load. */
const preflightOf = (env: Env): Promise<void> => {
  const config = parseConfig({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: path.join(folder, 'data'), ...env });
  return preflight(config, { log: silentLog, signal: new AbortController().signal });
};
test.each(CASES)('%s', async (_, env, sentence) => {
  const settings = env();
  const error = await Promise.resolve()
    .then(() => preflightOf(settings))
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CannotStart);
  expect((error as CannotStart).message).toMatch(sentence);
  expect(fs.readdirSync(folder)).toEqual(['a-file']);
});

test('a database as it is, and one behind a proxy that keeps its sessions, are taken', async () => {
  const proxy = await startFailoverProxy(inject('databaseUrl'));
  for (const DATABASE_URL of [inject('databaseUrl'), proxy.url]) await preflightOf({ DATABASE_URL });
  await proxy.stop();
});

test('it is one line, with an exit that is no 0', async () => {
  const { code, said } = await start({ PORT: portOf(busy.address() as net.AddressInfo) });
  expect(code, said).toBeGreaterThan(0);
  expect(said.trim().split('\n')).toEqual([expect.stringMatching(/^端口\d+已被占用/)]);
  expect(fs.readdirSync(folder)).toEqual(['a-file']);
});

test('a database that is away is waited for, and told of; who ends it meanwhile is obeyed', async () => {
  const url = changed((one) => (one.port = '1'));
  const { code, said } = await start({ DATABASE_URL: url }, (sofar, end) => {
    if (sofar.includes('正在等待')) end();
  });
  expect(said).toContain('数据库（DATABASE_URL）暂时无法连接，正在等待');
  expect(said).not.toMatch(/\n\s+at /);
  expect(code).toBe(0);
  expect(fs.readdirSync(folder)).toEqual(['a-file']);
});
