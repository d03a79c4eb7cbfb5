/** Which days somebody may choose (R6). */
import { DATE_WINDOW_DAYS, OUTSIDE_WINDOW, addDays, dayOf } from 'services/contracts/dates';

export type DateWindow = { readonly from: string; readonly to: string };
export const shopToday = (): string => dayOf(new Date());
/** today − 45 … today; undefined for those who may pick any day. */
export const windowOf = (today: string, anyDate: boolean): DateWindow | undefined =>
  anyDate ? undefined : { from: addDays(today, -DATE_WINDOW_DAYS), to: today };
export const inWindow = (day: string, window: DateWindow | undefined): boolean =>
  window === undefined || (day >= window.from && day <= window.to);

/** The rule with its first day, which nobody has to count back to. */
export const limitText = ({ from }: DateWindow): string => `${OUTSIDE_WINDOW}（${from} 起）`;

const DAY = /^(\d{4})[-./年]?(\d{1,2})[-./月]?(\d{1,2})日?$/;
/** A typed day: 2026-3-5, 20260305, 2026年3月5日, full-width too; undefined when there is no such day. */
export const parseDay = (text: string): string | undefined => {
  const [, year, month, date] = DAY.exec(text.normalize('NFKC').trim()) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === day ? day : undefined;
};

export type ReadDay =
  | { readonly ok: true; readonly day: string | undefined }
  | { readonly ok: false; readonly message: string };
/** A typed day within `window`, or why it is none. The `present` one may be outside: it is no choice of now. */
export const readDay = (text: string, window: DateWindow | undefined, present: string | undefined): ReadDay => {
  if (text.trim() === '') return { ok: true, day: undefined };
  const day = parseDay(text);
  if (day === undefined) return { ok: false, message: '日期格式应为 yyyy-MM-dd' };
  if (day === present || window === undefined || inWindow(day, window)) return { ok: true, day };
  return { ok: false, message: limitText(window) };
};
