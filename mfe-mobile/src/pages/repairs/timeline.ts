/** Steps of a repair as a shopper sees them. Pure. */
import type { ShopperRepair } from 'projections/shopper-bills/contract';

type Stage = {
  readonly step: string;
  readonly at: string;
  readonly state: 'done' | 'now' | 'to-come';
};
/** A step without a day is passed, too, when one behind it has one; what was not needed is left out then. */
export const stagesOf = ({ steps, state }: Pick<ShopperRepair, 'steps' | 'state'>): readonly Stage[] => {
  const now = steps.findIndex(({ step }) => step === state);
  return steps.flatMap(({ step, at }, place): Stage[] => {
    if (place > now) return [{ step, at: '', state: 'to-come' }];
    if (place === now) return [{ step, at, state: 'now' }];
    return at === '' ? [] : [{ step, at, state: 'done' }];
  });
};
const MENDED = '已修好';
const FETCHED = '已取件';
type Hint = { readonly text: string; readonly isLate: boolean };
/** What it means for whoever waits; null: it is fetched. */
export const hintOf = ({ state, overdueDays }: Pick<ShopperRepair, 'state' | 'overdueDays'>): Hint | null => {
  if (state === FETCHED) return null;
  if (state === MENDED) return { text: '已修好，可以带收件单到店取件', isLate: false };
  if (overdueDays > 0) return { text: `比约定日期晚了 ${overdueDays} 天，请向门店询问`, isLate: true };
  return { text: '还在处理，修好后请到店取件', isLate: false };
};
