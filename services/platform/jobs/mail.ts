/** Mail of the house, by the server that the installation names (R120). */
import type { SendMailOptions } from 'nodemailer';
import { JobFailed } from './job-function.ts';

export type MailSettings = { readonly smtpUrl: string | undefined; readonly mailFrom: string | undefined };
type Letter = Pick<SendMailOptions, 'subject' | 'text' | 'attachments'> & { readonly to: readonly string[] };

/** A server that says nothing is away; ms. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;
const ADDRESS = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/;
/** Addresses between commas, semicolons or blanks. @throws {JobFailed} when there is none, or one is wrong. */
export const recipientsIn = (text: string): readonly string[] => {
  const all = text.split(/[,;，；、\s]+/).filter(Boolean);
  if (all.length === 0) throw new JobFailed('没有收件人');
  const wrong = all.find((one) => !ADDRESS.test(one));
  if (wrong !== undefined) throw new JobFailed(`收件人 ${wrong} 不是邮箱地址`);
  return all;
};

/** @throws {JobFailed} when the installation names no server or no sender. */
export const requireMail = ({ smtpUrl, mailFrom }: MailSettings): void => {
  const missing = [...(smtpUrl === undefined ? ['SMTP_URL'] : []), ...(mailFrom === undefined ? ['MAIL_FROM'] : [])];
  if (missing.length > 0) throw new JobFailed(`没有设置 ${missing.join(' 和 ')}，不能发送邮件`);
};
/** @throws {JobFailed} when no server is named, or it does not take the letter. */
export const sendMail = async (settings: MailSettings, { to, ...letter }: Letter): Promise<void> => {
  requireMail(settings);
  const { smtpUrl, mailFrom } = settings;
  // Loaded by the first letter: most houses send one a night, if any.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: smtpUrl, ...PATIENCE });
  try {
    await transport.sendMail({ ...letter, from: mailFrom, to: [...to] });
  } catch (error) {
    // What a server says may repeat what it was told; the address of the server itself is in no message.
    throw new JobFailed(`邮件没有发出：${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    transport.close();
  }
};
