/**
 * What a customer agreed to (R67): one row is one consent to one purpose, as it was given and as it was withdrawn. Rows are
 * never overwritten: whoever agrees again gets another one. Wire shapes.
 */
import { z } from 'zod';
import { personPhone } from '../../contracts/person.ts';
import { chosenId, requiredText, wireMoment } from '../../contracts/values.ts';
import { MAX_REASON } from '../../contracts/limits.ts';
import { Moments, optional } from '../fields.ts';

/** What the personal data may be used for beyond the purchase itself. Values are stored: they stay, others may be added. */
export const CONSENT_PURPOSES = [
  { value: 'member', label: '会员服务' },
  { value: 'sms', label: '营销短信' },
  { value: 'call', label: '电话回访' },
  { value: 'birthday', label: '生日关怀' },
  { value: 'wechat', label: '微信推送' },
  { value: 'profile', label: '个性化推荐' },
  { value: 'portrait', label: '试戴照片展示' },
  { value: 'share', label: '资料共享' },
] as const;
/** How the consent came. */
export const CONSENT_CHANNELS = [
  { value: 'paper', label: '门店签字' },
  { value: 'scan', label: '门店扫码' },
  { value: 'mini', label: '小程序' },
  { value: 'wechat', label: '公众号' },
  { value: 'call', label: '电话' },
  { value: 'sms', label: '短信' },
] as const;
/** `STANDS`: it may be relied on. */
export const STANDS = '1';
export const WITHDRAWN = '2';
export const CONSENT_STATES = [
  { value: STANDS, label: '有效' },
  { value: WITHDRAWN, label: '已撤回' },
] as const;
type Choice = { readonly value: string; readonly label: string };
const valuesOf = <const Choices extends readonly [Choice, ...Choice[]]>(choices: Choices) =>
  choices.map(({ value }) => value) as [Choices[number]['value'], ...Choices[number]['value'][]];
export const PURPOSE_VALUES = valuesOf(CONSENT_PURPOSES);
export const CHANNEL_VALUES = valuesOf(CONSENT_CHANNELS);
const labelIn = (choices: readonly Choice[], value: string): string =>
  choices.find((one) => one.value === value)?.label ?? value;
export const purposeLabel = (value: string): string => labelIn(CONSENT_PURPOSES, value);
export const channelLabel = (value: string): string => labelIn(CONSENT_CHANNELS, value);
/** Labels of purposes, in the order of the table. */
export const purposeLabels = (values: readonly string[]): string =>
  CONSENT_PURPOSES.flatMap(({ value, label }) => (values.includes(value) ? [label] : [])).join('、');

const LOCAL = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
/** As the form has it (`yyyy-MM-dd HH:mm:ss` of the shops' clock) or ISO 8601; absent: the moment of the save. */
const moment = z.preprocess((value) => {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return undefined;
  return typeof value === 'string' && LOCAL.test(value) ? `${value.replace(' ', 'T')}+08:00` : value;
}, wireMoment().optional());

/** What was agreed to, how and when; `proof`: where that can be looked up, as the number of the paper that was signed. */
export const ConsentBody = z.object({
  customerId: chosenId('partnerId', '请选择客户'),
  purpose: z.enum(PURPOSE_VALUES, { error: '请选择用途' }),
  channel: z.enum(CHANNEL_VALUES, { error: '请选择同意方式' }),
  givenAt: moment,
  proof: optional(200),
});
export type ConsentBody = z.infer<typeof ConsentBody>;
export const ConsentWithdrawal = z.object({
  withdrawnAt: moment,
  reason: requiredText('请填写撤回原因', MAX_REASON),
});
export type ConsentWithdrawal = z.infer<typeof ConsentWithdrawal>;

/** `withdrawnAt`, `withdrawnBy`, `reason` are '' while it stands. */
export const ConsentRow = z.object({
  id: z.int(),
  customerId: z.int(),
  customerName: z.string(),
  mobile: personPhone(),
  purpose: z.string(),
  channel: z.string(),
  state: z.string(),
  givenAt: z.string(),
  givenBy: z.string(),
  proof: z.string(),
  withdrawnAt: z.string(),
  withdrawnBy: z.string(),
  reason: z.string(),
  ...Moments,
});
export type ConsentRow = z.infer<typeof ConsentRow>;
