/** What is rounded off an order: how far, with whose right, and that it carries no line below its floor (R17, R132). */
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { numberSetting } from '../contracts/setting-value.ts';
import { fenFromYuan, yuanFromFen } from '../contracts/units.ts';
import { can, type SessionUser } from '../contracts/user.ts';
import type { WordAsk } from '../contracts/word.ts';
import type { RoundingRule } from './sums.ts';

const MAY_ROUND = 'biz:bizSell:round';
type Fees = { readonly payableFeeFen: number; readonly factFeeFen: number };

/** Fen. */
export const roundLimitOf = async (lookup: Pick<MasterLookup, 'setting'>): Promise<number> =>
  fenFromYuan(await numberSetting(lookup, 'sell_round_limit'));
export const roundingOf = (limitFen: number, stood: Fees | undefined, user: SessionUser): RoundingRule =>
  can(user, MAY_ROUND) ? { limitFen: null } : { limitFen, stood };

export type RoundingTerms = {
  readonly limitFen: number;
  /** By how much the jewellery lies above its floors. */
  readonly slackFen: number;
  /** The order as it stands. */
  readonly stood: Fees | undefined;
};
const isSame = (one: Fees, other: Fees): boolean =>
  one.payableFeeFen === other.payableFeeFen && one.factFeeFen === other.factFeeFen;
/** The right to round lifts neither floor nor the limit of what is paid out: what goes beyond both needs a word. */
export const roundingAsks = (fees: Fees, { limitFen, slackFen, stood }: RoundingTerms): readonly WordAsk[] => {
  const roundedFen = fees.payableFeeFen - fees.factFeeFen;
  if (roundedFen <= limitFen || roundedFen <= slackFen) return [];
  if (stood !== undefined && isSame(stood, fees)) return [];
  const yuan = yuanFromFen(roundedFen);
  return [
    {
      path: 'factFee',
      rule: 'rounding',
      message: `抹零${yuan.toFixed(2)}元，低于允许的最低价`,
      value: yuan,
      binds: [fees.payableFeeFen, fees.factFeeFen],
      amountFen: roundedFen,
    },
  ];
};
