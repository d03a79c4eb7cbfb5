/** Holds that end as movements. Pure. */
import { pairedWith } from './piece-holds.ts';
import { takenFromOf } from './inspection-state.ts';
import { drop, put } from '../contracts/maps.ts';
import { releasing } from '../contracts/released-keys.ts';
import type { GoodsState } from './state.ts';

/** A hold becomes a movement; its pair has nothing left to take. */
export const consume = (
  state: GoodsState,
  key: string,
  at: string,
): Pick<GoodsState, 'holds' | 'consumed' | 'released'> => {
  const hold = state.holds.get(key);
  const ended = pairedWith(state.holds, key);
  const taken = takenFromOf(state.holds, key);
  return {
    holds: drop(state.holds, key, ...ended),
    consumed: hold === undefined ? state.consumed : put(state.consumed, key, { ...hold, ...taken }),
    released: ended.length === 0 ? state.released : releasing(state.released, ended, at),
  };
};
