/** Typed text that outlives a reload and the way through sign-in; gone with the window, or when it was sent. */
import { useCallback, useState } from 'preact/hooks';

const read = (key: string): string => {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
};
const write = (key: string, text: string): void => {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // A browser that keeps nothing loses it with the page.
  }
};
export const useDraft = (name: string): readonly [string, (text: string) => void] => {
  const key = `wx:draft:${name}`;
  const [text, setText] = useState(() => read(key));
  const change = useCallback(
    (next: string) => {
      setText(next);
      write(key, next);
    },
    [key],
  );
  return [text, change];
};
