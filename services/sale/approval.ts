/** What lies beyond the limits of the till, and who allowed it: the stored shape and the wire shape. */
import { z } from 'zod';
import { gramsFromMg, yuanFromFen } from '../contracts/units.ts';
import { storedPerson } from '../contracts/person.ts';
import { LISTS, stored, storedName, storedText, storedWhole } from '../contracts/values.ts';

/** What a line may go beyond; `no-price`: there is nothing to compare it with. */
export const SALE_LIMITS = {
  rebate: { label: '折扣', field: 'rebate', unit: 'percent' },
  'gold-price': { label: '今日金价', field: 'todayGoldCost', unit: 'money' },
  'labour-fee': { label: '克工费', field: 'workFee', unit: 'money' },
  'fine-work-fee': { label: '精工费', field: 'fineWorkFee', unit: 'money' },
  'piece-work-fee': { label: '件工费', field: 'piceWorkFee', unit: 'money' },
  'cut-down': { label: '截金', field: 'cutDown', unit: 'grams' },
  amount: { label: '实售金额', field: 'factSellFee', unit: 'money' },
  floor: { label: '实售金额', field: 'factSellFee', unit: 'money' },
  'no-price': { label: '销售价', field: 'sellPrice', unit: 'money' },
} as const;
export type SaleLimit = keyof typeof SALE_LIMITS;
const LIMITS = Object.keys(SALE_LIMITS) as [SaleLimit, ...SaleLimit[]];

/** One limit that a line goes beyond. Inside units of the limit: basis points, fen, mg. */
export const ExceededLimit = z.object({
  rule: z.enum(LIMITS),
  limit: stored('documentMoney'),
  value: stored('documentMoney'),
  /** The limit comes from what the piece cost: told only with the right to see cost (R13). */
  ofCost: z.boolean(),
});
export type ExceededLimit = z.infer<typeof ExceededLimit>;
/** A line beyond the limits. Sums are line totals in fen: what its tags say, what it is sold for. */
export const ApprovedLine = z.object({
  barcode: storedName(),
  tagFen: stored('lineMoney'),
  amountFen: stored('lineMoney'),
  exceeded: z.array(ExceededLimit).min(1).max(LISTS.choices),
});
export type ApprovedLine = z.infer<typeof ApprovedLine>;
/** Given by one person, once, for these lines of this order. */
export const Approval = z.object({
  approver: z.object({ id: storedWhole('id'), name: storedPerson() }),
  /** Who asked: the user at the till. */
  asker: z.object({ id: storedWhole('id'), name: storedPerson() }),
  /** ISO 8601. */
  at: storedText(),
  reason: storedText(),
  lines: z.array(ApprovedLine).min(1).max(LISTS.eventLines),
  /** The word that stood (R132), where that allowed it. */
  standing: storedWhole('id').optional(),
});
export type Approval = z.infer<typeof Approval>;

/** A value of a limit in wire units: percent, grams, yuan. */
export const wireOf = ({ rule }: ExceededLimit, value: number): number => {
  const { unit } = SALE_LIMITS[rule];
  if (unit === 'percent') return value / 100;
  return unit === 'grams' ? gramsFromMg(value) : yuanFromFen(value);
};
const shownIn = (exceeded: ExceededLimit, value: number): string => {
  const wire = wireOf(exceeded, value);
  const { unit } = SALE_LIMITS[exceeded.rule];
  if (unit === 'percent') return `${wire}%`;
  return unit === 'grams' ? `${wire.toFixed(3)}克` : `${wire.toFixed(2)}元`;
};
/** `折扣50%，最低80%`; without the number of a limit that would tell the cost. */
export const toldOf = (exceeded: ExceededLimit, withCost: boolean): string => {
  const { rule, limit, value, ofCost } = exceeded;
  const { label } = SALE_LIMITS[rule];
  if (rule === 'no-price') return '没有标价，也没有可比的金价';
  const said = `${label}${shownIn(exceeded, value)}`;
  if (rule === 'floor') return withCost ? `${said}，最低${shownIn(exceeded, limit)}` : '低于允许的最低价';
  if (ofCost && !withCost) return `${said}，低于允许的最低金价`;
  return `${said}，${rule === 'cut-down' ? '最多' : '最低'}${shownIn(exceeded, limit)}`;
};
