import type { EventStore } from './port.ts';

/** What takes the place of the store's own; undefined where it is to have none. */
export type StoreParts = { readonly [Name in keyof EventStore]?: EventStore[Name] | undefined };

/** The same store with other parts; everything else the port promises, now or later, goes straight through. */
export const storeWith = (store: EventStore, parts: StoreParts): EventStore => {
  const others: Readonly<Record<PropertyKey, unknown>> = parts;
  return new Proxy(store, {
    get: (target, name) => {
      if (Object.hasOwn(others, name)) return others[name];
      const part: unknown = Reflect.get(target, name);
      // Called on the store itself: private fields know no proxy.
      return typeof part === 'function' ? (part.bind(target) as unknown) : part;
    },
  });
};
