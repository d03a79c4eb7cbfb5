/** Stores that append in another way, and are otherwise the store itself. */
import type { EventStore } from './port.ts';

/** The same store with another `append`; everything else the port promises, now or later, goes straight through. */
export const appending = (store: EventStore, append: EventStore['append']): EventStore =>
  new Proxy(store, {
    get: (target, name) => {
      if (name === 'append') return append;
      const part: unknown = Reflect.get(target, name);
      // Called on the store itself: private fields know no proxy.
      return typeof part === 'function' ? (part.bind(target) as unknown) : part;
    },
  });
