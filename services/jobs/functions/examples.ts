/** The function that shows how one is called. */
import type { JobFunction } from '../../platform/jobs/job-function.ts';

export const examplesNoParam: JobFunction = async ({ say }) => {
  say(`示例任务于 ${new Date().toISOString()} 执行`);
};
