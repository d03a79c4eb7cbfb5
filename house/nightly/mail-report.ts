/** MailReport (R120): a report of yesterday as the sheet that its export gives, with the rights of the job's owner. */
import { Readable } from 'node:stream';
import { readRoutes } from 'projections/registry';
import { addDays, dayOf } from '../../services/contracts/dates.ts';
import { isRefusal } from '../../services/contracts/refusal.ts';
import { isRaw, type Route } from '../../services/contracts/route.ts';
import type { SessionUser } from '../../services/contracts/user.ts';
import { authorise } from '../../services/platform/http/execute.ts';
import { JobFailed, type JobFunction, type JobRun } from '../../services/platform/jobs/job-function.ts';
import { recipientsIn, requireMail, sendMail } from '../../services/platform/jobs/mail.ts';
import { sessionUser } from '../../services/system/session-user.ts';

/** `report-sell-sum,a@example.com,b@example.com` */
const asked = (args: string): readonly [report: string, recipients: readonly string[]] => {
  const [report = '', ...recipients] = args.split(/[,，]/);
  if (report.trim() === '') throw new JobFailed('参数应为“报表,收件人”，例如 report-sell-sum,boss@example.com');
  return [report.trim().replace(/^\//, ''), recipientsIn(recipients.join(','))];
};
const exportOf = (routes: readonly Route[], report: string): Route => {
  const sheets = routes.filter(({ exports, path }) => exports === true && path.startsWith('/report-'));
  const found = sheets.find(({ path }) => path === `/${report}/export`);
  if (found !== undefined) return found;
  const names = sheets.map(({ path }) => path.replace(/^\/|\/export$/g, ''));
  throw new JobFailed(`没有报表 ${report}，可用的报表：${names.join('、')}`);
};
const ownerOf = async (run: JobRun): Promise<SessionUser> => {
  const user = await sessionUser(await run.db(), run.ownerId);
  if (user === null) throw new JobFailed('最后修改任务的用户已停用，请由可用的用户重新保存任务');
  return user;
};
const sheetOf = async (
  run: JobRun,
  report: string,
  day: string,
): Promise<{ readonly name: string; readonly content: Readable }> => {
  const user = await ownerOf(run);
  const now = new Date();
  const reading = { db: await run.db(), store: await run.store(), now: () => now };
  const sheet = exportOf(readRoutes(reading, { daemon: null, health: () => [] }), report);
  if (authorise(sheet, user) !== null) throw new JobFailed(`用户“${user.nickName}”没有导出这个报表的权限`);
  const query: unknown = sheet.query?.parse({ beginTime: day, endTime: day });
  const call = { user, now, key: '', requestId: '', params: {}, query, body: undefined };
  const answer = await sheet.handler({ ...call, newId: async () => 0, client: { ip: '', userAgent: '' } });
  if (isRefusal(answer)) throw new JobFailed(answer.message);
  if (!isRaw(answer) || !(answer.raw instanceof Readable)) throw new JobFailed('这个报表不能邮寄');
  return { name: answer.fileName ?? `${report}.xlsx`, content: answer.raw };
};

export const mailReport: JobFunction = async (run) => {
  requireMail(run);
  const [report, to] = asked(run.args);
  const day = addDays(dayOf(new Date()), -1);
  const { name, content } = await sheetOf(run, report, day);
  await sendMail(run, {
    to,
    subject: `${day} ${name}`,
    text: `附件为${day}的报表。`,
    attachments: [{ filename: name, content }],
  });
  run.say(`${name}（${day}）已发送给 ${to.join('、')}`);
};
