/** 阿里云短信: SendSms with the third version of its signature (ACS3-HMAC-SHA256). */
import { z } from 'zod';
import { hmac, sha256, signedHeaders } from './signing.ts';
import { templateOf, variablesOf, type SmsProvider } from './provider.ts';

const ALGORITHM = 'ACS3-HMAC-SHA256';
/** As RFC 3986 has it: only letters, digits and -_.~ stay. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const queryOf = (parameters: Readonly<Record<string, string>>): string =>
  Object.keys(parameters)
    .toSorted()
    .map((name) => `${encoded(name)}=${encoded(parameters[name] ?? '')}`)
    .join('&');

export type AcsRequest = {
  readonly host: string;
  readonly action: string;
  readonly version: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly now: Date;
  readonly nonce: string;
};
/** A POST whose parameters stand in its address; `authorization` is one of its headers. */
export const signAcs = (
  { keyId, secret }: { readonly keyId: string; readonly secret: string },
  { host, action, version, parameters, now, nonce }: AcsRequest,
): { readonly query: string; readonly headers: Readonly<Record<string, string>> } => {
  const query = queryOf(parameters);
  const content = sha256('');
  const headers = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': content,
    'x-acs-date': now.toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const { lines, names } = signedHeaders(headers);
  const request = ['POST', '/', query, lines, names, content].join('\n');
  const signature = hmac(secret, `${ALGORITHM}\n${sha256(request)}`).toString('hex');
  const authorization = `${ALGORITHM} Credential=${keyId},SignedHeaders=${names},Signature=${signature}`;
  return { query, headers: { ...headers, authorization } };
};

const Answer = z.object({ Code: z.string(), Message: z.string().optional() });
export const aliyun: SmsProvider = {
  endpoint: 'https://dysmsapi.aliyuncs.com/',
  call: (settings, message, { url, now, nonce }) => {
    const parameters = {
      PhoneNumbers: message.phone,
      SignName: settings.sign,
      TemplateCode: templateOf(settings, message),
      TemplateParam: JSON.stringify(variablesOf(message).named),
    };
    const request = { host: url.host, action: 'SendSms', version: '2017-05-25', parameters, now, nonce };
    const { query, headers } = signAcs(settings, request);
    return { url: `${url.origin}/?${query}`, headers, body: '' };
  },
  problemOf: (answer) => {
    const { Code, Message } = Answer.parse(answer);
    return Code === 'OK' ? null : `${Code}：${Message ?? ''}`;
  },
};
