/** What a user arranged once and finds again: columns, page size, sounds. Kept per user in this browser. */
import { useCallback, useMemo } from 'react';
import { useSession } from './session.ts';
import { readStored, writeStored } from './storage.ts';
import { type Store, createStore, useStore } from './store.ts';

const stores = new Map<string, Store<unknown>>();
const storeFor = <Value>(id: string, initial: Value): Store<Value> => {
  let store = stores.get(id) as Store<Value> | undefined;
  if (!store) {
    store = createStore<Value>(readStored('local', id, initial));
    stores.set(id, store as Store<unknown>);
  }
  return store;
};

/** Like useState; every screen that uses the same key follows. */
export const usePreference = <Value>(key: string, initial: Value) => {
  const userId = useSession().user?.userId ?? 0;
  const id = `jewel:pref:${userId}:${key}`;
  const store = useMemo(() => storeFor(id, initial), [id, initial]);
  const set = useCallback(
    (value: Value): void => {
      store.set(() => value);
      writeStored('local', id, value);
    },
    [store, id],
  );
  return [useStore(store), set] as const;
};
