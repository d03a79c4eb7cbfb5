/** What customers brought back to be inspected: held by the order that took it until somebody judges it. Pure. */
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { CustomerReturn, GoodsState, Hold } from './state.ts';

/** The hold of what came back under that key and waits. */
export const waitKeyOf = (returnedKey: string): string => `${returnedKey}/wait`;

/** The return that waits, or waited, under that hold. */
export const waitingReturn = (
  { customerReturns }: Pick<GoodsState, 'customerReturns'>,
  holdKey: string,
): CustomerReturn | undefined => [...customerReturns.values()].find(({ key }) => waitKeyOf(key) === holdKey);

/** Who judged it, or is about to; null while it waits. */
const judgeOf = ({ holds, consumed, inspections }: GoodsState, holdKey: string): { readonly no: string } | null => {
  const pending = [...holds.values()].find(({ takenFrom }) => takenFrom === holdKey);
  if (pending !== undefined) return pending.holder;
  const from = (key: string): Hold['takenFrom'] => consumed.get(key)?.takenFrom;
  return [...inspections.values()].find((one) => !one.reversed && from(one.key) === holdKey)?.document ?? null;
};
/** An inspection that was finished goes before the return it judged (R69). */
export const whyNotWaiting = (state: GoodsState, returnedKey: string): Refusal | null => {
  const key = waitKeyOf(returnedKey);
  if (state.holds.has(key)) return null;
  const judge = judgeOf(state, key);
  const message = judge === null ? '此首饰不在待检中，请刷新后重试' : `此首饰已由${judge.no}质检，请先撤销质检`;
  return refuse('conflict', 'goods.not_waiting', message, { data: { no: judge?.no ?? '' } });
};
