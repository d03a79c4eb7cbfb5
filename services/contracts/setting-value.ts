/** Settings that are one number: what they say, or what counts where they say none. */

/** `stored` as it is kept, null where it was deleted; `otherwise` counts for what is no number from 0 to `most`. */
export const numberOfSetting = (stored: string | null, otherwise: number, most = Number.MAX_VALUE): number => {
  const set = stored === null || stored.trim() === '' ? Number.NaN : Number(stored);
  return set >= 0 && set <= most ? set : otherwise;
};
