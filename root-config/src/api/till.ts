/** The name of this device's till (R80): set once where it stands, told with every write. */
import { readStored, writeStored } from './storage.ts';
import { createStore, useStore } from './store.ts';

const KEY = 'jewel:till';
const till = createStore<string>(readStored('local', KEY, ''));
/** '' where the device has none. */
export const tillName = (): string => till.get();
export const setTill = (name: string): void => {
  const trimmed = name.trim();
  writeStored('local', KEY, trimmed === '' ? undefined : trimmed);
  till.set(trimmed);
};
export const useTill = (): string => useStore(till);
