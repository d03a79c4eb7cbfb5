/** Closing a page that fills the window: one step back (S2§2), or where it belongs when it was opened by its address. */
import type { useNavigate } from 'root-config/api';

const steps = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : 0;
export const goBack = (navigate: ReturnType<typeof useNavigate>, home: string): void => {
  if (steps(history.state) > 0) void navigate(-1);
  else void navigate(home, { replace: true });
};
