import { expect, test } from 'vitest';
import { BadConfiguration, parseConfig } from './config.ts';

test('an empty environment is enough', () => {
  expect(parseConfig({})).toMatchObject({
    port: 8080,
    loginCode: 'captcha',
    sms: null,
    demo: true,
    databaseUrl: undefined,
    kafka: null,
  });
  expect([...parseConfig({}).roles]).toEqual(['api', 'projector', 'relay', 'scheduler']);
});
test('values are read, blanks count as absent', () => {
  const config = parseConfig({
    PORT: '9000',
    ROLES: ' api, projector',
    LOGIN_CAPTCHA: 'OFF',
    DATABASE_URL: '',
    KAFKA_BROKERS: 'a:1,b:2',
  });
  expect(config).toMatchObject({
    port: 9000,
    loginCode: 'none',
    databaseUrl: undefined,
    kafka: { brokers: ['a:1', 'b:2'] },
  });
  expect([...config.roles]).toEqual(['api', 'projector']);
});
test('the address for the other processes is one without a path', () => {
  expect(parseConfig({}).advertiseUrl).toBeUndefined();
  expect(parseConfig({ ADVERTISE_URL: 'http://10.0.0.5:8080/' }).advertiseUrl).toBe('http://10.0.0.5:8080');
  for (const ADVERTISE_URL of ['10.0.0.5:8080', 'http://10.0.0.5:8080/house', 'esdb://10.0.0.5', 'http://a@10.0.0.5'])
    expect(() => parseConfig({ ADVERTISE_URL })).toThrow('ADVERTISE_URL 必须是http://或https://开头的地址，不带路径');
});
test('the relay: where to, by which name, and with all that goes together', () => {
  const KAFKA_BROKERS = 'a:9093';
  expect(parseConfig({ KAFKA_BROKERS }).kafka).toEqual({
    brokers: ['a:9093'],
    topicPrefix: 'jewel',
    personal: false,
    cost: false,
    tls: null,
    sasl: null,
  });
  const sasl = { KAFKA_SASL: 'scram-sha-256', KAFKA_USERNAME: 'relay', KAFKA_PASSWORD: 's' };
  const KAFKA_TLS_CA = import.meta.filename;
  expect(parseConfig({ KAFKA_BROKERS, ...sasl, KAFKA_TLS_CA, KAFKA_PERSONAL: 'on' }).kafka).toMatchObject({
    personal: true,
    tls: { ca: expect.stringContaining('the relay: where to') },
    sasl: { mechanism: 'scram-sha-256', username: 'relay', password: 's' },
  });
  expect(parseConfig({ KAFKA_BROKERS, KAFKA_TLS: 'on' }).kafka?.tls).toEqual({});
  expect(() => parseConfig({ ROLES: 'relay' })).toThrow('KAFKA_BROKERS 必须设置');
  expect(() => parseConfig({ KAFKA_SASL: 'plain' })).toThrow(/KAFKA_USERNAME.*KAFKA_PASSWORD/);
  expect(() => parseConfig({ KAFKA_TLS_CA: '/no/such.pem', KAFKA_TLS_CERT: KAFKA_TLS_CA })).toThrow('KAFKA_TLS_CA');
});
test('jobs call hosts that are named; mail goes nowhere until somebody says where', () => {
  expect(parseConfig({})).toMatchObject({ jobHttpHosts: [], smtpUrl: undefined, mailFrom: undefined });
  const config = parseConfig({
    JOB_HTTP_HOSTS: 'Api.Example.com, 10.0.0.9:8080',
    SMTP_URL: 'smtps://mail',
    MAIL_FROM: 'a@b',
  });
  expect(config).toMatchObject({ jobHttpHosts: ['api.example.com', '10.0.0.9:8080'], smtpUrl: 'smtps://mail' });
  expect(() => parseConfig({ SMTP_URL: 'mail.example.com', MAIL_FROM: 'nobody' })).toThrow(/SMTP_URL.*MAIL_FROM/);
});
test('a code by SMS needs a provider with all its keys, but in a demo; one word says which code there is', () => {
  expect(parseConfig({ LOGIN_CODE: 'none' })).toMatchObject({ loginCode: 'none', hints: [] });
  expect(parseConfig({ LOGIN_CAPTCHA: 'off' })).toMatchObject({
    loginCode: 'none',
    hints: ['LOGIN_CAPTCHA=off 已改为 LOGIN_CODE=none，旧写法暂时仍可使用'],
  });
  expect(parseConfig({ LOGIN_CODE: 'sms', LOGIN_CAPTCHA: 'off' })).toMatchObject({ loginCode: 'sms', sms: null });
  expect(() => parseConfig({ LOGIN_CODE: 'sms', DEMO: 'off' })).toThrow('SMS_PROVIDER');
  const keys = { SMS_PROVIDER: 'tencent', SMS_KEY_ID: 'k', SMS_SECRET: 's', SMS_SIGN: '店', SMS_TEMPLATE_LOGIN: '1' };
  expect(() => parseConfig(keys)).toThrow('SMS_APP_ID');
  expect(() => parseConfig({ SMS_PROVIDER: 'aliyun' })).toThrow(/SMS_KEY_ID.*SMS_SECRET.*SMS_SIGN.*SMS_TEMPLATE_LOGIN/);
  expect(parseConfig({ ...keys, SMS_APP_ID: '1400', LOGIN_CODE: 'sms', DEMO: 'off' }).sms).toMatchObject({
    provider: 'tencent',
    appId: '1400',
    endpoint: undefined,
  });
  expect(() => parseConfig({ LOGIN_CODE: 'mail', SMS_ENDPOINT: 'sms.example.com' })).toThrow(
    /LOGIN_CODE.*SMS_ENDPOINT/,
  );
});
test('every wrong variable is named, its value is not repeated', () => {
  const read = () =>
    parseConfig({ PORT: 'x', ROLES: 'api,boss', DATABASE_URL: 'mysql://root:secret@db', DEMO: 'maybe' });
  expect(read).toThrow(BadConfiguration);
  for (const name of ['PORT', 'ROLES', 'DATABASE_URL', 'DEMO']) expect(read).toThrow(name);
  expect(read).not.toThrow('secret');
});
test('the event store has its former name too, with a hint; its name of today wins (R65)', () => {
  const [old, today] = ['esdb://old:2113', 'esdb://today:2113'];
  expect(parseConfig({ EVENT_STORE_URL: today })).toMatchObject({ eventStoreUrl: today, hints: [] });
  expect(parseConfig({ EVENTSTORE_URL: old })).toMatchObject({
    eventStoreUrl: old,
    hints: [expect.stringContaining('EVENT_STORE_URL')],
  });
  expect(parseConfig({ EVENT_STORE_URL: today, EVENTSTORE_URL: old }).eventStoreUrl).toBe(today);
});
test('nothing changes it afterwards', () => {
  expect(Object.isFrozen(parseConfig({}))).toBe(true);
});
test('the public account of shoppers: what the environment says of it, and the address that it sends back to', () => {
  expect(parseConfig({}).shopperApp).toEqual({
    appId: undefined,
    secret: undefined,
    authorizeUrl: undefined,
    tokenUrl: undefined,
  });
  const account = { WX_APP_ID: 'wx01', WX_APP_SECRET: 'secret', WX_TOKEN_URL: 'http://10.0.0.7/token' };
  expect(() => parseConfig(account)).toThrow('PUBLIC_URL 必须设置');
  expect(parseConfig({ ...account, PUBLIC_URL: 'https://house.example' }).shopperApp).toEqual({
    appId: 'wx01',
    secret: 'secret',
    authorizeUrl: undefined,
    tokenUrl: 'http://10.0.0.7/token',
  });
  for (const name of ['WX_AUTHORIZE_URL', 'WX_TOKEN_URL'])
    expect(() => parseConfig({ [name]: 'ftp://x' })).toThrow(`${name} 必须以https://或http://开头`);
});
