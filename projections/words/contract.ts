/** GET /word (R131): the words that were given in one's own name, newest first. */
import { z } from 'zod';
import { choice } from 'services/contracts/filters';
import { Paging } from 'services/contracts/envelope';

/** `way` '2': only those that others asked for at a till or from afar. */
export const OwnWordQuery = z.object({ ...Paging, way: choice(['1', '2'], '请选择方式') });
export type OwnWordQuery = z.infer<typeof OwnWordQuery>;
/** `at` ISO 8601; `lines`: what lay beyond which bound, in words; `disowned`: one said that it was not he. */
export const OwnWordRow = z.object({
  id: z.string(),
  at: z.string(),
  shopName: z.string(),
  till: z.string(),
  asker: z.string(),
  way: z.string(),
  act: z.string(),
  documentNo: z.string(),
  reason: z.string(),
  lines: z.array(z.string()),
  disowned: z.boolean(),
});
export type OwnWordRow = z.infer<typeof OwnWordRow>;
export const ownWords = { path: '/word', row: OwnWordRow, query: OwnWordQuery } as const;
