import { describe, expect, test } from 'vitest';
import { ApiError, errorsOf } from './errors.ts';

const NAMES = ['oldPassword', 'newPassword'] as const;

describe('a refusal of the server', () => {
  test('stands at its field, and nowhere else', () => {
    const fields = [{ path: 'oldPassword', message: '旧密码错误' }];
    expect(errorsOf(new ApiError({ status: 422, msg: '旧密码错误', fields }), NAMES)).toEqual({
      oldPassword: '旧密码错误',
    });
  });
  test('about no field, or one that is not shown, is said of the form', () => {
    expect(errorsOf(new ApiError({ status: 429, msg: '请30秒后再试' }), NAMES)).toEqual({ form: '请30秒后再试' });
    const fields = [{ path: 'id', message: '不合规' }];
    expect(errorsOf(new ApiError({ status: 422, msg: '请检查', fields }), NAMES)).toEqual({ form: '请检查' });
  });
});
