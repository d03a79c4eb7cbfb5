/** Lists of jobs and of their runs (S2§2.14, §7; R119). */
import { z } from 'zod';
import { TenRows } from 'services/contracts/envelope';
import { choice, filterDay, filterRecord, order, term } from 'services/contracts/filters';
import { TEXTS, requiredText } from 'services/contracts/values';
import { JOB_PATH, JOB_RUN_PATH } from 'services/jobs/contract';

const text = term(TEXTS.name);
const direction = order().catch(undefined);

/** Choices are numbers, as S2§3 has them; status is text everywhere (R105). `entry_id`: 0 while it is not scheduled. Moments are ISO 8601, '' where there is none; `lastStatus` as of runs. */
export const JobRow = z.object({
  jobId: z.int(),
  jobName: z.string(),
  jobGroup: z.string(),
  jobType: z.int(),
  cronExpression: z.string(),
  invokeTarget: z.string(),
  args: z.string(),
  misfirePolicy: z.int(),
  concurrent: z.int(),
  /** Seconds. */
  timeout: z.int(),
  status: z.string(),
  entry_id: z.int(),
  nextAt: z.string(),
  lastAt: z.string(),
  lastStatus: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type JobRow = z.infer<typeof JobRow>;
export const JobQuery = z.object({
  ...TenRows,
  jobName: text,
  jobGroup: text,
  status: choice(['1', '2'], '状态不正确'),
  createdAtOrder: direction,
});
export const jobList = { path: JOB_PATH, row: JobRow, query: JobQuery } as const;

export const NextQuery = z.object({ cronExpression: requiredText('cron表达式不能为空', TEXTS.name) });
export const NextTimes = z.object({ list: z.array(z.string()) });

/** `output`: its end in a list, all of it in the record. */
export const JobRunRow = z.object({
  id: z.int(),
  jobId: z.int(),
  jobName: z.string(),
  invokeTarget: z.string(),
  startAt: z.string(),
  endAt: z.string(),
  latencyTime: z.string(),
  status: z.string(),
  output: z.string(),
});
export type JobRunRow = z.infer<typeof JobRunRow>;
export const JobRunQuery = z.object({
  ...TenRows,
  jobId: filterRecord(),
  jobName: text,
  status: choice(['0', '1', '2', '3', '4'], '状态不正确'),
  beginTime: filterDay(),
  endTime: filterDay(),
});
export const jobRunList = { path: JOB_RUN_PATH, row: JobRunRow, query: JobRunQuery } as const;
