/** Chinese texts for every way a value can be wrong; a schema's own message comes first. */
import { z } from 'zod';
import { tooLong } from '../../contracts/limits.ts';
import type { FieldProblem } from '../../contracts/envelope.ts';

type Issue = z.core.$ZodRawIssue;

const WRONG_TYPE: Readonly<Record<string, string>> = {
  number: '请输入数字',
  int: '请输入整数',
  string: '请输入文字',
  boolean: '请选择是或否',
  array: '应为列表',
  object: '格式不正确',
  record: '格式不正确',
  date: '请输入正确的日期',
};
const WRONG_FORMAT: Readonly<Record<string, string>> = {
  email: '请输入正确的邮箱地址',
  url: '请输入正确的网址',
  date: '日期格式应为 yyyy-MM-dd',
  datetime: '时间格式应为 ISO 8601',
  time: '时间格式不正确',
  uuid: '编号格式不正确',
};
const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

const ofType = (issue: Issue & { code: 'invalid_type' }): string => {
  if (isBlank(issue.input)) return '不能为空';
  return WRONG_TYPE[issue.expected] ?? '格式不正确';
};
const tooSmall = (issue: Issue & { code: 'too_small' }): string => {
  const least = Number(issue.minimum);
  if (issue.origin === 'string') return least <= 1 ? '不能为空' : `最少${least}个字符`;
  if (issue.origin === 'array' || issue.origin === 'set') return least <= 1 ? '请至少选择一项' : `最少${least}项`;
  return issue.inclusive === false ? `必须大于${least}` : `不能小于${least}`;
};
const tooBig = (issue: Issue & { code: 'too_big' }): string => {
  const most = Number(issue.maximum);
  if (issue.origin === 'string') return tooLong(most);
  if (issue.origin === 'array' || issue.origin === 'set') return `最多${most}项`;
  return issue.inclusive === false ? `必须小于${most}` : `不能大于${most}`;
};

const chinese = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return ofType(issue);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return WRONG_FORMAT[issue.format] ?? '格式不正确';
    case 'not_multiple_of':
      return `应为${issue.divisor}的倍数`;
    case 'unrecognized_keys':
      return `含有未知字段：${issue.keys.join('、')}`;
    case 'invalid_value':
      return isBlank(issue.input) ? '不能为空' : '请选择正确的选项';
    case 'invalid_union':
      return isBlank(issue.input) ? '不能为空' : '格式不正确';
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return '填写有误';
    default:
      return '格式不正确';
  }
};

/** Installs the texts for the whole process; schemas keep their own messages. */
export const speakChinese = (): void => {
  z.config({ customError: (issue) => chinese(issue) });
};

/** A failed parse as the wire names it: path in the body, message in Chinese. */
export const problemsOf = (error: z.ZodError): FieldProblem[] =>
  error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
