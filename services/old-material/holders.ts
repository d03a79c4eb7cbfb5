/** Which document is in the way of another at a lot. Pure. */
import same from 'fast-deep-equal';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { LotHolder } from './events.ts';
import { names, takenOf } from './lot-holds.ts';
import { lotNo } from './names.ts';
import { ownLots, type OldMaterialState } from './state.ts';

export const taken = (lotId: number, { kind, id, no }: LotHolder): Refusal =>
  refuse('conflict', 'old_material.taken', `旧料${lotNo(lotId)}已被${no}占用`, { data: { holder: { kind, id } } });

/** Which document holds metal of the lot, or is about to take back what it did to it. */
export const holderOf = ({ holds, postings }: OldMaterialState, lotId: number, but: LotHolder): LotHolder | null => {
  const claim = [...postings.values()].find(
    (one) => !one.reversed && one.claim !== null && ownLots(one).includes(lotId),
  );
  const others = [...holds.values()].filter(({ holder, takes }) => !same(holder, but) && takenOf(takes, lotId) > 0);
  return claim?.claim?.holder ?? others[0]?.holder ?? null;
};
/** Which document needs the lot to stay, whether it holds of it or not. */
export const keeperOf = (state: OldMaterialState, lotId: number, but: LotHolder): LotHolder | null =>
  holderOf(state, lotId, but) ??
  [...state.holds.values()].find(({ holder, takes }) => !same(holder, but) && names(takes, lotId))?.holder ??
  null;
