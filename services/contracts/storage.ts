/** The object storage as the setting `oxs` names it (S2§3, R60): a JSON object, as consoles write it. */
import { z } from 'zod';
import type { FieldProblem } from './envelope.ts';

export const STORAGE_KEY = 'oxs';
export const SECRET_FIELD = 'AccessKeySecret';

/** Texts are trimmed; what is absent is ''. */
export type Storage = {
  readonly IsOxs: boolean;
  /** `oss` (Alibaba kind) or `cos` (Tencent kind); both speak the S3 protocol. */
  readonly OxsSource: string;
  readonly Endpoint: string;
  readonly AccessKeyID: string;
  readonly AccessKeySecret: string;
  readonly BucketName: string;
  /** Where browsers load pictures from; '': by signed addresses. */
  readonly FrontUrl: string;
};
const Fields = z.record(z.string(), z.unknown());
const fieldsOf = (setting: string): Readonly<Record<string, unknown>> | null => {
  try {
    return Fields.safeParse(JSON.parse(setting)).data ?? null;
  } catch {
    return null;
  }
};
const ON: readonly unknown[] = [true, 'true', 1, '1'];
/** null when the text is no JSON object. */
export const storageOf = (setting: string | null): Storage | null => {
  const fields = fieldsOf(setting ?? '');
  if (fields === null) return null;
  const text = (name: keyof Storage): string => (typeof fields[name] === 'string' ? fields[name].trim() : '');
  return {
    IsOxs: ON.includes(fields['IsOxs']),
    OxsSource: text('OxsSource'),
    Endpoint: text('Endpoint'),
    AccessKeyID: text('AccessKeyID'),
    AccessKeySecret: text('AccessKeySecret'),
    BucketName: text('BucketName'),
    FrontUrl: text('FrontUrl'),
  };
};

export const STORAGE_KINDS = [
  { value: 'oss', label: '阿里云 OSS' },
  { value: 'cos', label: '腾讯云 COS' },
] as const;
type Rule = readonly [field: keyof Storage, missing: string, holds: (text: string) => boolean, wrong: string];

/** Consoles write the host alone too: then it is spoken to by https. */
export const endpointUrl = (endpoint: string): URL | null => {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(endpoint) ? endpoint : `https://${endpoint}`);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isPlain && url.pathname === '/' && url.search === '' ? url : null;
};
const isWebAddress = (address: string): boolean => /^https?:$/.test(URL.parse(address)?.protocol ?? '');
const RULES: readonly Rule[] = [
  [
    'OxsSource',
    '请输入对象存储类型',
    (kind) => STORAGE_KINDS.some(({ value }) => value === kind),
    '对象存储类型只能是 oss 或 cos',
  ],
  [
    'Endpoint',
    '请输入网址',
    (endpoint) => endpointUrl(endpoint) !== null,
    '网址格式不正确，应为 oss-cn-hangzhou.aliyuncs.com 的形式',
  ],
  ['AccessKeyID', '请输入授权ID', () => true, ''],
  [SECRET_FIELD, '请输入密钥', () => true, ''],
  [
    'BucketName',
    '请输入对象存储桶',
    (name) => /^[a-z\d][a-z\d.-]{0,62}$/.test(name),
    '存储桶名称只能是小写字母、数字、点和横线',
  ],
];
/** What is missing or wrong while it is switched on (S2§5); `path` is the field. */
export const storageProblems = (storage: Storage): readonly FieldProblem[] => {
  if (!storage.IsOxs) return [];
  const found = RULES.flatMap(([path, missing, holds, wrong]): FieldProblem[] => {
    const value = String(storage[path]);
    if (value === '') return [{ path, message: missing }];
    return holds(value) ? [] : [{ path, message: wrong }];
  });
  if (storage.FrontUrl === '' || isWebAddress(storage.FrontUrl)) return found;
  return [...found, { path: 'FrontUrl', message: '访问网址应为 http 或 https 网址' }];
};

/** What its fields are called in messages. */
export const STORAGE_LABELS = {
  OxsSource: '对象存储类型',
  Endpoint: '网址',
  AccessKeyID: '授权ID',
  AccessKeySecret: '密钥',
  BucketName: '对象存储桶',
  FrontUrl: '访问网址',
};
