import { useSyncExternalStore } from 'react';

const subscribe = (query: string) => (listener: () => void) => {
  const list = matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
};
/** Follows a media query. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(subscribe(query), () => matchMedia(query).matches);
/** Rows become cards and dialogs fill the screen up to this width. */
export const usePhone = (): boolean => useMedia('(max-width: 640px)');
