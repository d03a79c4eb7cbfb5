/** A provider of messages that keeps what it was given (阿里云's way of asking and answering). */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type SmsProvider = {
  /** For the house's environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly sent: { phone: string; code: string }[];
  /** Messages without a code: what customers are told of, and when it was. */
  readonly notices: { phone: string; time: string }[];
  /** Until told otherwise it takes everything. */
  answer: string;
  readonly stop: () => void;
};
export const smsProvider = async (): Promise<SmsProvider> => {
  const sent: { phone: string; code: string }[] = [];
  const notices: { phone: string; time: string }[] = [];
  const server = http.createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://here').searchParams;
    const { code, time } = JSON.parse(query.get('TemplateParam') ?? '{}') as { code?: string; time?: string };
    const phone = query.get('PhoneNumbers') ?? '';
    if (provider.answer === 'OK' && code !== undefined) sent.push({ phone, code });
    if (provider.answer === 'OK' && time !== undefined) notices.push({ phone, time });
    response.end(JSON.stringify({ Code: provider.answer, Message: provider.answer }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: SmsProvider = {
    sent,
    notices,
    answer: 'OK',
    env: {
      LOGIN_CODE: 'sms',
      SMS_PROVIDER: 'aliyun',
      SMS_KEY_ID: 'key',
      SMS_SECRET: 'secret',
      SMS_SIGN: '金店',
      SMS_TEMPLATE_LOGIN: 'SMS_1',
      SMS_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    stop: () => server.close(),
  };
  return provider;
};
