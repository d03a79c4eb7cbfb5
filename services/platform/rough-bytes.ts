const OBJECT = 32;
const SLOT = 8;
const ENTRY = 48;

/** Of all of them, and `each` more for every one. */
const bytesOf = (values: Iterable<unknown>, each: number): number => {
  let bytes = 0;
  for (const value of values) bytes += each + roughBytes(value);
  return bytes;
};

/** About how much memory a value takes: plain objects, arrays, maps, sets and what they hold. Shared parts count each time. */
export const roughBytes = (value: unknown): number => {
  if (typeof value === 'string') return OBJECT / 2 + value.length * 2;
  if (typeof value !== 'object' || value === null) return SLOT;
  if (value instanceof Map) return OBJECT + bytesOf(value.keys(), ENTRY) + bytesOf(value.values(), 0);
  if (value instanceof Set) return OBJECT + bytesOf(value, ENTRY);
  return OBJECT + bytesOf(Array.isArray(value) ? value : Object.values(value), SLOT);
};
