import { expect, test } from 'vitest';
import { maskedParams } from './entry.ts';

test('passwords, keys and tokens do not reach the log, whatever carries them', () => {
  const text = maskedParams({
    body: { username: 'a', password: 'p1', oldPassword: 'p2', nested: [{ AccessKeySecret: 'p3', token: 'p4' }] },
  });
  expect(text).not.toMatch(/p\d/);
  expect(text).toContain('"username":"a"');
});
test('settings that are secrets are masked by their key, also where an edit leaves the key out', () => {
  const text = maskedParams({
    body: [
      { configKey: 'oxs', configValue: '{"AccessKeySecret":"s1"}' },
      { configKey: 'sys_user_initPassword', configValue: 's2' },
      { configKey: 'sys_app_name', configValue: '珠宝管理系统' },
      { configValue: 's3' },
    ],
  });
  expect(text).not.toMatch(/s\d"/);
  expect(text).toContain('珠宝管理系统');
});
