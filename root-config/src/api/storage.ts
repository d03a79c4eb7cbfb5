/** Browser storage that never throws (private windows, full quota) and answers parsed JSON or the fallback. */
export type StorageArea = 'local' | 'session';
const placeOf = (place: StorageArea): Storage => (place === 'local' ? localStorage : sessionStorage);

export const readStored = <Value>(place: StorageArea, key: string, fallback: Value): Value => {
  try {
    const text = placeOf(place).getItem(key);
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
};
export const writeStored = (place: StorageArea, key: string, value: unknown): void => {
  try {
    if (value === undefined) placeOf(place).removeItem(key);
    else placeOf(place).setItem(key, JSON.stringify(value));
  } catch {
    // Storage is a convenience here; the page works without it.
  }
};
export const removeStored = (place: StorageArea, prefix: string): void => {
  try {
    const storage = placeOf(place);
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  } catch {
    // As above.
  }
};
