/**
 * What tells how a customer or a shopper is reached (R114): marked where the field of an answer is declared, masked in every
 * answer by the platform for whoever has no right to it. Staff, suppliers and shops are none of these.
 */
import { z } from 'zod';
import { cut } from './limits.ts';
import { refuseField, type Refusal } from './refusal.ts';
import { patternText, storedText } from './values.ts';

/** The one mask there is; a text of a body that holds it says: as it was. */
export const MASK = '••••';
type Mask = (text: string) => string;
const whole: Mask = (text) => (text === '' ? '' : MASK);
const LEAST_SHOWN = 11;
/** 138••••8000; of shorter numbers nothing. */
export const maskedPhone: Mask = (text) =>
  text.length < LEAST_SHOWN ? whole(text) : `${cut(text, 3)}${MASK}${text.slice(-4)}`;

const MARKED = new WeakMap<z.core.$ZodType, Mask>();
const marked = (mask: Mask): z.ZodString => {
  const field = z.string();
  MARKED.set(field, mask);
  return field;
};
/** Fields of an answer: a telephone number, and what is masked whole (addresses, QQ, 微信, openId). */
export const personPhone = (): z.ZodString => marked(maskedPhone);
export const personText = (): z.ZodString => marked(whole);
/** How a field is masked; undefined where it is none of a person. */
export const maskOf = (schema: z.core.$ZodType | undefined): Mask | undefined =>
  schema === undefined ? undefined : MARKED.get(schema);

export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes(MASK);
/** A text that must be typed: a mask stands for nothing that is stored. */
export const unmaskedText = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.refine((text) => !isMasked(text), '内容被遮盖，请填写完整的内容');
/** A text, or the mask that came back; a mask with something typed beside it is neither. */
export const textOrMask = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.refine((text) => text === MASK || !isMasked(text), '内容被遮盖，请保留原样或填写完整的内容');
/** A masked telephone that came back stands for `stored` only while it is the mask of it. */
export const refuseOtherMask = (path: string, sent: string, stored: unknown): Refusal | null =>
  !isMasked(sent) || sent === maskedPhone(String(stored))
    ? null
    : refuseField('person.other_mask', path, '电话被遮盖，请保留原样或填写完整的号码');
const MASKED_PHONE = patternText(/^[\d+-]{0,8}••••[\d-]{0,4}$/, '电话格式不正确，请输入5到20位数字');
/** A telephone as `schema` has it, or a mask that comes back; `missing` is said where it is blank. */
export const phoneOrMasked = <Schema extends z.ZodType<string>>(schema: Schema, missing: string) =>
  z.union([MASKED_PHONE, schema], {
    error: ({ input }) => (input == null || input === '' ? missing : '电话格式不正确，请输入5到20位数字'),
  });

/** A keyword of JSON Schema of our own: the field names a person or tells how he is reached. */
export const PERSONAL_MARK = 'x-personal';
/** Marked fields of events, staff included: what leaves the house goes without them unless told otherwise. */
export const personal = z.registry<{ readonly [PERSONAL_MARK]: true }>();
/** Somebody's name in an event. */
export const storedPerson = (): z.ZodString => {
  // One of its own: {@link storedText} is shared with what names nobody.
  const field = storedText().clone();
  personal.add(field, { [PERSONAL_MARK]: true });
  return field;
};
