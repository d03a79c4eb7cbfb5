/** What customers brought back to be inspected: held by the order that took it until somebody judges it. Pure. */
import { waitKeyOf } from './piece-holds.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { ToInspect } from './contract.ts';
import type { Holder } from './events.ts';
import type { CustomerReturn, GoodsState, Hold, Inspection } from './state.ts';

/** The return that waits, or waited, under that hold. */
export const waitingReturn = (
  { customerReturns }: Pick<GoodsState, 'customerReturns'>,
  holdKey: string,
): CustomerReturn | undefined => [...customerReturns.values()].find(({ key }) => waitKeyOf(key) === holdKey);

/** Whether the hold under that key is one of what waits to be inspected. */
export const isWaiting = (state: Pick<GoodsState, 'customerReturns'>, holdKey: string): boolean =>
  waitingReturn(state, holdKey) !== undefined;

type Judges = Pick<GoodsState, 'holds' | 'consumed' | 'inspections'>;
/** Its inspections, those that were taken back too, in their order. */
const inspectionsOf = ({ holds, consumed, inspections }: Judges, holdKey: string): readonly Inspection[] => {
  const from = (key: string): Hold['takenFrom'] => (consumed.get(key) ?? holds.get(key))?.takenFrom;
  return [...inspections.values()].filter(({ key }) => from(key) === holdKey);
};
/** Who judged it, or is about to; null while it waits. */
const judgeOf = (state: Judges, holdKey: string): Holder | null => {
  const judged = inspectionsOf(state, holdKey).find(({ reversed }) => !reversed);
  if (judged !== undefined) return holderOf(judged);
  return [...state.holds.values()].find(({ takenFrom }) => takenFrom === holdKey)?.holder ?? null;
};
const holderOf = ({ document: { kind, id, no } }: Inspection): Holder => ({ kind, id, no });
/** What customers brought back to be inspected, by the key it was posted under, with who judged it. */
export const toInspectOf = (state: GoodsState): readonly ToInspect[] =>
  [...state.customerReturns.values()]
    .filter(({ goesTo, reversed }) => goesTo === 'inspection' && !reversed)
    .map(({ key, shopId, quantity, document }) => ({
      key,
      returnId: document.id,
      shopId,
      quantity,
      judge: judgeOf(state, waitKeyOf(key)),
      judges: inspectionsOf(state, waitKeyOf(key)).map(holderOf),
    }));
/** An inspection that was finished goes before the return it judged (R69). */
export const whyNotWaiting = (state: GoodsState, returnedKey: string): Refusal | null => {
  const key = waitKeyOf(returnedKey);
  if (state.holds.has(key)) return null;
  const judge = judgeOf(state, key);
  const message = judge === null ? '此首饰不在待检中，请刷新后重试' : `此首饰已由${judge.no}质检，请先撤销质检`;
  return refuse('conflict', 'goods.not_waiting', message, { data: { no: judge?.no ?? '' } });
};
