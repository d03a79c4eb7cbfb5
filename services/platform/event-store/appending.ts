/** Stores that append in another way, and are otherwise the store itself. */
import type { EventStore } from './port.ts';
import { storeWith } from './store-with.ts';

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
/** The same store with other appends. */
export const appending = (store: EventStore, { append, appendAll }: Appending): EventStore =>
  storeWith(store, { append, appendAll: store.appendAll === undefined ? undefined : appendAll });

/** The same store, which appends to one stream at a time. */
export const streamByStream = (store: EventStore): EventStore =>
  appending(store, { append: (...call) => store.append(...call), appendAll: undefined });
