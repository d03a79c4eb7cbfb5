/** R152: what looks alike is one name, what hides something or mixes alphabets is none. */
import { expect, test } from 'vitest';
import { clearName, plainName } from './plain-name.ts';

const Login = clearName('登录名称不能为空', 50);
const said = (name: unknown): string | undefined => Login.safeParse(name).error?.issues[0]?.message;

test.each([
  ['ｌｉｘｉａｏｍｅｉ', 'lixiaomei'],
  ['ﬁnance', 'finance'],
  ['e\u0301mile', 'émile'],
  ['㎏金', 'kg金'],
  ['\u3000li\u00A0', 'li'],
])('%j is the name %s', (written, plain) => {
  expect(Login.parse(written)).toBe(plain);
  expect(plainName(written)).toBe(plain);
});
test.each(['李小美', '18K金', '王经理2', 'Wang-Li', 'Анна', 'Νίκος', '店长Анна', 'li xiao mei'])(
  '%s is a name',
  (name) => {
    expect(said(name)).toBeUndefined();
  },
);
test.each([
  'li\u200Bxiaomei',
  'a\uFEFFdmin',
  'ad\u00ADmin',
  'admin\u202E',
  'ad\u2060min',
  'admin\u3164',
  'admin\u{E0041}',
  'li\u2800mei',
  'ad\u180Emin',
])('%j hides something', (name) => {
  expect(said(name)).toBe('含有看不见的字符，请删除后重新输入');
});
test.each(['аdmin', 'lіxiaomei', 'αdmin', 'Аnna', 'νikos', 'Αнна', 'ａdmіn'])('%s mixes alphabets', (name) => {
  expect(said(name)).toBe('不能混用拉丁字母和西里尔字母或希腊字母');
});
test('a name that is missing is said in the words of its field', () => {
  for (const none of [undefined, null, '', ' \u3000']) expect(said(none)).toBe('登录名称不能为空');
});
