/** What a count of lots found: what it comes to, and what stands against taking it back (R135). Pure; mg, fen. */
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { mulDiv } from '../contracts/units.ts';
import type { LotTake, LotTaking } from './events.ts';
import { names, takenOf } from './lot-holds.ts';
import { holderOf, taken } from './holders.ts';
import { lotNo } from './names.ts';
import { heldIn, takingOf, type OldMaterialState, type Posting } from './state.ts';

/** At the lot's own cost per mg; one that is used up has that of when it came. */
const gainOf =
  (state: OldMaterialState) =>
  ({ lotId, weightMg }: LotTake): LotTaking => {
    const lot = state.lots.get(lotId);
    if (lot === undefined) return { lotId, weightMg, netWeightMg: weightMg, costFen: 0 };
    const [ofMg, net, fen] =
      lot.leftMg > 0 ? [lot.leftMg, lot.leftNetMg, lot.leftFen] : [lot.weightMg, lot.netWeightMg, lot.priceFen];
    return {
      lotId,
      weightMg,
      netWeightMg: mulDiv([net, weightMg], ofMg),
      costFen: mulDiv([fen, weightMg], ofMg),
    };
  };
/** What lots lack was held; what they have too much joins them. */
export const countedTakings = (
  state: OldMaterialState,
  takes: readonly LotTake[],
  gains: readonly LotTake[],
): { readonly losses: readonly LotTaking[]; readonly gains: readonly LotTaking[] } => ({
  losses: takes.filter(({ weightMg }) => weightMg > 0).map(takingOf(state)),
  gains: gains.map(gainOf(state)),
});

/** What stands against taking a count of a lot back: somebody took of it since, corrected it again, or holds what was added. */
export const movedSince = (state: OldMaterialState, lotId: number, posting: Posting): Refusal | null => {
  const all = [...state.postings.values()];
  const later = all
    .slice(all.indexOf(posting) + 1)
    .find(({ reversed, takings, losses, gains }) => !reversed && names([...takings, ...losses, ...gains], lotId));
  if (later !== undefined) {
    const message = `旧料${lotNo(lotId)}盘点后已有变动，见${later.document.no}`;
    return refuse('conflict', 'old_material.used', message);
  }
  const { kind, id, no } = posting.document;
  const free = (state.lots.get(lotId)?.leftMg ?? 0) - heldIn(state, lotId);
  const holder = takenOf(posting.gains, lotId) > free ? holderOf(state, lotId, { kind, id, no }) : null;
  return holder === null ? null : taken(lotId, holder);
};
