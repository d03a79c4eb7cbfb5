/** Judges the text of a warranty by public keys alone: the same code in the page, in the single file and at the terminal (R162). */
import { ed25519 } from '@noble/curves/ed25519.js';
import { fromBase64url, payloadIn, readWarrantyText, type WarrantyFacts } from './warranty-text.ts';

/** As /.well-known/jewel-warranty.json has it: 32 bytes base64url; days yyyy-MM-dd by which it signed, `to` '' while it does. */
export type WarrantyKey = { readonly id: string; readonly key: string; readonly from: string; readonly to: string };
export type WarrantyVerdict =
  | { readonly is: 'good'; readonly facts: WarrantyFacts }
  /** `cut`: not whole. `altered`: not what was signed. `unknown-key`: of another house, or of a key that was made since. */
  | { readonly is: 'cut' | 'altered' | 'unknown-key' };

/** What is dated after a key's last day was not signed by the house: somebody has the old key. */
const wasItsKey = ({ to }: WarrantyKey, { day }: WarrantyFacts): boolean => to === '' || day <= to;
export const checkWarranty = (read: string, keys: readonly WarrantyKey[]): WarrantyVerdict => {
  const parts = readWarrantyText(payloadIn(read));
  if (parts === 'cut' || parts === 'altered') return { is: parts };
  const key = keys.find(({ id }) => id === parts.keyId);
  if (key === undefined) return { is: 'unknown-key' };
  const publicKey = fromBase64url(key.key);
  if (publicKey?.length !== 32 || !ed25519.verify(parts.signature, parts.message, publicKey)) return { is: 'altered' };
  return wasItsKey(key, parts.facts) ? { is: 'good', facts: parts.facts } : { is: 'altered' };
};
