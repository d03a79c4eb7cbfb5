/** The days of the dashboard (R93). Pure. */
import { addDays } from 'services/contracts/dates';

/** The same date a year before; of 29 February the 28th. */
export const yearBefore = (day: string): string => {
  const monthDay = day.slice(4);
  return `${Number(day.slice(0, 4)) - 1}${monthDay === '-02-29' ? '-02-28' : monthDay}`;
};
export const daysOf = (today: string) => ({ today, yesterday: addDays(today, -1), lastYear: yearBefore(today) });
