/** Stores that append in another way, and are otherwise the store itself. */
import type { EventStore } from './port.ts';

/**
 * Its `appendAll`, for whoever knows that it has one.
 * @throws {TypeError} when it has none.
 */
export const appendAllOf = (store: EventStore): NonNullable<EventStore['appendAll']> => {
  if (store.appendAll === undefined) throw new TypeError('this store appends to one stream at a time');
  return (...call) => (store.appendAll as NonNullable<EventStore['appendAll']>)(...call);
};

export type Appending = {
  readonly append: EventStore['append'];
  /** Of a store that has none it is not asked for. */
  readonly appendAll: NonNullable<EventStore['appendAll']> | undefined;
};
/** The same store with other appends; everything else the port promises, now or later, goes straight through. */
export const appending = (store: EventStore, { append, appendAll }: Appending): EventStore =>
  new Proxy(store, {
    get: (target, name) => {
      if (name === 'append') return append;
      if (name === 'appendAll') return target.appendAll === undefined ? undefined : appendAll;
      const part: unknown = Reflect.get(target, name);
      // Called on the store itself: private fields know no proxy.
      return typeof part === 'function' ? (part.bind(target) as unknown) : part;
    },
  });

/** The same store, which appends to one stream at a time. */
export const streamByStream = (store: EventStore): EventStore =>
  appending(store, { append: (...call) => store.append(...call), appendAll: undefined });
