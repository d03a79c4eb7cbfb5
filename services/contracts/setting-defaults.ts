/**
 * What settings that are a number say in a new house, and what counts in every house where one was deleted or cannot be read:
 * said once, for the rows that a house starts with (`services/master-data/settings/seed.ts`) and for the rules that ask.
 * The table of docs/operations.md is held to it (`tests/boundaries/settings.test.ts`).
 */

/** As the row is written: yuan with two places, percent, days, pieces. */
export const SETTING_DEFAULTS = {
  sell_min_rebate: '80',
  sell_max_gold_price_gap: '5',
  sell_max_cut_down: '20',
  sell_min_work_fee: '0.00',
  sell_min_fine_work_fee: '0.00',
  sell_min_pice_work_fee: '0.00',
  sell_round_limit: '10.00',
  recycle_gap: '5',
  free_gifts_per_order: '1',
  free_cleaning_per_day: '10',
  refund_limit: '1000.00',
  deposit_proof_limit: '1000.00',
  recycle_loss_limit: '1.5',
  recycle_back_days: '10',
  cash_report_limit: '100000.00',
  shift_difference_limit: '20.00',
  clean_days: '7',
  sys_log_keep_days: '400',
} as const;
export type NumberSetting = keyof typeof SETTING_DEFAULTS;
export const settingDefault = (key: NumberSetting): number => Number(SETTING_DEFAULTS[key]);
