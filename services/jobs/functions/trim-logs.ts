/**
 * TrimLogs (R121): rows of logins, operations, shoppers and runs older than `sys_log_keep_days` go to DATA_DIR/archive, a file a month
 * with its checksum, then out of their tables. A row that was filed by a run that was cut off is filed twice; its id tells.
 */
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql, type DatabasePool, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { settingDefault } from '../../contracts/setting-defaults.ts';
import { addDays, dayOf } from '../../contracts/dates.ts';
import type { JobFunction } from '../../platform/jobs/job-function.ts';
import { openFolder, settle, sha256Of, writeChecksum } from '../../platform/secrets/whole-file.ts';

export const KEEP_DAYS_SETTING = 'sys_log_keep_days';
const BATCH = 5_000;

type Log = {
  /** Of its files. */
  readonly name: string;
  readonly title: string;
  readonly table: string;
  readonly time: string;
  /** As an index of the table says it. */
  readonly which: FragmentSqlToken;
};
const SHOWN = sql.fragment`NOT hidden`;
const HIDDEN = sql.fragment`hidden`;
const LOGS: readonly Log[] = [
  ...[SHOWN, HIDDEN].map((which) => ({
    name: 'login-log',
    title: '登录日志',
    table: 'login_log',
    time: 'login_time',
    which,
  })),
  ...[SHOWN, HIDDEN].map((which) => ({
    name: 'oper-log',
    title: '操作日志',
    table: 'command',
    time: 'oper_time',
    which: sql.fragment`logged AND ${which}`,
  })),
  { name: 'shopper-log', title: '顾客日志', table: 'shopper_log', time: 'at', which: sql.fragment`true` },
  { name: 'job-log', title: '任务日志', table: 'job_run', time: 'start_at', which: sql.fragment`status <> '0'` },
];

const Old = z.object({ id: z.int(), month: z.string(), line: z.string() });
type Old = z.infer<typeof Old>;
const oldOf = (db: DatabasePool, { table, time, which }: Log, before: string): Promise<readonly Old[]> =>
  db.any(sql.type(Old)`
    SELECT id, to_char(${sql.identifier([time])} AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') AS month, to_jsonb(t)::text AS line
    FROM ${sql.identifier(['master', table])} AS t
    WHERE ${which} AND ${sql.identifier([time])} < ${`${before}T00:00:00+08:00`}::timestamptz
    ORDER BY ${sql.identifier([time])} LIMIT ${BATCH}`);

/** Parts of gzip one behind the other are one file of gzip. */
const file = async (folder: string, { name }: Log, rows: readonly Old[]): Promise<void> => {
  for (const [month, ofMonth] of Map.groupBy(rows, (row) => row.month)) {
    const target = path.join(folder, `${name}-${month}.ndjson.gz`);
    fs.appendFileSync(target, gzipSync(ofMonth.map(({ line }) => `${line}\n`).join('')), { mode: 0o600 });
    settle(target);
    writeChecksum(target, await sha256Of(target));
  }
};
const trim = async (db: DatabasePool, folder: string, log: Log, before: string): Promise<number> => {
  let moved = 0;
  for (;;) {
    const rows = await oldOf(db, log, before);
    if (rows.length === 0) return moved;
    await file(folder, log, rows);
    const ids = rows.map(({ id }) => id);
    await db.query(sql.unsafe`
      DELETE FROM ${sql.identifier(['master', log.table])} WHERE id = ANY (${sql.array(ids, 'int8')})`);
    moved += rows.length;
  }
};

const Value = z.object({ value: z.string() });
const keepDays = async (db: DatabasePool): Promise<number> => {
  const text = await db.maybeOneFirst(sql.type(Value)`
    SELECT config_value AS value FROM master.config WHERE config_key = ${KEEP_DAYS_SETTING}`);
  const days = Number(text ?? settingDefault(KEEP_DAYS_SETTING));
  return Number.isInteger(days) && days > 0 ? days : settingDefault(KEEP_DAYS_SETTING);
};
export const trimLogs: JobFunction = async (run) => {
  const db = await run.db();
  const folder = openFolder(run.dataDir, 'archive');
  const days = await keepDays(db);
  const before = addDays(dayOf(new Date()), -days);
  run.say(`保留${days}天：归档${before}之前的日志`);
  for (const log of LOGS) {
    const moved = await trim(db, folder, log, before);
    if (moved > 0) run.say(`${log.title}${moved}行已归档`);
  }
  run.say('归档完成');
};
