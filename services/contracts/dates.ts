/** Calendar days of the shops: Asia/Shanghai, no daylight saving (R6). */
import { LATEST_YEARS, storedDay, wireDay } from './values.ts';

const OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;
/** Days back an ordinary role may enter or query (S0§9, R6). */
export const DATE_WINDOW_DAYS = 45;
/** What everybody says to a day outside of it: forms, documents and filters alike. */
export const OUTSIDE_WINDOW = `日期只能选择今天往前${DATE_WINDOW_DAYS}天以内`;

/** A calendar day `yyyy-MM-dd` of a body or a filter. */
export const Day = wireDay();
/** A day that events hold. */
export const StoredDay = storedDay();
/** Why a day is not saved, whatever the rights; null when it may be: so far ahead only a typing error lies. */
export const whyTooLate = (day: string, today: string): string | null => {
  const latest = `${Number(today.slice(0, 4)) + LATEST_YEARS}${today.slice(4)}`;
  return day > latest ? `日期不能晚于今天之后${LATEST_YEARS}年` : null;
};

/** The shops' calendar day at a moment. */
export const dayOf = (moment: Date): string => new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 10);
/** `day` plus whole days (negative goes back). */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
/** ISO 8601 with the shops' offset, milliseconds kept: `2026-11-01T18:30:00.000+08:00` (R32). */
export const isoWithOffset = (moment: Date): string =>
  `${new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, -1)}+08:00`;
/** Whether an ordinary role may use `day` today: today − 45 … today, both inclusive. */
export const insideWindow = (day: string, today: string): boolean =>
  day >= addDays(today, -DATE_WINDOW_DAYS) && day <= today;
/** yyyy-MM-dd HH:mm:ss in the shops' time, as sentences for people have it; '' where there is no moment. */
export const momentInWords = (moment: Date | null): string =>
  moment === null ? '' : isoWithOffset(moment).slice(0, 19).replace('T', ' ');
/** {@link isoWithOffset} of milliseconds since 1970; '' where there is no moment yet. */
export const momentOrNothing = (ms: number | null): string => (ms === null ? '' : isoWithOffset(new Date(ms)));

/** The same date a year before; of 29 February the 28th (R93). */
export const yearBefore = (day: string): string => {
  const monthDay = day.slice(4);
  return `${Number(day.slice(0, 4)) - 1}${monthDay === '-02-29' ? '-02-28' : monthDay}`;
};
