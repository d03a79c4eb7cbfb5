/** Working days by the house's calendar: Monday to Friday, less holidays, with the weekends that are worked instead. Pure. */
import { z } from 'zod';
import { addDays } from './dates.ts';
import { LISTS, wireDay } from './values.ts';

/** Setting: `{"holidays":["2027-01-01"],"workdays":["2027-02-20"]}`, as they are published each year. */
export const WORK_CALENDAR = 'work_calendar';
const Days = z.array(wireDay()).max(LISTS.choices).default([]);
export const WorkCalendar = z.object({ holidays: Days, workdays: Days });
export type WorkCalendar = z.infer<typeof WorkCalendar>;
const EVERY_WEEK: WorkCalendar = { holidays: [], workdays: [] };

/** What stands in the setting; what cannot be read there changes no day. */
export const calendarOf = (setting: string | null): WorkCalendar => {
  try {
    return WorkCalendar.parse(JSON.parse(setting ?? ''));
  } catch {
    return EVERY_WEEK;
  }
};

const SATURDAY = 6;
const isWeekend = (day: string): boolean => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === SATURDAY;
};
const isWorkday = (day: string, { holidays, workdays }: WorkCalendar): boolean =>
  workdays.includes(day) || !(isWeekend(day) || holidays.includes(day));

/** A holiday is no longer than this. */
const LONGEST = 400;
/** The `count`-th working day after `day`. */
export const workdayAfter = (day: string, count: number, calendar: WorkCalendar): string => {
  let left = count;
  let at = day;
  for (let step = 0; left > 0 && step < LONGEST; step += 1) {
    at = addDays(at, 1);
    if (isWorkday(at, calendar)) left -= 1;
  }
  return at;
};
