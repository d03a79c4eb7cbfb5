import { useSyncExternalStore } from 'react';

/** State outside React: each micro-frontend is its own React root, so context cannot carry it. */
export type Store<State> = {
  readonly get: () => State;
  readonly set: (next: State | ((state: State) => State)) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

export const createStore = <State>(initial: State): Store<State> => {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (next) => {
      const value = typeof next === 'function' ? (next as (state: State) => State)(state) : next;
      if (Object.is(value, state)) return;
      state = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

export const useStore = <State, Selected = State>(
  store: Store<State>,
  select: (state: State) => Selected = (state) => state as unknown as Selected,
): Selected => useSyncExternalStore(store.subscribe, () => select(store.get()));
