/** The jobs that every installation starts with (R120). */
import { sql, type DatabasePool } from 'slonik';
import { DEFAULT_TIMEOUT_S, type JobFunctionName, type ShippedJob } from './contract.ts';

/** Until somebody says otherwise they read as user 1. */
const OWNER = 1;
type Seed = readonly [
  id: ShippedJob,
  name: string,
  target: JobFunctionName,
  cron: string,
  scheduled: boolean,
  args?: string,
];
const SEEDS: readonly Seed[] = [
  [1, '每夜自检', 'NightlyRecount', '30 2 * * *', true],
  [2, '数据备份', 'Backup', '0 3 * * *', true],
  [3, '行情读取', 'QuoteFeed', '* * * * *', false],
  [4, '每日提醒', 'Reminders', '0 8 * * *', true],
  [5, '日志归档', 'TrimLogs', '0 4 * * *', true],
  [6, '报表邮寄', 'MailReport', '30 8 * * *', false],
  [7, '图片核对', 'CheckPictures', '45 4 * * *', true],
  // Stands still until somebody says who gets it, as 报表邮寄 does.
  [8, '异常邮寄', 'MailReport', '0 7 * * *', false, 'report-exception'],
];

/** One that was missed is made up for once, not night after night. */
const rowOf = ([id, job_name, invoke_target, cron_expression, scheduled, args = '']: Seed) => ({
  id,
  job_name,
  job_group: 'SYSTEM',
  job_type: '2',
  cron_expression,
  invoke_target,
  args,
  misfire_policy: '2',
  concurrent: '1',
  timeout: DEFAULT_TIMEOUT_S,
  status: '2',
  scheduled,
  owner_id: OWNER,
});
const COLUMNS = sql.join(
  Object.keys(rowOf(SEEDS[0]!)).map((column) => sql.identifier([column])),
  sql.fragment`, `,
);
export const seedJobs = async (db: DatabasePool): Promise<void> => {
  await db.query(sql.unsafe`
    WITH planted AS (
      INSERT INTO master.sys_seed (name)
      SELECT 'job:' || id FROM jsonb_to_recordset(${JSON.stringify(SEEDS.map(rowOf))}::jsonb) AS seed (id bigint)
      ON CONFLICT DO NOTHING RETURNING name),
    added AS (
      INSERT INTO master.sys_job (${COLUMNS})
      SELECT ${COLUMNS} FROM jsonb_populate_recordset(null::master.sys_job, ${JSON.stringify(SEEDS.map(rowOf))}::jsonb)
      WHERE 'job:' || id IN (SELECT name FROM planted) RETURNING id)
    INSERT INTO master.job_clock (job_id, seen_at) SELECT id, now() FROM added`);
};
