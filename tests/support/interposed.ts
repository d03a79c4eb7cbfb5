/** What a test puts between the house and its store, which the house sees through proxies: calls reach the store itself. */
import { vi } from 'vitest';
import type { EventStore } from '../../services/platform/event-store/port.ts';

type Methods = {
  readonly append: EventStore['append'];
  readonly appendAll: NonNullable<EventStore['appendAll']>;
  readonly read: EventStore['read'];
};
/** `around` stands in for the method until `vi.restoreAllMocks`; its first argument is the store's own, to be called or not. */
export const interpose = <Name extends keyof Methods>(
  store: EventStore,
  name: Name,
  around: (own: Methods[Name], call: Parameters<Methods[Name]>) => ReturnType<Methods[Name]>,
): void => {
  const found =
    Object.getOwnPropertyDescriptor(store, name) ??
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(store) as object, name);
  const own = found?.value as ((...call: Parameters<Methods[Name]>) => ReturnType<Methods[Name]>) | undefined;
  if (own === undefined) throw new TypeError(`the store has no ${name}`);
  vi.spyOn(store as Methods, name as 'read').mockImplementation(function (this: EventStore, ...call) {
    const bound = (...again: Parameters<Methods[Name]>) => Reflect.apply(own, this, again) as never;
    return around(bound as unknown as Methods[Name], call as unknown as Parameters<Methods[Name]>) as never;
  });
};
