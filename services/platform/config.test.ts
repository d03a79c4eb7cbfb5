import { expect, test } from 'vitest';
import { BadConfiguration, parseConfig } from './config.ts';

test('an empty environment is enough', () => {
  expect(parseConfig({})).toMatchObject({
    port: 8080,
    captcha: true,
    demo: true,
    databaseUrl: undefined,
    kafkaBrokers: [],
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
  expect(config).toMatchObject({ port: 9000, captcha: false, databaseUrl: undefined, kafkaBrokers: ['a:1', 'b:2'] });
  expect([...config.roles]).toEqual(['api', 'projector']);
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
