/** Settings that are one number: what they say, or what counts where they say none. */
import type { MasterLookup } from './master-lookup.ts';
import { settingDefault, type NumberSetting } from './setting-defaults.ts';

/** `stored` as it is kept, null where it was deleted; `otherwise` counts for what is no number from 0 to `most`. */
export const numberOfSetting = (stored: string | null, otherwise: number, most = Number.MAX_VALUE): number => {
  const set = stored === null || stored.trim() === '' ? Number.NaN : Number(stored);
  return set >= 0 && set <= most ? set : otherwise;
};
export const numberSetting = async (lookup: Pick<MasterLookup, 'setting'>, key: NumberSetting): Promise<number> =>
  numberOfSetting(await lookup.setting(key), settingDefault(key));
