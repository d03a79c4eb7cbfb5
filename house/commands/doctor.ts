/**
 * `npm run doctor`: the checks of the page 系统状态, from beside the house, which may run or be down. Ends with 0 where all is well,
 * 1 where something wants attention, 2 where something does not hold.
 */
import { parseArgs } from 'node:util';
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { RELEASE } from '../start/release.ts';
import { openRawStore } from '../log/open-store.ts';
import { findOtherLog, sentenceOf } from '../log/other-log.ts';
import { withDatabase } from '../../services/platform/commands/command-database.ts';
import { runCommand, say } from '../../services/platform/commands/command-line.ts';
import { readConfig, type Config } from '../../services/platform/process/config.ts';
import { hasDatabase } from '../../services/platform/embedded-postgres/index.ts';
import type { EventStore } from '../../services/platform/event-store/port.ts';
import { silentLog } from '../../services/platform/base/log.ts';
import {
  attention,
  bad,
  isFinding,
  lookAt,
  type Finding,
  type CheckContext,
} from '../../services/system-state/check.ts';
import { CHECKS } from '../../services/system-state/checks.ts';
import { STATES, type SystemState } from '../../services/system-state/contract.ts';
import { exitCodeOf, inWords } from '../../services/system-state/in-words.ts';
import { isServed } from '../../services/system-state/ports.ts';

const STORE_MS = 6_000;
/** A refused connection has its words in a code, or in one of several errors. */
const wordsOf = (error: unknown): string => {
  if (error instanceof AggregateError) return wordsOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : wordsOf(error.cause);
};

const NOT_YET = attention('还没有建立', '用 npm start 启动，会自动建立');
const away = (error: unknown): Finding =>
  bad(`无法连接（${wordsOf(error)}）`, '核对 DATABASE_URL、网络和数据库服务；自带的数据库看 DATA_DIR/postgres.log');

const Known = z.object({ known: z.boolean() });
/** One that no house has used is only looked at. */
const askable = async (db: DatabasePool): Promise<DatabasePool | Finding> => {
  try {
    const { known } = await db.one(sql.type(Known)`SELECT to_regclass('master.migration') IS NOT NULL AS known`);
    return known ? db : NOT_YET;
  } catch (error) {
    return away(error);
  }
};

type Opened = { readonly config: Config; readonly dataDir: string; readonly running: boolean };
const NO_STORE: () => Promise<never> = () => Promise.reject(new Error('没有打开'));
const without = (opened: Opened, finding: Finding): CheckContext => ({
  ...opened,
  db: finding,
  clock: () => new Date(),
  itself: false,
  head: NO_STORE,
  otherLog: NO_STORE,
  stopped: () => [],
  // The process that appends knows it; its /readyz says it.
  storeAheadMs: async () => null,
  release: RELEASE,
});

const withStore = async (place: CheckContext, opened: Opened, url: string): Promise<SystemState> => {
  const signal = AbortSignal.timeout(STORE_MS);
  const opening = openRawStore(opened.config, url, { log: silentLog, signal });
  const store = (): Promise<EventStore> =>
    opening.catch((error: unknown) => {
      throw signal.aborted ? new Error('没有应答', { cause: error }) : error;
    });
  const otherLog = async (): Promise<string | null> => {
    const other = await findOtherLog(url, await store());
    return other === null ? null : sentenceOf(other);
  };
  try {
    return await lookAt(CHECKS, { ...place, head: async () => (await store()).head(), otherLog });
  } finally {
    await opening.then((one) => one.close()).catch(() => undefined);
  }
};

const looked = async (opened: Opened, stop: AbortSignal | undefined): Promise<SystemState> => {
  const { databaseUrl } = opened.config;
  // The bundled database would be made for nothing.
  if (databaseUrl === undefined && !hasDatabase(opened.dataDir)) return lookAt(CHECKS, without(opened, NOT_YET));
  try {
    return await withDatabase(
      { applicationName: 'doctor', size: 4, config: opened.config, stop },
      async ({ url, db: pool }) => {
        const db = await askable(pool);
        if (isFinding(db)) return lookAt(CHECKS, without(opened, db));
        return withStore({ ...without(opened, NOT_YET), db }, opened, url);
      },
    );
  } catch (error) {
    stop?.throwIfAborted();
    return lookAt(CHECKS, without(opened, away(error)));
  }
};

/** What an installation with these settings stands on. */
export const diagnosed = async (config: Config, stop?: AbortSignal): Promise<SystemState> =>
  looked({ config, dataDir: config.dataDir, running: await isServed({ config }) }, stop);

const HELP = `用法：npm run doctor -- [选项]

检查系统所依赖的一切，每项说明怎么处理；设置与 npm start 相同（PORT、DATA_DIR、DATABASE_URL …）。

选项：
  --json          输出 JSON，供程序使用
  --address 网址  检查这个网址的证书

退出码：0 都好，1 有要注意的，2 有不行的`;
const run = async (args: readonly string[], stop: AbortSignal): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean', default: false }, address: { type: 'string' } },
  });
  const { address } = values;
  if (address !== undefined && !(address.startsWith('https://') && URL.canParse(address)))
    throw new TypeError('--address 应为 https:// 开头的网址');
  const config = readConfig();
  const state = await diagnosed({ ...config, publicUrl: address ?? config.publicUrl }, stop);
  for (const line of values.json ? [JSON.stringify(state)] : inWords(state)) say(line);
  return exitCodeOf(state);
};
if (import.meta.main) await runCommand(HELP, run, STATES.indexOf('bad'));
