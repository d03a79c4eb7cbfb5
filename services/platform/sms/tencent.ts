/** 腾讯云短信: SendSms with the third version of its signature (TC3-HMAC-SHA256). */
import { z } from 'zod';
import { hmac, sha256, signedHeaders } from './signing.ts';
import { templateOf, variablesOf, type SmsProvider } from './provider.ts';

const ALGORITHM = 'TC3-HMAC-SHA256';
const JSON_TYPE = 'application/json; charset=utf-8';

export type Tc3Request = {
  readonly service: string;
  /** `content-type` and `host`, and whatever else is to be signed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly now: Date;
};
/** The header `authorization` of a POST. */
export const signTc3 = (
  { keyId, secret }: { readonly keyId: string; readonly secret: string },
  { service, headers, body, now }: Tc3Request,
): string => {
  const { lines, names } = signedHeaders(headers);
  const day = now.toISOString().slice(0, 10);
  const scope = `${day}/${service}/tc3_request`;
  const request = ['POST', '/', '', lines, names, sha256(body)].join('\n');
  const text = [ALGORITHM, String(Math.floor(now.getTime() / 1000)), scope, sha256(request)].join('\n');
  const key = hmac(hmac(hmac(`TC3${secret}`, day), service), 'tc3_request');
  const signature = hmac(key, text).toString('hex');
  return `${ALGORITHM} Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
};

const Answer = z.object({
  Response: z.object({
    Error: z.object({ Code: z.string(), Message: z.string() }).optional(),
    SendStatusSet: z.array(z.object({ Code: z.string(), Message: z.string().optional() })).optional(),
  }),
});
export const tencent: SmsProvider = {
  endpoint: 'https://sms.tencentcloudapi.com/',
  call: (settings, message, { url, now }) => {
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${message.phone}`],
      SmsSdkAppId: settings.appId,
      SignName: settings.sign,
      TemplateId: templateOf(settings, message),
      TemplateParamSet: variablesOf(message).listed,
    });
    const signed = { 'content-type': JSON_TYPE, host: url.host, 'x-tc-action': 'sendsms' };
    const headers = {
      ...signed,
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-region': 'ap-guangzhou',
      'x-tc-timestamp': String(Math.floor(now.getTime() / 1000)),
      authorization: signTc3(settings, { service: 'sms', headers: signed, body, now }),
    };
    return { url: url.href, headers, body };
  },
  problemOf: (answer) => {
    const { Error: failure, SendStatusSet: sent = [] } = Answer.parse(answer).Response;
    const wrong = failure ?? sent.find(({ Code }) => Code !== 'Ok');
    return wrong === undefined ? null : `${wrong.Code}：${wrong.Message ?? ''}`;
  },
};
