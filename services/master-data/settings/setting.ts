/** Settings: key and value, each known key with its own rule (S2§3, §5). */
import { z } from 'zod';
import { TEXTS, patternText, requiredText, settingNumber } from '../../contracts/values.ts';
import { Json as JsonObject, jsonText } from '../json.ts';
import { Moments, locked, optional, required } from '../fields.ts';
import { WorkCalendar } from '../../contracts/workdays.ts';
import type { FieldProblem } from '../../contracts/envelope.ts';

const MAX_VALUE = 5000;
const TOO_LONG = `最多${MAX_VALUE}个字符`;
const Value = z
  .union([jsonText(MAX_VALUE, TOO_LONG), settingNumber(), z.boolean(), JsonObject], { error: '参数键值不能为空' })
  .transform((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value).trim()))
  .refine((value) => !value.includes('\0') && value.isWellFormed(), '含有不能保存的字符')
  .refine((value) => value.length <= MAX_VALUE, TOO_LONG);

const ConfigKey = requiredText('参数键名不能为空', TEXTS.filter).pipe(
  patternText(/^[A-Za-z][\w.-]{0,99}$/, '参数键名只能是字母开头的字母、数字、下划线、点或横线，最多100位'),
);

/** '1' shown to everybody before sign-in, '2' not. */
const IsFrontend = z
  .union([z.enum(['1', '2']), z.literal(1), z.literal(2)], { error: '是否前台显示不能为空' })
  .transform((value) => String(value));

export const ConfigBody = z.object({
  configName: required('参数名称不能为空', 100),
  configKey: ConfigKey,
  configValue: Value.refine((value) => value !== '', '参数键值不能为空'),
  configType: z
    .enum(['Y', 'N'], { error: '参数类型不正确' })
    .nullish()
    .transform((value) => value ?? 'N'),
  isFrontend: IsFrontend,
  remark: optional(200),
});
export type ConfigBody = z.infer<typeof ConfigBody>;
/** Name and key are locked when editing: absent or the same. */
export const ConfigEdit = ConfigBody.extend({
  configName: locked('参数名称不能为空', 100),
  configKey: ConfigKey.optional(),
});
export type ConfigEdit = z.infer<typeof ConfigEdit>;

export const ConfigRow = z.object({
  id: z.int(),
  configName: z.string(),
  configKey: z.string(),
  configValue: z.string(),
  configType: z.string(),
  isFrontend: z.string(),
  remark: z.string(),
  ...Moments,
});
export type ConfigRow = z.infer<typeof ConfigRow>;

/** Body of /set-config: the changed pairs. */
export const SetConfigBody = z
  .array(z.object({ configKey: ConfigKey, configValue: Value }), { error: '请提交设置项' })
  .min(1, '请提交设置项')
  .max(100, '一次最多保存100项');
export type SetConfigBody = z.infer<typeof SetConfigBody>;

const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
};
/** Stands in for a secret on its way out; sent back unchanged, it keeps what is stored. */
export const MASKED = '******';
const SECRET_FIELD = 'AccessKeySecret';
const Json = z.record(z.string(), z.unknown());
/** The value with its access secret hidden. */
export const masked = (key: string, value: string): string => {
  const storage = key === 'oxs' ? Json.safeParse(parsed(value)) : undefined;
  if (!storage?.success || !storage.data[SECRET_FIELD]) return value;
  return JSON.stringify({ ...storage.data, [SECRET_FIELD]: MASKED });
};
/** The value to store: a hidden secret that came back is the stored one. */
export const unmasked = (value: string, stored: string): string => {
  if (!value.includes(MASKED)) return value;
  const sent = Json.safeParse(parsed(value));
  const before = Json.safeParse(parsed(stored));
  if (!sent.success || !before.success || sent.data[SECRET_FIELD] !== MASKED) return value;
  return JSON.stringify({ ...sent.data, [SECRET_FIELD]: before.data[SECRET_FIELD] });
};

/** Fields of the object storage that must be filled while it is switched on (S2§5). */
const STORAGE_FIELDS: Readonly<Record<string, string>> = {
  OxsSource: '请输入对象存储类型',
  Endpoint: '请输入网址',
  AccessKeyID: '请输入授权ID',
  AccessKeySecret: '请输入密钥',
  BucketName: '请输入对象存储桶',
};

const isOn = (value: unknown): boolean => value === true || value === 'true' || value === '1' || value === 1;

const checkObjectStorage = (value: string): readonly FieldProblem[] => {
  if (value === '') return [];
  const storage = Json.safeParse(parsed(value));
  if (!storage.success) return [{ path: '', message: '对象存储设置应为JSON对象' }];
  if (!isOn(storage.data['IsOxs'])) return [];
  return Object.entries(STORAGE_FIELDS)
    .filter(([field]) => typeof storage.data[field] !== 'string' || storage.data[field].trim() === '')
    .map(([path, message]) => ({ path, message }));
};

/** Two lists of days; what is not there is none. */
const checkCalendar = (value: string): readonly FieldProblem[] => {
  const found = WorkCalendar.safeParse(parsed(value));
  if (found.success) return [];
  const at = found.error.issues[0]?.path.join('.') ?? '';
  return [
    {
      path: '',
      message: `工作日历应为 {"holidays":["2027-01-01"],"workdays":[]} 的形式${at === '' ? '' : `，${at} 不是日期`}`,
    },
  ];
};

const rule =
  (holds: (value: string) => boolean, message: string) =>
  (value: string): readonly FieldProblem[] =>
    holds(value) ? [] : [{ path: '', message }];
const filled = (value: string): boolean => value !== '';
const percentRule = (label: string, max: number) =>
  rule(
    (value) => /^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) <= max,
    `${label}应为 0 到 ${max} 的百分数，最多2位小数`,
  );
const moneyRule = (label: string) =>
  rule((value) => /^\d{1,6}(\.\d{1,2})?$/.test(value), `${label}应为不小于0的金额，最多2位小数`);

const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
/** Rules of the known keys; every other key takes any text. */
const RULES: Readonly<Record<string, (value: string) => readonly FieldProblem[]>> = {
  sys_app_name: rule(filled, '请输入系统名称'),
  sys_user_initPassword: (value) =>
    value === ''
      ? [{ path: '', message: '请输入初始密码' }]
      : rule((text) => text.length >= 6 && text.length <= 20, '长度在 6 到 20 个字符')(value),
  password_min_length: rule((value) => /^([6-9]|1\d|20)$/.test(value), '密码最短长度应为6到20之间的整数'),
  sys_index_skinName: rule(filled, '请选择皮肤样式'),
  sys_index_sideTheme: rule(filled, '请选择侧栏主题'),
  print_direct: rule((value) => value === 'true' || value === 'false', '直接打印只能是 true 或 false'),
  sell_round_limit: moneyRule('抹零上限'),
  recycle_work_fee: rule((value) => value === 'add' || value === 'subtract', '回收工费只能是 add 或 subtract'),
  sell_min_rebate: percentRule('最低折扣', 100),
  sell_max_gold_price_gap: percentRule('金价幅度', 100),
  sell_max_cut_down: percentRule('截金比例', 100),
  sell_min_work_fee: moneyRule('最低克工费'),
  sell_min_fine_work_fee: moneyRule('最低精工费'),
  sell_min_pice_work_fee: moneyRule('最低件工费'),
  clean_days: rule((value) => /^\d{1,3}$/.test(value), '维修清洗默认天数应为0到999之间的整数'),
  sys_log_keep_days: rule((value) => /^[1-9]\d{0,3}$/.test(value), '日志保留天数应为1到9999之间的整数'),
  cash_report_limit: rule(
    (value) => /^\d{1,8}(\.\d{1,2})?$/.test(value) && Number(value) > 0,
    '大额现金登记限额应为大于0的金额，最多2位小数',
  ),
  work_calendar: checkCalendar,
  jewel_price_url: rule((value) => value === '' || isWebAddress(value), '行情源地址应为 http 或 https 网址'),
  oxs: checkObjectStorage,
};
/** What is wrong with a value; `path` is '' for the value itself, else the key inside its JSON. */
export const settingProblems = (key: string, value: string): readonly FieldProblem[] => RULES[key]?.(value) ?? [];

/** Keys whose value only those may read who maintain settings (or, for the first password, users). */
export const SECRET_KEYS: ReadonlySet<string> = new Set(['oxs', 'sys_user_initPassword']);
