/** Who signs what papers say of a piece (R162). Made once a house. */
import type { Refusal } from './refusal.ts';
import type { WarrantyKey } from './warranty-check.ts';
import type { WarrantyFacts } from './warranty-text.ts';

export type WarrantyDesk = {
  /** Public keys with their days, the one that signs first. */
  readonly keys: () => Promise<readonly WarrantyKey[]>;
  /** What the QR of each says: the address of the checking page where the house has one, else the bare payload. */
  readonly texts: (facts: readonly WarrantyFacts[]) => Promise<readonly string[]>;
  /** The same place in words, for paper beside the QR: `house.example/v`; '' where the house has no address of its own. */
  readonly place: string;
  /** A new key signs from now on; those of before stay good for what they signed. Refused where it was done too often of late. */
  readonly renew: () => Promise<WarrantyKey | Refusal>;
};
