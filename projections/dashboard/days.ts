/** The days of the dashboard (R93). Pure. */
import { addDays, yearBefore } from 'services/contracts/dates';

export const daysOf = (today: string) => ({ today, yesterday: addDays(today, -1), lastYear: yearBefore(today) });
