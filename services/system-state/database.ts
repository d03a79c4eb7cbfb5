/** The database: whether it answers, its clock, its connections, its versions. */
import { sql } from 'slonik';
import { z } from 'zod';
import { attention, bad, found, good, isFinding, whenHigh, whenLow, type StateCheck } from './check.ts';
import { THRESHOLDS } from './thresholds.ts';

const elapsed = (since: number): number => Math.round(performance.now() - since);

export const database: StateCheck = {
  name: 'database',
  title: '数据库',
  look: async ({ db }) => {
    if (isFinding(db)) return db;
    const since = performance.now();
    await db.query(sql.unsafe`SELECT 1`);
    return good(`${elapsed(since)} 毫秒应答`);
  },
};

const NOT_TOLD = bad('数据库没有回答', '核对数据库用户的权限');
const apartFrom = (whose: string, ms: number): string =>
  `本机与${whose}相差 ${Math.abs(ms) < 1_000 ? `${Math.round(Math.abs(ms))} 毫秒` : `${(Math.abs(ms) / 1_000).toFixed(1)} 秒`}`;

export const clock: StateCheck = {
  name: 'clock',
  title: '时钟',
  ask: async (_db, { seen }) => {
    const { clockAheadMs, storeAheadMs } = await seen();
    if (clockAheadMs === null) return NOT_TOLD;
    const words = [apartFrom('数据库', clockAheadMs)];
    if (storeAheadMs !== null) words.push(apartFrom('事件存储', storeAheadMs));
    const apart = Math.max(Math.abs(clockAheadMs), Math.abs(storeAheadMs ?? 0));
    const state = whenHigh(apart, THRESHOLDS.clockMs);
    return found(state, words.join('，'), '在各台机器上开启时间同步（NTP，如 chrony）');
  },
};

export const connections: StateCheck = {
  name: 'connections',
  title: '数据库连接',
  ask: async (_db, { seen }) => {
    const { connectionsLeft: left } = await seen();
    if (left === null) return NOT_TOLD;
    const state = whenLow(left, THRESHOLDS.connectionsLeft);
    return found(state, `还剩 ${Math.max(0, left)} 个`, '调高 max_connections，或减少连到这个数据库的程序');
  },
};

const OLDEST_NODE = 24;
const OLDEST_POSTGRES = 15;
const Versions = z.object({ server: z.string(), number: z.int(), trigrams: z.string().nullable() });
export const versions: StateCheck = {
  name: 'versions',
  title: '版本',
  ask: async (db) => {
    const { server, number, trigrams } = await db.one(sql.type(Versions)`
      SELECT current_setting('server_version') AS server, current_setting('server_version_num')::int AS number,
        (SELECT default_version FROM pg_available_extensions WHERE name = 'pg_trgm') AS trigrams`);
    const text = `Node.js ${process.versions.node}，PostgreSQL ${server}，pg_trgm ${trigrams ?? '没有安装'}`;
    if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE)
      return bad(text, `换用 Node.js ${OLDEST_NODE} 或更新的版本`);
    if (number < OLDEST_POSTGRES * 10_000) return bad(text, `换用 PostgreSQL ${OLDEST_POSTGRES} 或更新的版本`);
    return trigrams === null ? bad(text, '在数据库服务器上安装 contrib 模块（pg_trgm）') : good(text);
  },
};

const Done = z.object({ id: z.string() });
export const migrations: StateCheck = {
  name: 'migrations',
  title: '数据库结构',
  ask: async (db, { release }) => {
    const done = new Set((await db.any(sql.type(Done)`SELECT id FROM master.migration`)).map(({ id }) => id));
    const known = new Set(release.migrations);
    const missing = release.migrations.filter((id) => !done.has(id));
    const later = [...done].filter((id) => !known.has(id));
    if (missing.length > 0)
      return attention(
        `还有 ${missing.length} 项没有执行，第一项是 ${missing[0]}`,
        '启动本版本时自动执行；先做一次备份',
      );
    if (later.length > 0)
      return attention(
        `有 ${later.length} 项不属于本版本，例如 ${later[0]}`,
        '更新的版本已启动过：把各进程都升级到同一版本',
      );
    return good(`${done.size} 项都已执行`);
  },
};
