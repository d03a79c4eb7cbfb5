/** A shopper asks for his record to be erased (R67): wire shapes of asking, taking back and answering. */
import { z } from 'zod';
import { PartnerId } from '../../contracts/ids.ts';
import { requiredText } from '../../contracts/values.ts';
import { MAX_REASON } from '../../contracts/limits.ts';

/** `how`: '' it waits; withdrawn by himself; answered by the house, which kept the record: `answer` says why. */
export const ErasureRequest = z.object({
  id: z.int(),
  askedAt: z.string(),
  endedAt: z.string(),
  how: z.enum(['', 'withdrawn', 'answered', 'erased']),
  answer: z.string(),
});
export type ErasureRequest = z.infer<typeof ErasureRequest>;
/** The last one; null where there was none, and while nobody is bound (customerId 0). */
export const OwnErasure = z.object({ customerId: z.int(), request: ErasureRequest.nullable() });
export type OwnErasure = z.infer<typeof OwnErasure>;
export const CustomerInPath = z.object({ id: PartnerId });
export const ErasureAnswer = z.object({ answer: requiredText('请填写答复', MAX_REASON) });
export const ERASE_KEY = 'base:baseCustomer:erase';
