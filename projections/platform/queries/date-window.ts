/** R6: without the right to any date, a range lies within today − 45 … today; an open range is closed by the window. */
import { asBarcode } from 'services/contracts/barcode';
import { addDays, DATE_WINDOW_DAYS, dayOf, insideWindow, OUTSIDE_WINDOW } from 'services/contracts/dates';
import { isRefusal, refuse, type Refusal } from 'services/contracts/refusal';
import { anyDate, type SessionUser } from 'services/contracts/user';

export type DayRange = { readonly begin: string | undefined; readonly end: string | undefined };

export type DateFilter = {
  readonly beginTime?: string | undefined;
  readonly endTime?: string | undefined;
  /** Either finds single pieces exactly, whenever they came (S0§4). */
  readonly barcode?: string | undefined;
  readonly cerif?: string | undefined;
  /** All of one customer, whenever it was (R50). */
  readonly customerId?: number | undefined;
};
const seeksOne = ({ barcode = '', cerif = '', customerId }: DateFilter): boolean =>
  asBarcode(barcode) !== '' || cerif.trim() !== '' || customerId !== undefined;

const isReversed = ({ beginTime, endTime }: DateFilter): boolean =>
  beginTime !== undefined && endTime !== undefined && beginTime > endTime;
const isOpen = ({ beginTime, endTime }: DateFilter): boolean => beginTime === undefined && endTime === undefined;
const outsideWindow = ({ beginTime, endTime }: DateFilter, today: string): readonly string[] =>
  Object.entries({ beginTime, endTime }).flatMap(([path, day]) =>
    day === undefined || insideWindow(day, today) ? [] : [path],
  );

/** The range to use, or a 422 that names the field. Without dates the window holds, unless a single piece or customer is looked for. */
export const allowedRange = (user: SessionUser, asked: DateFilter, now: Date): DayRange | Refusal => {
  const { beginTime, endTime } = asked;
  if (isReversed(asked)) {
    return refuse('invalid', 'range.reversed', '开始日期不能晚于结束日期', {
      fields: [{ path: 'beginTime', message: '开始日期不能晚于结束日期' }],
    });
  }
  const unlimited = anyDate(user) || (isOpen(asked) && seeksOne(asked));
  if (unlimited) return { begin: beginTime, end: endTime };
  const today = dayOf(now);
  const wrong = outsideWindow(asked, today);
  if (wrong.length > 0) {
    return refuse('invalid', 'range.outside_window', OUTSIDE_WINDOW, {
      fields: wrong.map((path) => ({ path, message: OUTSIDE_WINDOW })),
    });
  }
  return { begin: beginTime ?? addDays(today, -DATE_WINDOW_DAYS), end: endTime ?? today };
};

type DatedQuery = { readonly beginTime?: string | undefined; readonly endTime?: string | undefined };
const dayIn = (text: string | undefined): string | undefined => text?.split(' ')[0];
/**
 * Of rows that are dated by themselves: requests by the process, runs of jobs by the database. The house's clock, which demo data and tests
 * hand in, does not reach them.
 */
export const wallClock = (): Date => new Date();
/** A query of a log within the days that its caller may ask for, else why not; a moment counts by its day. */
export const withinDays = <Query extends DatedQuery>(query: Query, user: SessionUser, now: Date): Query | Refusal => {
  const asked = { beginTime: dayIn(query.beginTime), endTime: dayIn(query.endTime) };
  const range = allowedRange(user, asked, now);
  if (isRefusal(range)) return range;
  return { ...query, beginTime: query.beginTime ?? range.begin, endTime: query.endTime ?? range.end };
};
