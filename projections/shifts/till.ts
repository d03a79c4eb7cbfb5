/** The name of a till as rows are found by it. */

/** Far beyond what a till may be called, and short enough for a page of an index. */
const MOST = 400;
/** Code points: half a character is no text. */
export const indexedTill = (name: string): string => (name.length <= MOST ? name : [...name].slice(0, MOST).join(''));
