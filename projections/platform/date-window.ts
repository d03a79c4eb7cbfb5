/** R6: without the right to any date, a range lies within today − 45 … today; a half-open range is closed by the window. */
import { addDays, DATE_WINDOW_DAYS, dayOf, insideWindow } from 'services/contracts/dates';
import { refuse, type Refusal } from 'services/contracts/refusal';
import { anyDate, type SessionUser } from 'services/contracts/user';

export type DayRange = { readonly begin: string | undefined; readonly end: string | undefined };
const REASON = `日期只能选择今天往前${DATE_WINDOW_DAYS}天以内`;

/** The range to use, or a 422 that names the field. Without any date there is no limit: a barcode search clears them. */
export const allowedRange = (
  user: SessionUser,
  { beginTime, endTime }: { readonly beginTime?: string | undefined; readonly endTime?: string | undefined },
  now: Date,
): DayRange | Refusal => {
  if (beginTime !== undefined && endTime !== undefined && beginTime > endTime) {
    return refuse('invalid', 'range.reversed', '开始日期不能晚于结束日期', {
      fields: [{ path: 'beginTime', message: '开始日期不能晚于结束日期' }],
    });
  }
  if (anyDate(user) || (beginTime === undefined && endTime === undefined)) return { begin: beginTime, end: endTime };
  const today = dayOf(now);
  const wrong = [
    { path: 'beginTime', value: beginTime },
    { path: 'endTime', value: endTime },
  ].filter(({ value }) => value !== undefined && !insideWindow(value, today));
  if (wrong.length > 0) {
    return refuse('invalid', 'range.outside_window', REASON, {
      fields: wrong.map(({ path }) => ({ path, message: REASON })),
    });
  }
  return { begin: beginTime ?? addDays(today, -DATE_WINDOW_DAYS), end: endTime ?? today };
};
