/** The secret of the public account: sealed when it is saved, a mask in every answer, a mask that comes back leaves it (R159). */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { MASK } from '../../contracts/person.ts';
import { openSecrets } from '../../platform/secrets/secrets.ts';
import { openSetting } from '../../platform/secrets/sealed-setting.ts';
import { keptProblems, keptValue } from './stored-value.ts';
import { masked } from './setting.ts';

const secrets = openSecrets('', randomBytes(32).toString('base64'));
const key = 'wx_app_secret';
const keeping = { secrets, hosts: [] };
test('what is typed is sealed, the mask stands for it, empty takes it away', () => {
  const stored = keptValue({ key, value: 'a-secret', stored: '' }, secrets);
  expect(openSetting(key, stored, secrets)).toBe('a-secret');
  expect([masked(key, stored), masked(key, '')]).toEqual([MASK, '']);
  expect(keptValue({ key, value: MASK, stored }, secrets)).toBe(stored);
  expect(keptProblems({ key, value: MASK, stored }, keeping)).toEqual([]);
  expect(keptValue({ key, value: '', stored }, secrets)).toBe('');
});
test('half a mask and what no secret holds are refused', () => {
  for (const value of [`${MASK}x`, 'with blank', '密钥'])
    expect(keptProblems({ key, value, stored: '' }, keeping), value).toEqual([
      { path: '', message: 'AppSecret 不正确，请重新输入完整的密钥' },
    ]);
});
test('addresses of the app are whole and without parameters; the one that the house calls leads outside', () => {
  const problem = (name: string, value: string) => keptProblems({ key: name, value, stored: '' }, keeping)[0]?.message;
  expect(problem('wx_token_url', '')).toBeUndefined();
  expect(problem('wx_token_url', 'https://api.weixin.qq.com/sns/oauth2/access_token')).toBeUndefined();
  expect(problem('wx_authorize_url', 'https://app.example/authorize?x=1')).toBe(
    '微信授权网址应为 http 或 https 网址，不带参数',
  );
  expect(problem('wx_token_url', 'ftp://x')).toBe('微信令牌网址应为 http 或 https 网址，不带参数');
  expect(problem('wx_token_url', 'http://127.0.0.1:1/token')).toContain('微信令牌网址');
});
