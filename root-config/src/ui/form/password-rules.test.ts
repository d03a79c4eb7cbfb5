import { describe, expect, test } from 'vitest';
import { checkPasswords, passwordHint, stillSaid } from './password-rules.ts';

const OWNER = { username: 'wangfang', least: 6 };
const NONE = { oldPassword: '', newPassword: '', confirmPassword: '' };
const RIGHT = { oldPassword: 'before', newPassword: 'Own-2026', confirmPassword: 'Own-2026' };

describe('a new password', () => {
  test('names every empty field', () => {
    expect(checkPasswords(NONE, OWNER)).toEqual({
      oldPassword: '旧密码不能为空',
      newPassword: '新密码不能为空',
      confirmPassword: '确认密码不能为空',
    });
    expect(checkPasswords(RIGHT, OWNER)).toEqual({});
  });
  test.each(['12345', '1'.repeat(21)])('has 6 to 20 characters: %s', (newPassword) => {
    expect(checkPasswords({ ...RIGHT, newPassword, confirmPassword: newPassword }, OWNER)).toEqual({
      newPassword: '长度在 6 到 20 个字符',
    });
  });
});

test.each([
  ['Own-202', 8, '长度在 8 到 20 个字符'],
  ['aaaaaaaa', 8, '密码不能由同一个字符重复组成'],
  ['WangFang', 8, '密码不能与登录名称相同'],
  ['Own-2026', 8, undefined],
])('%s of an owner with at least %i characters', (newPassword, least, message) => {
  const errors = checkPasswords({ ...RIGHT, newPassword, confirmPassword: newPassword }, { ...OWNER, least });
  expect(errors.newPassword).toBe(message);
  expect(passwordHint({ ...OWNER, least })).toContain(`${least} 到 20 个字符`);
});

describe('a message of the password form', () => {
  test('goes when its field is changed, with what was said of the whole', () => {
    const errors = { form: '请稍后再试', oldPassword: '旧密码错误', newPassword: '新密码不能为空' };
    expect(stillSaid(errors, 'oldPassword', RIGHT)).toEqual({ newPassword: '新密码不能为空' });
  });
  test('about two passwords that differ goes with either of them', () => {
    const errors = { confirmPassword: '两次输入的密码不一致' };
    expect(stillSaid(errors, 'newPassword', RIGHT)).toEqual({});
    expect(stillSaid(errors, 'confirmPassword', RIGHT)).toEqual({});
    expect(stillSaid(errors, 'oldPassword', RIGHT)).toEqual(errors);
  });
  test('about an empty confirmation stays while the new password is typed', () => {
    const errors = checkPasswords(NONE, OWNER);
    expect(stillSaid(errors, 'newPassword', { ...NONE, newPassword: 'Own-2026' })).toEqual({
      oldPassword: '旧密码不能为空',
      confirmPassword: '确认密码不能为空',
    });
  });
});
