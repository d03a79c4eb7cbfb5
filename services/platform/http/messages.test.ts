import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { problemsOf, speakChinese } from './messages.ts';

beforeAll(speakChinese);
const message = (schema: z.ZodType, value: unknown): string => {
  const parsed = schema.safeParse(value);
  return parsed.success ? '' : (problemsOf(parsed.error)[0]?.message ?? '');
};

test.each([
  [z.string(), undefined, '不能为空'],
  [z.string(), 5, '请输入文字'],
  [z.string().min(1), '', '不能为空'],
  [z.string().min(3), 'a', '最少3个字符'],
  [z.string().max(3), 'abcd', '最多3个字'],
  [z.number(), 'x', '请输入数字'],
  [z.int(), 1.5, '请输入整数'],
  [z.number().min(2), 1, '不能小于2'],
  [z.number().positive(), 0, '必须大于0'],
  [z.number().max(2), 3, '不能大于2'],
  [z.array(z.int()).min(1), [], '请至少选择一项'],
  [z.array(z.int()).max(2), [1, 2, 3], '最多2项'],
  [z.enum(['1', '2']), '3', '请选择正确的选项'],
  [z.enum(['1', '2']), undefined, '不能为空'],
  [z.email(), 'nobody', '请输入正确的邮箱地址'],
  [z.strictObject({}), { extra: 1 }, '含有未知字段：extra'],
  [z.union([z.int(), z.boolean()]), 'x', '格式不正确'],
  [z.string('店名不能为空'), undefined, '店名不能为空'],
])('%#: %j says %s', (schema, value, expected) => {
  expect(message(schema, value)).toBe(expected);
});

test('the path leads into lists', () => {
  const parsed = z
    .object({ list: z.array(z.object({ num: z.int() })) })
    .safeParse({ list: [{ num: 1 }, { num: 'x' }] });
  expect(parsed.success ? [] : problemsOf(parsed.error)).toEqual([{ path: 'list.1.num', message: '请输入数字' }]);
});
