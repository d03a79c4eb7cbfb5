/** Ids of events: of user, key, stream, tag and place (UUID version 5), so that a try knows what an earlier one wrote. */
import { hash } from 'node:crypto';

const NAMESPACE = Buffer.from('7c1f7c588b3a4f3e9a530d4b5b1f3a10', 'hex');
/** Version 5, and the variant's two bits. */
const VERSION = '5';
const VARIANTS = '89ab';

/** As any UUID library makes it of that namespace; a save makes thirty of them. */
export const nameBasedId = (name: string): string => {
  const bytes = Buffer.allocUnsafe(NAMESPACE.length + Buffer.byteLength(name));
  NAMESPACE.copy(bytes);
  bytes.write(name, NAMESPACE.length);
  const hex = hash('sha1', bytes, 'hex');
  const variant = VARIANTS.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${VERSION}${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
