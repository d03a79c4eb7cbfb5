/** Settings: key and value, each known key with its own rule (S2§3, §5). */
import { z } from 'zod';
import { TEXTS, lengthOf, patternText, requiredText, settingNumber } from '../../contracts/values.ts';
import { Json as JsonObject, jsonText } from '../json.ts';
import { Moments, kept, locked, optional, required } from '../fields.ts';
import { WorkCalendar } from '../../contracts/workdays.ts';
import { MANIFESTS } from '../../contracts/manifests.ts';
import type { FieldProblem } from '../../contracts/envelope.ts';
import { MASK, isMasked } from '../../contracts/person.ts';
import { SECRET_SETTINGS, WRITE_ONLY_SETTINGS } from '../../contracts/secret-settings.ts';
import { isCheckFile, isCheckText } from '../../contracts/shopper-app.ts';
import { SECRET_FIELD, STORAGE_KEY, storageOf, storageProblems } from '../../contracts/storage.ts';

/** Whoever keeps settings; who only reads them (R158) sees the first password of new users masked (R114). */
export const SETTING_KEEPERS = ['add', 'edit', 'remove', 'export'].map((action) => `admin:sysConfig:${action}`);
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
/** Name and key are locked when editing: absent or the same. What is absent stays as it is (R102). */
export const ConfigEdit = ConfigBody.extend({
  configName: locked('参数名称不能为空', 100),
  configKey: ConfigKey.optional(),
  configValue: ConfigBody.shape.configValue.optional(),
  isFrontend: IsFrontend.optional(),
  remark: kept(200),
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

/** The object storage as the settings page has it; {@link storageProblems} says what is wrong with it. */
export const StorageForm = z.object({
  OxsSource: optional(20),
  Endpoint: optional(200),
  AccessKeyID: optional(200),
  AccessKeySecret: optional(200),
  BucketName: optional(100),
  FrontUrl: optional(200),
});
export type StorageForm = z.infer<typeof StorageForm>;
export const StorageStanding = z.object({
  state: z.enum(['off', 'on', 'incomplete', 'key-lost']),
  /** What that means for pictures, fit to show. */
  message: z.string(),
});
export const StorageTest = z.object({
  ok: z.boolean(),
  /** In their order; none follows one that failed, but the removal of what was written. */
  steps: z.array(z.object({ step: z.string(), ok: z.boolean(), message: z.string() })),
});

/** Skins and themes of the console (R129). */
export const SKINS = [
  { value: 'skin-red', label: '红色' },
  { value: 'skin-blue', label: '蓝色' },
  { value: 'skin-green', label: '绿色' },
  { value: 'skin-purple', label: '紫色' },
  { value: 'skin-yellow', label: '黄色' },
];
export const SIDE_THEMES = [
  { value: 'theme-dark', label: '深色' },
  { value: 'theme-light', label: '浅色' },
];

const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
};
const Json = z.record(z.string(), z.unknown());
/** The value with its access secret hidden. */
export const masked = (key: string, value: string): string => {
  if (WRITE_ONLY_SETTINGS.has(key)) return value === '' ? '' : MASK;
  const storage = key === STORAGE_KEY ? Json.safeParse(parsed(value)) : undefined;
  if (!storage?.success || !storage.data[SECRET_FIELD]) return value;
  return JSON.stringify({ ...storage.data, [SECRET_FIELD]: MASK });
};
/** What a mask that came back stands for (R114): `kept` is the value as it was, or its secret was taken over from it. */
export const unmasked = (
  key: string,
  value: string,
  stored: string,
): { readonly value: string; readonly kept: boolean } => {
  if (SECRET_SETTINGS.has(key) && value === MASK) return { value: stored, kept: true };
  const sent = key === STORAGE_KEY ? Json.safeParse(parsed(value)) : undefined;
  if (!sent?.success || sent.data[SECRET_FIELD] !== MASK) return { value, kept: false };
  const secret = Json.safeParse(parsed(stored)).data?.[SECRET_FIELD] ?? '';
  return { value: JSON.stringify({ ...sent.data, [SECRET_FIELD]: secret }), kept: true };
};

const checkObjectStorage = (value: string): readonly FieldProblem[] => {
  if (value === '' || value === MASK) return [];
  const storage = storageOf(value);
  if (storage === null) return [{ path: '', message: '对象存储设置应为JSON对象' }];
  const { AccessKeySecret: secret } = storage;
  if (secret !== MASK && isMasked(secret))
    return [{ path: SECRET_FIELD, message: '密钥中有遮盖符号，请重新输入完整的密钥' }];
  return storageProblems(storage);
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
const oneOf = (options: readonly { readonly value: string }[], message: string) =>
  rule((value) => options.some((option) => option.value === value), message);
const filled = (value: string): boolean => value !== '';
const percentRule = (label: string, max: number) =>
  rule(
    (value) => /^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) <= max,
    `${label}应为 0 到 ${max} 的百分数，最多2位小数`,
  );
const moneyRule = (label: string) =>
  rule((value) => /^\d{1,6}(\.\d{1,2})?$/.test(value), `${label}应为不小于0的金额，最多2位小数`);

/** One percentage, or a table of them with one for all others. */
const isFloor = (value: string): boolean => {
  if (value === '' || percentRule('', 100)(value).length === 0) return true;
  const table = z.record(z.string(), z.number().min(0).max(100)).safeParse(parsed(value));
  return table.success && '*' in table.data;
};

const isKinds = (value: string): boolean =>
  value === '' || value.split(/[,，]/).every((kind) => MANIFESTS.some((one) => one.kind === kind.trim()));

const isSecret = (text: string): boolean => text === '' || (!isMasked(text) && /^[\x21-\x7e]{1,500}$/.test(text));
const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
/** Parameters are put behind it. */
const isPlainAddress = (value: string): boolean => value === '' || (isWebAddress(value) && !/[?#]/.test(value));
/** Rules of the known keys; every other key takes any text. */
const RULES: Readonly<Record<string, (value: string) => readonly FieldProblem[]>> = {
  sys_app_name: rule(filled, '请输入系统名称'),
  sys_user_initPassword: (value) =>
    value === ''
      ? [{ path: '', message: '请输入初始密码' }]
      : rule((text) => text.length >= 6 && text.length <= 20, '长度在 6 到 20 个字符')(value),
  password_min_length: rule((value) => /^([6-9]|1\d|20)$/.test(value), '密码最短长度应为6到20之间的整数'),
  sys_index_skinName: oneOf(SKINS, '请选择皮肤样式'),
  sys_index_sideTheme: oneOf(SIDE_THEMES, '请选择侧栏主题'),
  print_direct: rule((value) => value === 'true' || value === 'false', '直接打印只能是 true 或 false'),
  sell_round_limit: moneyRule('抹零上限'),
  recycle_work_fee: rule((value) => value === 'add' || value === 'subtract', '回收工费只能是 add 或 subtract'),
  sell_floor: rule(isFloor, '最低售价应为 0 到 100 的百分数，或 {"戒指":85,"*":80} 的形式'),
  recycle_gap: percentRule('回收差价', 100),
  free_gifts_per_order: rule((value) => /^\d{1,3}$/.test(value), '赠品件数应为0到999之间的整数'),
  free_cleaning_per_day: rule((value) => /^\d{1,3}$/.test(value), '免费维修清洗件数应为0到999之间的整数'),
  refund_limit: moneyRule('退款限额'),
  points_value: rule((value) => /^\d{1,6}$/.test(value), '积分折价应为0到999999之间的整数（分）'),
  deposit_proof_limit: moneyRule('余额付出限额'),
  second_person: rule(isKinds, '应为单据种类，例如 recycle-out,adjust，多个用逗号分隔，可留空'),
  recycle_loss_limit: percentRule('熔料损耗', 100),
  recycle_back_days: rule((value) => /^[1-9]\d{0,2}$/.test(value), '天数应为1到999之间的整数'),
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
  shift_difference_limit: moneyRule('交班差额上限'),
  work_calendar: checkCalendar,
  jewel_price_url: rule((value) => value === '' || isWebAddress(value), '行情源地址应为 http 或 https 网址'),
  wx_app_id: rule((value) => /^[A-Za-z0-9_-]{0,64}$/.test(value), 'AppID 只能是字母、数字、下划线和横线，最多64位'),
  wx_app_secret: rule(isSecret, 'AppSecret 不正确，请重新输入完整的密钥'),
  wx_check_file: rule(
    (value) => value === '' || isCheckFile(value),
    '校验文件名应为8到64位字母、数字、下划线或横线，以 .txt 结尾',
  ),
  wx_check_text: rule(
    (value) => value === '' || isCheckText(value),
    '校验文件内容只能是一行字母、数字和 _ = . : + / -，最多200位',
  ),
  wx_authorize_url: rule(isPlainAddress, '微信授权网址应为 http 或 https 网址，不带参数'),
  wx_token_url: rule(isPlainAddress, '微信令牌网址应为 http 或 https 网址，不带参数'),
  wx_slip_price: rule((value) => value === 'true' || value === 'false', '质保单显示价格只能是 true 或 false'),
  wx_slip_terms: rule((value) => lengthOf(value) <= TEXTS.long, `售后条款最多${TEXTS.long}个字符`),
  oxs: checkObjectStorage,
};
/** What is wrong with a value; `path` is '' for the value itself, else the key inside its JSON. */
export const settingProblems = (key: string, value: string): readonly FieldProblem[] => RULES[key]?.(value) ?? [];
