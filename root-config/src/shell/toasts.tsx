import { useCallback, useEffect, useRef, useState } from 'react';
import { Toaster as Sonner, toast as show } from 'sonner';
import { onMended, onToast, useLocation, useTheme } from 'root-config/api';
import { busyNow, costOf, placeIn, type Corner, type Size } from './toast-position.ts';
import './toasts.css';

const LOOK_MS = 400;
const PHONE_PX = 640;
/** px; `around`: the room around the words, `behind`: of each message that peeks out behind the first. */
const DESK = {
  width: 340,
  line: 20,
  around: 22,
  behind: 14,
  characters: 18,
  font: 14,
  padding: '10px 32px 10px 12px',
  most: 3,
};
const PHONE = {
  width: 244,
  line: 20,
  around: 12,
  behind: 0,
  characters: 13,
  font: 13,
  padding: '5px 30px 5px 8px',
  most: 1,
};
const measures = (): typeof DESK => (innerWidth <= PHONE_PX ? PHONE : DESK);
const sizeFor = (text: string, others: number): Size => {
  const { width, line, around, behind, characters, most } = measures();
  const lines = Math.max(1, Math.ceil(text.length / characters));
  return { width, height: lines * line + around + Math.min(others, most - 1) * behind };
};
const shown = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-sonner-toast][data-removed="false"]'),
];

/** Where the messages stand: free when the first one comes, and free again when something opens under them. */
const useFreePlace = () => {
  const [place, setPlace] = useState<Corner>({ left: 16, top: 16 });
  const standing = useRef({ place, size: sizeFor('', 0) });
  const settle = useCallback((size: Size): void => {
    const busy = busyNow();
    const { place: old } = standing.current;
    const isFree = shown().length > 0 && costOf(old, size, busy) === 0;
    const next = isFree ? old : placeIn({ width: innerWidth, height: innerHeight }, size, busy);
    standing.current = { place: next, size };
    if (next.left !== old.left || next.top !== old.top) setPlace(next);
  }, []);
  useEffect(() => {
    const look = setInterval(() => {
      if (shown().length > 0) settle(standing.current.size);
    }, LOOK_MS);
    return () => clearInterval(look);
  }, [settle]);
  const make = useCallback((text: string): void => settle(sizeFor(text, shown().length)), [settle]);
  return { place, make };
};

/** Shows what anyone says through `toast` of root-config/api; what went wrong stays until it could be read. */
export const Toasts = () => {
  const { scheme } = useTheme();
  const { pathname } = useLocation();
  const { place, make } = useFreePlace();
  const { font, line, padding, width, most } = measures();
  const complaints = useRef(new Set<string | number>());
  const dismiss = useCallback(() => {
    for (const id of complaints.current) show.dismiss(id);
    complaints.current.clear();
  }, []);
  useEffect(
    () =>
      onToast(({ kind, text, action, until }) => {
        // What succeeds mends what was complained of before.
        if (kind === 'success') dismiss();
        make(action === undefined ? text : `${text}${action.label}　　`);
        const id = show[kind](text, {
          // One warning says it, however many answers carry it.
          ...(kind === 'warning' ? { id: text } : {}),
          duration: until !== undefined ? Infinity : kind === 'error' || kind === 'warning' ? 8_000 : 3_000,
          ...(action ? { action: { label: action.label, onClick: action.run } } : {}),
        });
        if (kind === 'error' || kind === 'warning') complaints.current.add(id);
        const over = (): void => void show.dismiss(id);
        until?.then(over, over);
      }),
    [dismiss, make],
  );
  useEffect(() => onMended(dismiss), [dismiss]);
  // Of another page, it is over.
  useEffect(() => dismiss, [dismiss, pathname]);
  return (
    <Sonner
      position="top-left"
      offset={place}
      mobileOffset={{ left: place.left, right: 8, top: place.top }}
      theme={scheme.startsWith('dark') ? 'dark' : 'light'}
      richColors
      closeButton
      visibleToasts={most}
      containerAriaLabel="消息"
      toastOptions={{
        closeButtonAriaLabel: '关闭',
        style: { font: `${font}px/${line}px var(--fontStack-sansSerif)`, width, padding },
      }}
    />
  );
};
