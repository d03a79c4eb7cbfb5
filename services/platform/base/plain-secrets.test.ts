import { expect, test } from 'vitest';
import { jsonLog } from './log.ts';
import { withoutSecrets } from './plain-secrets.ts';

const TOKEN = 'aB3-dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5zA7bC0';
test('what opens a door is not told, however it is written', () => {
  for (const text of [
    `GET /ws/1/log?token=${TOKEN}&level=info`,
    `authorization: Bearer ${TOKEN}`,
    `{"password":"Secret-1","a":1}`,
    `"{\\"oldPassword\\":\\"Secret-1\\"}"`,
    `connect postgres://jewel:Secret-1@db:5432/house failed`,
    `session ${TOKEN} is over`,
    'accessKeySecret=Secret-1;',
  ]) {
    const shown = withoutSecrets(text);
    expect(shown, text).toContain('••••');
    expect(shown).not.toMatch(/Secret-1|aB3-dE5/);
  }
});
test('what only speaks of it stays', () => {
  for (const text of [
    '密码错误，请重新输入',
    'token：已过期',
    'password authentication failed for user "jewel"',
    'b6a7c5d4e3f2a1b6a7c5d4e3f2a1b6a7c5d4e3f2a1b6a7c5d4e3f2a1b6a7c5d4',
    'http://127.0.0.1:8080/index',
  ])
    expect(withoutSecrets(text)).toBe(text);
});
test('no log line tells it, in message or fields', () => {
  let written = '';
  jsonLog({ write: (line) => void (written += line) }).warn(`token=${TOKEN}`, {
    token: TOKEN,
    url: `/ws/1/log?token=${TOKEN}`,
    error: new Error(`postgres://a:Secret-1@b refused ${TOKEN}`),
  });
  expect(written).toContain('••••');
  expect(written).not.toMatch(/Secret-1|aB3-dE5/);
});
