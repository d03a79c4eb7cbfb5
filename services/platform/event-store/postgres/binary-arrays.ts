/**
 * Arrays in Postgres's binary form, one-dimensional and without nulls. The server takes a batch of them in two thirds
 * of the time that it needs for one JSON parameter, and nothing is escaped on either side.
 */
const TEXT = 25;
const INT4 = 23;
const UUID = 2950;
const JSON_TYPE = 114;
const HEADER_BYTES = 20;

const header = (bytes: number, type: number, count: number): Buffer => {
  const buffer = Buffer.allocUnsafe(bytes);
  buffer.writeInt32BE(1, 0); // dimensions
  buffer.writeInt32BE(0, 4); // no nulls
  buffer.writeInt32BE(type, 8);
  buffer.writeInt32BE(count, 12);
  buffer.writeInt32BE(1, 16); // first index
  return buffer;
};

const ofStrings = (type: number, items: readonly string[]): Buffer => {
  const sizes = items.map((item) => Buffer.byteLength(item));
  const bytes = sizes.reduce((sum, size) => sum + 4 + size, HEADER_BYTES);
  const buffer = header(bytes, type, items.length);
  let at = HEADER_BYTES;
  for (let i = 0; i < items.length; i += 1) {
    buffer.writeInt32BE(sizes[i]!, at);
    buffer.write(items[i]!, at + 4);
    at += 4 + sizes[i]!;
  }
  return buffer;
};

export const textArray = (items: readonly string[]): Buffer => ofStrings(TEXT, items);
/** Items are JSON texts. */
export const jsonArray = (items: readonly string[]): Buffer => ofStrings(JSON_TYPE, items);

export const int4Array = (items: readonly number[]): Buffer => {
  const buffer = header(HEADER_BYTES + items.length * 8, INT4, items.length);
  let at = HEADER_BYTES;
  for (const item of items) {
    buffer.writeInt32BE(4, at);
    buffer.writeInt32BE(item, at + 4);
    at += 8;
  }
  return buffer;
};

/** Items in the usual form with hyphens. */
export const uuidArray = (items: readonly string[]): Buffer => {
  const buffer = header(HEADER_BYTES + items.length * 20, UUID, items.length);
  let at = HEADER_BYTES;
  for (const item of items) {
    buffer.writeInt32BE(16, at);
    buffer.write(item.replaceAll('-', ''), at + 4, 'hex');
    at += 20;
  }
  return buffer;
};
