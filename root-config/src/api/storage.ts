/** Browser storage that never throws (private windows, full quota) and answers parsed JSON or the fallback. */
export type StoragePlace = 'local' | 'session';
const placeOf = (place: StoragePlace): Storage => (place === 'local' ? localStorage : sessionStorage);

export const readStored = <Value>(place: StoragePlace, key: string, fallback: Value): Value => {
  try {
    const text = placeOf(place).getItem(key);
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
};
export const writeStored = (place: StoragePlace, key: string, value: unknown): void => {
  try {
    if (value === undefined) placeOf(place).removeItem(key);
    else placeOf(place).setItem(key, JSON.stringify(value));
  } catch {
    // Storage is a convenience here; the page works without it.
  }
};
export const removeStored = (place: StoragePlace, prefix: string): void => {
  try {
    const storage = placeOf(place);
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  } catch {
    // As above.
  }
};
