/**
 * What a page remembers while its tab is open: filters, scroll, typed text. It lives outside the screens, so switching
 * tabs may unmount them; it also survives a reload of the browser tab, and goes when the page tab is closed.
 */
import { type RefCallback, useCallback, useState } from 'react';
import { readStored, removeStored, writeStored } from './storage.ts';
import { type Store, createStore, useStore } from './store.ts';

const PREFIX = 'jewel:page:';
const pages = new Map<string, Store<unknown>>();
const idOf = (page: string, key: string): string => `${PREFIX}${page}|${key}`;

const storeFor = <State>(id: string, initial: State | (() => State)): Store<State> => {
  let store = pages.get(id) as Store<State> | undefined;
  if (!store) {
    const fresh = typeof initial === 'function' ? (initial as () => State)() : initial;
    store = createStore<State>(readStored('session', id, fresh));
    store.subscribe(() => writeStored('session', id, store?.get()));
    pages.set(id, store as Store<unknown>);
  }
  return store;
};

/** Like useState, kept per open page and key. `page` defaults to the address. */
export const usePageState = <State>(key: string, initial: State | (() => State), page = location.pathname) => {
  // The address may change under a screen that is about to unmount; its state stays with the page it was opened for.
  const [home] = useState(page);
  const store = storeFor(idOf(home, key), initial);
  return [useStore(store), store.set] as const;
};

/** Ref for a scroll container whose position comes back with the page. */
export const usePageScroll = (key = 'scroll'): RefCallback<HTMLElement> => {
  const [home] = useState(location.pathname);
  return useCallback(
    (element) => {
      if (!element) return;
      const id = idOf(home, key);
      const store = storeFor(id, 0);
      const restore = requestAnimationFrame(() => void (element.scrollTop = store.get()));
      const keep = (): void => store.set(element.scrollTop);
      element.addEventListener('scroll', keep, { passive: true });
      return () => {
        cancelAnimationFrame(restore);
        element.removeEventListener('scroll', keep);
      };
    },
    [home, key],
  );
};

/** Forgets a page; called when its tab is closed. */
export const clearPageState = (page: string): void => {
  for (const id of pages.keys()) if (id.startsWith(`${PREFIX}${page}|`)) pages.delete(id);
  removeStored('session', `${PREFIX}${page}|`);
};
/** Forgets all pages; called at sign-out. */
export const clearAllPageState = (): void => {
  pages.clear();
  removeStored('session', PREFIX);
};
