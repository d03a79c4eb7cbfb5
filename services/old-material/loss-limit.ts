/** Setting: what of metal may be lost without somebody's word (R135), in the melt and in a count. */
import { numberOfSetting } from '../contracts/setting-value.ts';

export const LOSS_LIMIT = 'recycle_loss_limit';
const LOSS_LIMIT_DEFAULT = 1.5;
/** Per cent of a setting as basis points. */
export const lossLimitBp = (setting: string | null): number =>
  Math.round(numberOfSetting(setting, LOSS_LIMIT_DEFAULT, 100) * 100);
