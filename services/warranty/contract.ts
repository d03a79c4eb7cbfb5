/** The wire shape of a public key (R162), and where the settings page reads and renews them. */
import { z } from 'zod';

export const KEYS_PATH = '/warranty-key';
export const WarrantyKeyRow = z.object({
  id: z.string(),
  key: z.string(),
  from: z.string(),
  to: z.string(),
});
export type WarrantyKeyRow = z.infer<typeof WarrantyKeyRow>;
