import { useCan } from 'root-config/api';
import { shopToday, windowOf, type DateWindow } from './date-window.ts';

/** The signed-in user's window; `limited` false lifts it where dates are not business dates. */
export const useDateWindow = (limited = true): DateWindow | undefined => {
  const anyDate = useCan('biz:date:any');
  return windowOf(shopToday(), anyDate || !limited);
};
