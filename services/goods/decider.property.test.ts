import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import { goodsDecider } from './decider.ts';
import { GOODS_EVENT_TYPES, GoodsEvent } from './events.ts';
import { heldIn, type GoodsState } from './state.ts';
import { aimed } from './testing/aims.ts';
import { META, life } from './testing/lives.ts';

type Leg = { readonly quantity: number; readonly reversed: boolean };
const standing = (legs: Iterable<Leg>): number => {
  let total = 0;
  for (const { quantity, reversed } of legs) if (!reversed) total += quantity;
  return total;
};
/** Pieces are neither made nor lost: what is there, what left, and less what was found beyond the receipt. */
const conserved = (state: GoodsState): void => {
  const { departures, found, customerReturns, inspections } = state;
  const melted = [...inspections.values()].filter((one) => one.melted !== undefined);
  const shelved = [...customerReturns.values()].filter(({ goesTo }) => goesTo !== 'old-material');
  let total = standing(departures.values()) + standing(melted);
  total -= standing(found.values()) + standing(shelved);
  for (const [shopId, holding] of state.holdings) {
    const held = heldIn(state, shopId);
    expect(held).toBeGreaterThanOrEqual(0);
    expect(holding.onHand).toBeGreaterThanOrEqual(held);
    expect(Number.isSafeInteger(holding.unitCostFen) && holding.unitCostFen >= 0).toBe(true);
    total += holding.onHand;
  }
  if (state.stage === 'audited') expect(total).toBe(state.receipt?.quantity);
  else {
    expect(total).toBe(0);
    expect(state.holds.size + state.expected.size).toBe(0);
  }
};

test(
  'deciding twice adds nothing, stock is never lost or made, and nothing is held that is not there (S1§2.1/13)',
  { timeout: 60_000 },
  () => {
    const seen = new Set<string>();
    let standIns = 0;
    const ways = { melted: 0, judged: 0, handedOver: 0, reweighed: 0 };
    fc.assert(
      fc.property(life, (commands) => {
        let state = goodsDecider.initial;
        for (const [random, aim] of commands) {
          const one = aimed(random, state, aim);
          const verdict = goodsDecider.decide(one, state);
          if (isRefusal(verdict)) continue;
          for (const event of verdict) {
            seen.add(event.type);
            if (event.type === 'GoodsCustomerReturned') {
              ways.melted += Number(event.data.goesTo === 'old-material');
              ways.reweighed += Number(event.data.reweighed !== undefined);
            }
            ways.judged += Number(event.type === 'GoodsInspected' && event.data.melted !== undefined);
            ways.handedOver += Number(event.type === 'GoodsHoldHandedOver' && event.data.from.endsWith('/wait'));
            if (event.type === 'GoodsHeld' && event.data.replaces !== undefined) standIns += 1;
            expect(GoodsEvent.parse(event)).toEqual(event);
            state = goodsDecider.evolve(state, { ...event, meta: META });
          }
          expect(goodsDecider.decide(one, state)).toEqual([]);
          conserved(state);
        }
      }),
      { numRuns: 900, seed: 20_261_121 },
    );
    // The property proves nothing about facts that never happened.
    expect([...seen].toSorted()).toEqual([...GOODS_EVENT_TYPES].toSorted());
    expect(standIns).toBeGreaterThan(100);
    expect(Math.min(...Object.values(ways)), JSON.stringify(ways)).toBeGreaterThan(3);
  },
);
