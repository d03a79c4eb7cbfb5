/** Setting: what of metal may be lost without somebody's word (R135), in the melt and in a count. */
import { settingDefault } from '../contracts/setting-defaults.ts';
import { numberOfSetting } from '../contracts/setting-value.ts';

export const LOSS_LIMIT = 'recycle_loss_limit';
/** Per cent of a setting as basis points. */
export const lossLimitBp = (setting: string | null): number =>
  Math.round(numberOfSetting(setting, settingDefault(LOSS_LIMIT), 100) * 100);
