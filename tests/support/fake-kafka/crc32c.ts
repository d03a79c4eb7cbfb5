/** The check sum of record batches (Castagnoli). */
const TABLE = new Uint32Array(256).map((_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0x82f63b78 ^ (value >>> 1) : value >>> 1;
  return value;
});
export const crc32c = (bytes: Buffer): number => {
  let sum = ~0;
  // By number: an iterator over every byte took a tenth of a bench's processor.
  for (let at = 0; at < bytes.length; at += 1) sum = TABLE[(sum ^ bytes[at]!) & 255]! ^ (sum >>> 8);
  return ~sum >>> 0;
};
