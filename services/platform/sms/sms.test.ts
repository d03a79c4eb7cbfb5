/** Signatures against the providers' own examples, and the calls against stand-ins that check them. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { signAcs } from './aliyun.ts';
import type { SmsSettings } from './provider.ts';
import { evenly, smsSender, SmsAway } from './sms.ts';
import { signTc3 } from './tencent.ts';

test('a request to 阿里云 is signed as in its documentation', () => {
  const keys = { keyId: 'YourAccessKeyId', secret: 'YourAccessKeySecret' };
  const { headers } = signAcs(keys, {
    host: 'ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    parameters: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
    now: new Date('2023-10-26T10:22:32Z'),
    nonce: '3156853299f313e23d1673dc12e1703d',
  });
  expect(headers['authorization']).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;' +
      'x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
});
test('a request to 腾讯云 is signed as in its documentation', () => {
  const keys = { keyId: 'AKID********************************', secret: '********************************' };
  const authorization = signTc3(keys, {
    service: 'cvm',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      host: 'cvm.tencentcloudapi.com',
      'x-tc-action': 'describeinstances',
    },
    body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
    now: new Date(1_551_113_065_000),
  });
  const scope = 'Credential=AKID********************************/2019-02-25/cvm/tc3_request';
  expect(authorization).toBe(
    `TC3-HMAC-SHA256 ${scope}, SignedHeaders=content-type;host;x-tc-action, ` +
      'Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
  );
});

type Heard = { readonly url: URL; readonly headers: http.IncomingHttpHeaders; readonly body: string };
let stop: (() => void) | undefined;
afterEach(() => stop?.());
/** Answers what it is told to and keeps what it was asked. */
const standIn = async (answer: object): Promise<{ endpoint: string; heard: Heard[] }> => {
  const heard: Heard[] = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    heard.push({ url: new URL(request.url ?? '', 'http://here'), headers: request.headers, body });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => server.close();
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
};
const SETTINGS: SmsSettings = {
  provider: 'aliyun',
  keyId: 'key',
  secret: 'secret',
  sign: '金店',
  template: 'T1',
  appId: '1400',
  endpoint: undefined,
};
const MESSAGE = { phone: '13800138000', code: '12345', minutes: 5 };

test('阿里云 is told number, sign, template and code', async () => {
  const { endpoint, heard } = await standIn({ Code: 'OK', Message: 'OK' });
  await smsSender({ ...SETTINGS, endpoint })(MESSAGE);
  const [{ url, headers } = { url: new URL('http://none'), headers: {} as http.IncomingHttpHeaders }] = heard;
  expect(Object.fromEntries(url.searchParams)).toEqual({
    PhoneNumbers: '13800138000',
    SignName: '金店',
    TemplateCode: 'T1',
    TemplateParam: '{"code":"12345"}',
  });
  expect([headers['x-acs-action'], headers['x-acs-version']]).toEqual(['SendSms', '2017-05-25']);
  const again = signAcs(SETTINGS, {
    host: String(headers.host),
    action: 'SendSms',
    version: '2017-05-25',
    parameters: Object.fromEntries(url.searchParams),
    now: new Date(String(headers['x-acs-date'])),
    nonce: String(headers['x-acs-signature-nonce']),
  });
  expect(headers.authorization).toBe(again.headers['authorization']);
});
test('腾讯云 is told the same in its own way', async () => {
  const { endpoint, heard } = await standIn({ Response: { SendStatusSet: [{ Code: 'Ok' }], RequestId: 'r' } });
  await smsSender({ ...SETTINGS, provider: 'tencent', endpoint })(MESSAGE);
  const [{ headers, body } = { headers: {} as http.IncomingHttpHeaders, body: '' }] = heard;
  expect(JSON.parse(body)).toEqual({
    PhoneNumberSet: ['+8613800138000'],
    SmsSdkAppId: '1400',
    SignName: '金店',
    TemplateId: 'T1',
    TemplateParamSet: ['12345', '5'],
  });
  expect([headers['x-tc-action'], headers['x-tc-version']]).toEqual(['SendSms', '2021-01-11']);
  const signed = {
    'content-type': String(headers['content-type']),
    host: String(headers.host),
    'x-tc-action': 'sendsms',
  };
  const now = new Date(Number(headers['x-tc-timestamp']) * 1000);
  expect(headers.authorization).toBe(signTc3(SETTINGS, { service: 'sms', headers: signed, body, now }));
});
test('what a provider refuses, and one that is not there, are told apart for administrators', async () => {
  const limited = await standIn({ Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发限流' });
  await expect(smsSender({ ...SETTINGS, ...limited })(MESSAGE)).rejects.toMatchObject({
    reason: 'isv.BUSINESS_LIMIT_CONTROL：触发限流',
  });
  stop?.();
  const tencent = { ...SETTINGS, provider: 'tencent' } as const;
  for (const Response of [
    { Error: { Code: 'AuthFailure', Message: '签名错误' } },
    { SendStatusSet: [{ Code: 'AuthFailure', Message: '签名错误' }] },
  ]) {
    const { endpoint } = await standIn({ Response });
    await expect(smsSender({ ...tencent, endpoint })(MESSAGE)).rejects.toMatchObject({
      reason: 'AuthFailure：签名错误',
    });
    stop?.();
  }
  await expect(smsSender({ ...SETTINGS, endpoint: 'http://127.0.0.1:1' })(MESSAGE)).rejects.toMatchObject({
    reason: '短信服务无法连接',
  });
});
test('whom nothing is sent waits as long and hears of a failure like the others, for a minute', async () => {
  let clock = 0;
  let away = true;
  const send = evenly(
    async () => {
      clock += 5;
      if (away) throw new SmsAway('x');
    },
    () => clock,
  );
  await expect(send(null)).resolves.toBeUndefined();
  await expect(send(MESSAGE)).rejects.toBeInstanceOf(SmsAway);
  await expect(send(null)).rejects.toBeInstanceOf(SmsAway);
  clock += 60_000;
  await expect(send(null)).resolves.toBeUndefined();
  away = false;
  await send(MESSAGE);
  await expect(send(null)).resolves.toBeUndefined();
});
