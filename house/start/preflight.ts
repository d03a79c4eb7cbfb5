/** What would keep the house from starting is told before anything is made: one sentence with what to do. */
import fs from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { CannotStart } from '../../services/platform/base/cannot-start.ts';
import type { Config } from '../../services/platform/process/config.ts';
import { faultOf, isOfPlace, sqlStateOf } from '../../services/platform/base/faults.ts';
import type { Log } from '../../services/platform/base/log.ts';
import { untilThere } from '../../services/platform/base/until-there.ts';
import { openRawStore } from '../log/open-store.ts';

type Surroundings = { readonly log: Log; readonly signal: AbortSignal };

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const portSentence = ({ port, host }: Config, code: string): string | null => {
  if (code === 'EADDRINUSE') return `端口${port}已被占用：请停止占用它的程序，或用PORT换一个端口`;
  if (code === 'EACCES') return `没有权限使用端口${port}：请用PORT换一个1024以上的端口`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${host}不是本机的地址：请改为本机的地址`;
  return null;
};
const freePort = async (config: Config): Promise<void> => {
  if (config.port === 0) return;
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(config.port, config.host, resolve);
    });
  } catch (error) {
    throw new CannotStart(portSentence(config, codeOf(error)) ?? `无法监听端口${config.port}`, { cause: error });
  }
  await new Promise((resolve) => server.close(resolve));
};

/** A folder that is not there yet is made, with all above it, where the nearest one that is there takes it. */
const writableFolder = ({ dataDir }: Config): void => {
  let nearest = dataDir;
  while (!fs.existsSync(nearest)) nearest = path.dirname(nearest);
  const probe = path.join(nearest, `.write-${process.pid}`);
  try {
    fs.writeFileSync(probe, 'x');
    fs.rmSync(probe);
  } catch (error) {
    const full =
      faultOf(error) === 'full' ? '磁盘空间不足：请先腾出空间' : '不能写入：请改正它的权限，或用DATA_DIR换一个文件夹';
    throw new CannotStart(`数据文件夹${dataDir}${full}`, { cause: error });
  }
};

const OLDEST = 150_000;
const SENTENCES: Readonly<Record<string, string>> = {
  '28P01': '拒绝了用户名或密码：请核对地址中的用户和密码',
  '28000': '不许这个用户从这里连接：请核对用户和服务器的pg_hba.conf',
  '3D000': '里没有这个数据库：请先创建它，或核对地址',
  ENOTFOUND: '的主机名无法解析：请核对地址或域名服务',
};
const DATABASE = '数据库（DATABASE_URL）';
const databaseWrong = (error: unknown): string | null => {
  if (error instanceof CannotStart) return error.message;
  const sentence = SENTENCES[sqlStateOf(error) ?? codeOf(error)];
  if (sentence !== undefined) return `${DATABASE}${sentence}`;
  return isOfPlace(error) ? null : `${DATABASE}无法使用（${String(error)}）：请核对地址`;
};
const askDatabase = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, application_name: 'preflight' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; trigrams: boolean }>(`
      SELECT current_setting('server_version_num')::int AS version,
        EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm') AS trigrams`);
    if ((rows[0]?.version ?? 0) < OLDEST) throw new CannotStart(`${DATABASE}太旧：需要PostgreSQL 15或更新的版本`);
    if (rows[0]?.trigrams !== true) throw new CannotStart(`${DATABASE}缺少扩展pg_trgm：请在服务器上安装contrib模块`);
  } finally {
    await client.end().catch(() => undefined);
  }
};
/** A pooler may answer each question of one connection from another session, or two connections from one. */
const ROUNDS = 3;
const POOLED =
  `${DATABASE}前面的连接池按事务分配连接（例如pgbouncer的pool_mode=transaction），会话锁和通知在其中不起作用：` +
  '请改用pool_mode=session，或直接连接PostgreSQL';
const keepsSessions = async (connectionString: string): Promise<void> => {
  const options = { connectionString, connectionTimeoutMillis: 5_000, application_name: 'preflight' };
  const [one, two] = [new pg.Client(options), new pg.Client(options)];
  for (const client of [one, two]) client.on('error', () => undefined);
  const sessionOf = async (client: pg.Client): Promise<number | undefined> =>
    (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
  try {
    await Promise.all([one.connect(), two.connect()]);
    const [first, second] = [await sessionOf(one), await sessionOf(two)];
    let isKept = first !== second;
    for (let round = 1; round < ROUNDS; round += 1) {
      isKept &&= (await sessionOf(one)) === first && (await sessionOf(two)) === second;
    }
    if (!isKept) throw new CannotStart(POOLED);
  } finally {
    await Promise.allSettled([one.end(), two.end()]);
  }
};
const reachableDatabase = async (url: string, { log, signal }: Surroundings): Promise<void> => {
  const wrong = await untilThere(
    {
      ask: async () => {
        await askDatabase(url);
        await keepsSessions(url);
      },
      wrongWith: databaseWrong,
      isAway: isOfPlace,
      tell: () => log.warn(`${DATABASE}暂时无法连接，正在等待`),
    },
    { signal },
  );
  if (wrong !== null) throw new CannotStart(wrong);
};

/** @throws {CannotStart} saying what is in the way; a database or an event store that is away is waited for until `signal`. */
export const preflight = async (config: Config, surroundings: Surroundings): Promise<void> => {
  writableFolder(config);
  await freePort(config);
  const { databaseUrl, eventStoreUrl } = config;
  if (databaseUrl !== undefined) await reachableDatabase(databaseUrl, surroundings);
  if (eventStoreUrl === undefined) return;
  const store = await openRawStore(config, '', surroundings);
  await store.close();
};
