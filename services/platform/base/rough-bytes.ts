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
  if (Array.isArray(value)) return OBJECT + bytesOf(value, SLOT);
  let bytes = OBJECT;
  // No list of its values is made: this is asked of every event.
  for (const name in value) bytes += SLOT + roughBytes((value as Readonly<Record<string, unknown>>)[name]);
  return bytes;
};
