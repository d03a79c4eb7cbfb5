/** Moments of the database in the shops' time, as phones read the day from them. */
import { isoWithOffset } from 'services/contracts/dates';

/** '' stays. */
export const shopMoment = (moment: string): string => (moment === '' ? '' : isoWithOffset(new Date(moment)));
