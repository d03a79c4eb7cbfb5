/** Ids of events: of user, key, stream, tag and place (UUID version 5), so that a try knows what an earlier one wrote. */
import { hash } from 'node:crypto';

const NAMESPACE = Buffer.from('7c1f7c588b3a4f3e9a530d4b5b1f3a10', 'hex');
/** Where version and variant lie, beside bits of the name. */
const VERSION_AT = 6;
const VARIANT_AT = 8;
const VERSION_5 = 0x50;
const VARIANT = 0x80;

/** As any UUID library makes it of that namespace; a save makes thirty of them. */
export const nameBasedId = (name: string): string => {
  const bytes = Buffer.allocUnsafe(NAMESPACE.length + Buffer.byteLength(name));
  NAMESPACE.copy(bytes);
  bytes.write(name, NAMESPACE.length);
  const id = hash('sha1', bytes, 'buffer');
  id.writeUInt8((id.readUInt8(VERSION_AT) & 0x0f) | VERSION_5, VERSION_AT);
  id.writeUInt8((id.readUInt8(VARIANT_AT) & 0x3f) | VARIANT, VARIANT_AT);
  const hex = (from: number, to: number): string => id.toString('hex', from, to);
  return `${hex(0, 4)}-${hex(4, 6)}-${hex(6, 8)}-${hex(8, 10)}-${hex(10, 16)}`;
};
