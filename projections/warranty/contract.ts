/** GET /warranty?text=: what the house knows today of what a paper says (R162). */
import { z } from 'zod';
import { rawText } from 'services/contracts/values';
import { WARRANTY_TEXT_MAX } from 'services/contracts/warranty-text';

export const WarrantyQuery = z.object({ text: rawText(WARRANTY_TEXT_MAX) });
/**
 * `signature`: good, or why not. `state`: `sold`, `returned`, `resold` after it was returned, `withdrawn` where the house has no such
 * order, line or piece any more, `pending` before the order is audited, `label` for a piece's label, `none` where the signature is not
 * good. `differs`: what the house has otherwise today; weights in g. `type`, `style`, `thumb`, `photo`: to look at, '' without.
 */
export const WarrantyState = z.object({
  signature: z.enum(['good', 'cut', 'altered', 'unknown-key']),
  state: z.enum(['sold', 'returned', 'resold', 'withdrawn', 'pending', 'label', 'none']),
  returned: z.int(),
  differs: z.array(z.object({ field: z.string(), paper: z.string(), house: z.string() })),
  type: z.string(),
  style: z.string(),
  thumb: z.string(),
  photo: z.string(),
});
export type WarrantyState = z.infer<typeof WarrantyState>;
