/** What a job may be, beyond the forms of its fields (R119, R120). */
import type { FieldProblem } from '../contracts/envelope.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { cronProblem } from '../platform/base/cron.ts';
import { isJobFunction, JOB_FUNCTIONS, type JobBody } from './contract.ts';
import { httpTargetProblem } from '../platform/outbound/addresses.ts';

type JobTarget = Pick<JobBody, 'jobType' | 'cronExpression' | 'invokeTarget'>;
const targetProblem = ({ jobType, invokeTarget }: JobTarget, hosts: readonly string[]): string | null => {
  if (jobType === '1') return httpTargetProblem(invokeTarget, hosts);
  return isJobFunction(invokeTarget) ? null : `没有这个函数，可用的函数：${Object.keys(JOB_FUNCTIONS).join('、')}`;
};
export const refuseJob = (job: JobTarget, hosts: readonly string[]): Refusal | null => {
  const found = [
    ['cronExpression', cronProblem(job.cronExpression)],
    ['invokeTarget', targetProblem(job, hosts)],
  ] as const;
  const fields = found.flatMap(([path, message]): FieldProblem[] => (message === null ? [] : [{ path, message }]));
  const [first] = fields;
  return first === undefined ? null : refuse('invalid', 'job.invalid', first.message, { fields });
};
