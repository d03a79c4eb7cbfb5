/** How long a stream by itself tells a repeat; after that the row of the command does (R40). */

export const REPEAT_DAYS = 30;
const REPEAT_MS = REPEAT_DAYS * 86_400_000;

/** Whether `then` lies more than {@link REPEAT_DAYS} before `now`, both ISO 8601; false where one of them is no moment. */
export const isForgotten = (then: string, now: string): boolean => Date.parse(now) - Date.parse(then) > REPEAT_MS;
