/** 测试邮件: one letter by the server that the installation names; what it says is told (R126). */
import { z } from 'zod';
import { emailText } from '../contracts/mail.ts';
import { refuse } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import { JobFailed } from '../platform/jobs/job-function.ts';
import { sendMail, type MailSettings } from '../platform/jobs/mail.ts';
import { MAIL_TEST_PATH } from './mail-contract.ts';

const Trial = z.object({ email: emailText(50, '请输入正确的邮箱地址') });
const LETTER = { subject: '测试邮件', text: '收到这封邮件，说明系统可以发送邮件。' } as const;

export const mailTestRoute = (settings: MailSettings): Route =>
  route({
    method: 'POST',
    path: MAIL_TEST_PATH,
    summary: '发送测试邮件',
    allow: 'admin:sysConfig:edit',
    body: Trial,
    data: z.null(),
    handler: async ({ body: { email } }) => {
      try {
        await sendMail(settings, { to: [email], ...LETTER });
      } catch (error) {
        if (!(error instanceof JobFailed)) throw error;
        return refuse('conflict', 'mail.away', error.message);
      }
      return { data: null, msg: '测试邮件已发送' };
    },
  });
