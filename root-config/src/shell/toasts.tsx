import { useCallback, useEffect, useRef } from 'react';
import { Toaster as Sonner, toast as show } from 'sonner';
import { onMended, onToast, useLocation, useTheme } from 'root-config/api';
import './toasts.css';

/** Shows what anyone says through `toast` of root-config/api; what went wrong stays until it could be read. */
export const Toasts = () => {
  const { scheme } = useTheme();
  const { pathname } = useLocation();
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
    [dismiss],
  );
  useEffect(() => onMended(dismiss), [dismiss]);
  // Of another page, it is over.
  useEffect(() => dismiss, [dismiss, pathname]);
  return (
    <Sonner
      position="bottom-left"
      offset={{ left: 16, bottom: 56 }}
      mobileOffset={{ left: 8, right: 8, bottom: 132 }}
      theme={scheme.startsWith('dark') ? 'dark' : 'light'}
      richColors
      closeButton
      containerAriaLabel="消息"
      toastOptions={{ closeButtonAriaLabel: '关闭', style: { font: '14px var(--fontStack-sansSerif)' } }}
    />
  );
};
