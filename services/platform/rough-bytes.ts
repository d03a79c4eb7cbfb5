const OBJECT = 32;
const SLOT = 8;
const ENTRY = 48;

/** About how much memory a value takes: plain objects, arrays, maps, sets and what they hold. Shared parts count each time. */
export const roughBytes = (value: unknown): number => {
  if (typeof value === 'string') return OBJECT / 2 + value.length * 2;
  if (typeof value !== 'object' || value === null) return SLOT;
  let bytes = OBJECT;
  if (value instanceof Map) {
    for (const [key, one] of value) bytes += ENTRY + roughBytes(key) + roughBytes(one);
  } else if (value instanceof Set) {
    for (const one of value) bytes += ENTRY + roughBytes(one);
  } else if (Array.isArray(value)) {
    for (const one of value) bytes += SLOT + roughBytes(one);
  } else {
    for (const one of Object.values(value)) bytes += SLOT + roughBytes(one);
  }
  return bytes;
};
