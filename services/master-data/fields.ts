/** Building blocks of the master-data forms: texts, telephone numbers, status, sort. All messages are Chinese (S1§5, S2§5). */
import { z } from 'zod';
import { TEXTS, addressNumber, patternText, rawText, requiredText, wireText, wireWhole } from '../contracts/values.ts';

/** '2' enabled, '1' disabled (S2§4). */
export const ENABLED = '2';
export const DISABLED = '1';

/** A trimmed text of at most `max` characters; '' is allowed. */
export const text = (max: number) => wireText(max);
/** As {@link text}, but absent, null and blank answer with `missing`. */
export const required = (missing: string, max: number) => requiredText(missing, max);
/** As {@link text}, but absent and null mean ''. */
export const optional = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value ?? '');
/** As {@link optional} when editing: absent and null leave it as it is (R102). */
export const kept = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value ?? undefined);
/** A text that may be absent (left as it is) but not blank; for fields that are locked when editing. */
export const locked = (missing: string, max: number) => required(missing, max).optional();

/** '1' or '2', as text or as a number (R32); missing answers '状态不能为空'. */
export const Status = z
  .union([z.enum(['1', '2']), z.literal(1), z.literal(2)], {
    error: ({ input }) => (input === undefined || input === null || input === '' ? '状态不能为空' : '状态不正确'),
  })
  .transform((value) => String(value));

/** A mobile or landline number: full-width digits become ordinary ones, spaces go; 5–20 digits, `+` and `-`. */
const phoneText = rawText(TEXTS.filter)
  .transform((value) => value.normalize('NFKC').replaceAll(/\s/g, ''))
  .pipe(patternText(/^(?=.{5,20}$)\+?\d+(?:-\d+)*$/, '电话格式不正确，请输入5到20位数字'));
export const requiredPhone = (missing: string) => requiredText(missing, TEXTS.filter).pipe(phoneText);
/** Digits that identify a telephone: 138-0013-8000, +86 13800138000 and 13800138000 are one. */
export const phoneDigits = (phone: string): string => {
  const digits = phone.replaceAll(/\D/g, '');
  return digits.length === 13 && digits.startsWith('86') ? digits.slice(2) : digits;
};

/** A place in an order: whole, 0 … 999999; absent means 0. */
export const Sort = wireWhole('sort')
  .nullish()
  .transform((value) => value ?? 0);

/** The number of a row in a path: `/base-shop/12`. */
export const RowId = z.object({
  id: addressNumber('id', '编号不正确'),
});
export type RowId = z.infer<typeof RowId>;

/** Moments as every master row shows them; ISO 8601 with offset (R32). */
export const Moments = { createdAt: z.string(), updatedAt: z.string() };
