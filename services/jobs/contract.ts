/** Scheduled jobs (S2§2.14, §3–§5; R116–R121): wire shapes, and what a job may call. */
import { z } from 'zod';
import { RecordId } from '../contracts/ids.ts';
import { TEXTS, chosenId, requiredText, wireText, wireWhole } from '../contracts/values.ts';

export const JOB_PATH = '/sysjob';
export const JOB_RUN_PATH = '/sysjob-log';
export const JOB_KEY = 'job:sysJob';
/** S2§4: '1' cannot be started. */
export const DISABLED = '1';
export const DEFAULT_TIMEOUT_S = 1_800;
/** Jobs that every installation starts with (R120). */
const SHIPPED_JOBS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type ShippedJob = (typeof SHIPPED_JOBS)[number];
/** Whether a job came with the house: it is stopped or disabled, never deleted (R156). */
export const isShipped = (jobId: number): boolean => SHIPPED_JOBS.some((id) => id === jobId);
/** S2§3: an interface is an HTTP GET, a function is one of {@link JOB_FUNCTIONS}. */
export const JOB_TYPES = { '1': '接口', '2': '函数' } as const;
/** What happens to firings that are more than a minute late (R116). */
export const MISFIRES = { '1': '立即执行', '2': '执行一次', '3': '放弃执行' } as const;
/** S2§3. */
export const CONCURRENCY = { '0': '允许', '1': '禁止' } as const;

/** Functions that the house has, by the name that a job calls them by (R120). */
export const JOB_FUNCTIONS = {
  NightlyRecount: '每夜自检：由事件重算首饰与金料并与读模型核对',
  Backup: '备份事件、主数据与图片，核对后保留14份；参数 keep=份数 days=天数 age=公钥',
  QuoteFeed: '读取行情源并检查是否可用',
  CheckPictures: '核对单据和资料里的图片是否都在；参数“全部”从头核对',
  Reminders: '汇总今天的提醒；参数填收件人时另发邮件',
  TrimLogs: '把过期的日志移到归档文件',
  MailReport: '邮寄昨天的报表；参数为“报表,收件人”',
  ExamplesNoParam: '示例：不带参数',
} as const;
export type JobFunctionName = keyof typeof JOB_FUNCTIONS;
export const isJobFunction = (name: string): name is JobFunctionName => Object.hasOwn(JOB_FUNCTIONS, name);

/** One of these digits, as text or as a number (R32). */
const digit = <const Digits extends readonly [string, ...string[]]>(digits: Digits, error: string) =>
  z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.enum(digits, { error }));
const Fields = {
  jobName: requiredText('名称不能为空', TEXTS.name),
  jobGroup: requiredText('任务分组不能为空', TEXTS.name),
  cronExpression: requiredText('cron表达式不能为空', TEXTS.name),
  invokeTarget: requiredText('调用目标不能为空', 500),
  status: digit(['1', '2'], '状态不能为空'),
};
const Args = wireText(500, '参数应为文字');
const jobType = digit(['1', '2'], '任务类型不正确');
const misfirePolicy = digit(['1', '2', '3'], '执行策略不正确');
const concurrent = digit(['0', '1'], '是否并发不正确');
const timeout = wireWhole('jobTimeout');

export const JobBody = z.object({
  ...Fields,
  jobType: jobType.default('2'),
  args: Args.nullish().transform((value) => value ?? ''),
  misfirePolicy: misfirePolicy.default('1'),
  concurrent: concurrent.default('1'),
  /** Seconds after which a run is ended (R118). */
  timeout: timeout.default(DEFAULT_TIMEOUT_S),
});
export type JobBody = z.infer<typeof JobBody>;
/** R102: what is absent stays as it is. */
export const JobEdit = z.object({
  jobName: Fields.jobName.optional(),
  jobGroup: Fields.jobGroup.optional(),
  cronExpression: Fields.cronExpression.optional(),
  invokeTarget: Fields.invokeTarget.optional(),
  status: Fields.status.optional(),
  jobType: jobType.optional(),
  args: Args.nullish(),
  misfirePolicy: misfirePolicy.optional(),
  concurrent: concurrent.optional(),
  timeout: timeout.optional(),
});
export type JobEdit = z.infer<typeof JobEdit>;
/** The console names the job in the body (wire, To the letter). */
export const JobEditInBody = JobEdit.extend({ jobId: chosenId('id', '请选择任务') });
export const JobInPath = z.object({ id: RecordId });

/** Statuses of a run (R119). */
export const RUN_STATES = { '0': '运行中', '1': '失败', '2': '完成', '3': '跳过', '4': '中断' } as const;
export type RunState = keyof typeof RUN_STATES;

/** The nightly self-audit's page asks by it whether somebody counts already. */
export const JobFunction = z.object({ name: z.string(), title: z.string() });
