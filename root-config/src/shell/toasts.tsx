import { useEffect } from 'react';
import { Toaster as Sonner, toast as show } from 'sonner';
import { onToast, useTheme } from 'root-config/api';

/** The toaster's own light colours have 4.3:1 at most; a toast is read in a glance or not at all. */
const DARK_WORDS = {
  zIndex: 999_999_999,
  '--success-text': 'hsl(140 100% 22%)',
  '--error-text': 'hsl(360 100% 36%)',
  '--info-text': 'hsl(210 92% 36%)',
  '--warning-text': 'hsl(31 92% 28%)',
};
/** Shows what anyone says through `toast` of root-config/api; errors stay until they could be read. */
export const Toasts = () => {
  const { scheme } = useTheme();
  useEffect(
    () =>
      onToast(({ kind, text, action }) => {
        show[kind](text, {
          duration: kind === 'error' ? 8_000 : 3_000,
          ...(action ? { action: { label: action.label, onClick: action.run } } : {}),
        });
      }),
    [],
  );
  return (
    <Sonner
      position="top-center"
      theme={scheme.startsWith('dark') ? 'dark' : 'light'}
      richColors
      {...(scheme.startsWith('dark') ? {} : { style: DARK_WORDS })}
      closeButton
      containerAriaLabel="消息"
      toastOptions={{ closeButtonAriaLabel: '关闭', style: { font: '14px var(--fontStack-sansSerif)' } }}
    />
  );
};
