/** A customer of the whole chain (R13): wire shapes (S1§3, §5). `contract` is the level, `contracter` the contact person. */
import { z } from 'zod';
import { phoneOrMasked, personPhone, personText, textOrMask, unmaskedText } from '../../contracts/person.ts';
import { WireSum } from '../../contracts/sums.ts';
import { requiredPhone } from '../../contracts/phone.ts';
import { Moments, Status, optional, required } from '../fields.ts';

const BIRTHDAY = '生日格式应为 yyyy-MM-dd 或 MM-dd';
/** A leap year stands in where none is given: 29 February is a birthday. */
const isDay = (text: string): boolean => {
  const whole = text.length === 5 ? `2000-${text}` : text;
  const at = new Date(`${whole}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === whole;
};
/** With the year or without it (R93); '' where it is not known. */
const Birthday = optional(10).refine(
  (text) => text === '' || (/^(?:(?:19|20)\d{2}-)?\d{2}-\d{2}$/.test(text) && isDay(text)),
  BIRTHDAY,
);

/** Figures (amount, points) are read-only: they are not part of the body (R21). */
export const CustomerBody = z.object({
  name: required('客户名称不能为空', 50),
  contract: optional(20),
  vip: optional(40),
  contracter: optional(50),
  mobile: requiredPhone('联系电话不能为空'),
  addr: unmaskedText(optional(200)),
  qq: unmaskedText(optional(20)),
  weichat: unmaskedText(optional(50)),
  birthday: Birthday,
  remark: optional(500),
  status: Status,
});
export type CustomerBody = z.infer<typeof CustomerBody>;
/** A mask that comes back means unchanged (R114). */
export const CustomerEdit = CustomerBody.extend({
  mobile: phoneOrMasked(CustomerBody.shape.mobile, '联系电话不能为空'),
  addr: textOrMask(optional(200)),
  qq: textOrMask(optional(20)),
  weichat: textOrMask(optional(50)),
});

/**
 * `amount` in yuan: what audited sales added up to less what came back; `paidAmount`: what was paid for them in the end; points whole: amountPoints = usable + used + held (R84). `walkIn`: 散客.
 * `mergedInto`: the record of the same person that stays. `consents`: what they let be done now, in words (R67).
 */
export const CustomerRow = z.object({
  id: z.int(),
  name: z.string(),
  contract: z.string(),
  vip: z.string(),
  contracter: z.string(),
  mobile: personPhone(),
  addr: personText(),
  qq: personText(),
  weichat: personText(),
  birthday: z.string(),
  remark: z.string(),
  status: z.string(),
  amount: WireSum,
  paidAmount: WireSum,
  amountPoints: z.int(),
  usablePoints: z.int(),
  usedPoints: z.int(),
  heldPoints: z.int(),
  walkIn: z.boolean(),
  mergedInto: z.int().nullable(),
  consents: z.string(),
  /** Since when an account of the app is bound to it; null none. */
  boundAt: z.string().nullable(),
  ...Moments,
});
export type CustomerRow = z.infer<typeof CustomerRow>;
