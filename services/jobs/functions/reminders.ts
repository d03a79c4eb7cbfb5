/** Reminders (R120): what is due today, in the run's output, and by mail to whoever `args` names. */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { addDays, dayOf } from '../../contracts/dates.ts';
import type { JobFunction } from '../../platform/jobs/job-function.ts';
import { recipientsIn, sendMail } from '../../platform/jobs/mail.ts';

/** As long after its end a tenant is told of (R128). */
const TENANT_DAYS = 30;
const MOST = 100;
const Line = z.object({ line: z.string() });

const tenants = (db: DatabasePool, today: string): Promise<readonly string[]> =>
  db.anyFirst(sql.type(Line)`
    SELECT '租户 ' || name || coalesce('，服务到 ' || end_date::text, '') AS line FROM master.biz_tenant
    WHERE status = '2' AND remind_date <= ${today}::date
      AND (end_date IS NULL OR end_date >= ${addDays(today, -TENANT_DAYS)}::date)
    ORDER BY remind_date, id LIMIT ${MOST}`);

export const reminders: JobFunction = async (run) => {
  const today = dayOf(new Date());
  const lines = await tenants(await run.db(), today);
  for (const line of lines) run.say(line);
  if (lines.length === 0) run.say('今天没有提醒');
  if (run.args === '' || lines.length === 0) return;
  const to = recipientsIn(run.args);
  await sendMail(run, { to, subject: `${today} 提醒（${lines.length}项）`, text: lines.join('\n') });
  run.say(`已发送给 ${to.join('、')}`);
};
