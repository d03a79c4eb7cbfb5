import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { lengthMessage, passwordProblem } from './password-rules.ts';

const COMMON = '这个密码太常见，很容易被猜到，请换一个';
const judge = (password: string, more: object = {}) =>
  passwordProblem({ password, username: 'wangfang', least: 6, ...more });

test('six to twenty characters, more where more is asked', async () => {
  expect(await judge('Ab3-5')).toBe(lengthMessage(6));
  expect(await judge('Ab3-56')).toBeNull();
  expect(await judge('Ab3-567', { least: 8 })).toBe('长度在 8 到 20 个字符');
  expect(await judge('Ab3-5678', { least: 8 })).toBeNull();
  expect(await judge('x7'.repeat(10))).toBeNull();
  expect(await judge(`${'x7'.repeat(10)}8`)).toBe(lengthMessage(6));
});
test('a character counts once, however many units it has', async () => {
  expect(await judge('😀😃😄')).toBe(lengthMessage(6));
  expect(await judge('😀😃😄😁😆😅')).toBeNull();
});
test('neither one character, nor the user name, nor the first password', async () => {
  expect(await judge('zzzzzzzzz')).toBe('密码不能由同一个字符重复组成');
  expect(await judge('😀'.repeat(8))).toBe('密码不能由同一个字符重复组成');
  expect(await judge('WangFang')).toBe('密码不能与登录名称相同');
  expect(await judge('Start-881', { initial: 'Start-881' })).toBe('不能继续使用初始密码');
  expect(await judge('Start-882', { initial: 'Start-881' })).toBeNull();
});
test('none of the ten thousand commonest, whatever the case; the next one may be', async () => {
  const list = dictionary['passwords-common'];
  const fits = (word: string): boolean => word.length >= 6 && word.length <= 20 && new Set(word).size > 1;
  for (const word of list.slice(0, 10_000).filter(fits)) {
    expect(await judge(word)).toBe(COMMON);
    expect(await judge(word.toUpperCase())).toBe(COMMON);
  }
  expect(await judge(list.slice(10_000).find(fits) ?? '')).toBeNull();
});
