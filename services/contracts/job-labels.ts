/** What the fields of a scheduled job are called (S2§3). */
export const JOB_LABELS: Readonly<Record<string, string>> = {
  jobId: '任务',
  jobName: '任务名称',
  jobGroup: '任务分组',
  jobType: '任务类型',
  cronExpression: 'cron表达式',
  invokeTarget: '调用目标',
  args: '参数',
  misfirePolicy: '执行策略',
  concurrent: '是否并发',
  timeout: '超时（秒）',
};
