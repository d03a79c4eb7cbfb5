/** The wire shape of a public key (R162). */
import { z } from 'zod';
import type { WarrantyKey } from '../contracts/warranty-check.ts';

export const WarrantyKeyRow = z.object({
  id: z.string(),
  key: z.string(),
  from: z.string(),
  to: z.string(),
}) satisfies z.ZodType<WarrantyKey>;
