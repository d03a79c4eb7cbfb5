/** Building blocks of the master-data forms: texts, status, sort. All messages are Chinese (S1§5, S2§5). */
import { z } from 'zod';
import { addressNumber, requiredText, wireText, wireWhole } from '../contracts/values.ts';

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
