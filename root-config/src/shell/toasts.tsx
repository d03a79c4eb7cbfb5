import { useEffect } from 'react';
import { Toaster as Sonner, toast as show } from 'sonner';
import { onToast, useTheme } from 'root-config/api';
import './toasts.css';

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
      closeButton
      containerAriaLabel="消息"
      toastOptions={{ closeButtonAriaLabel: '关闭', style: { font: '14px var(--fontStack-sansSerif)' } }}
    />
  );
};
