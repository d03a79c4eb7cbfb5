/** Metal that is taken first in, first out, also of what the same order brings: nothing is lost, whatever is edited and taken back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import { oldMaterialDecider } from './decider.ts';
import type { Lot } from './events.ts';
import { metalCost } from './first-in.ts';
import type { OldMaterialCommand } from './rules.ts';
import { heldIn, initial, type OldMaterialState } from './state.ts';

const AT = { shopId: 1, fineness: '足金' };
const holderOf = (id: number) => ({ kind: 'sale', id, no: `XS${id}` });
const movedBy = (id: number) => ({ ...holderOf(id), businessDate: '2026-11-10' });
const lot = (lotId: number, weightMg: number, priceFen: number): Lot => ({
  lotId,
  source: 'order',
  category: '戒指',
  style: '光圈',
  name: '',
  weightMg,
  netWeightMg: Math.round(weightMg * 0.98),
  priceFen,
});

type Order = { readonly key: string; readonly bringsMg: number; readonly firstMg: number; readonly lotId: number };
type Step = {
  readonly kind: 'save' | 'edit' | 'drop' | 'audit' | 'reverse';
  readonly id: number;
  readonly bringsMg: number;
  readonly firstMg: number;
};
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('save', 'edit', 'drop', 'audit', 'audit', 'reverse'),
  id: fc.integer({ min: 1, max: 4 }),
  bringsMg: fc.constantFrom(0, 0, 700, 1_501),
  firstMg: fc.constantFrom(0, 300, 801, 2_000),
});
const priceOf = ({ bringsMg, lotId }: Order): number => bringsMg * 40 + lotId;
const lotsOf = (order: Order): readonly Lot[] =>
  order.bringsMg === 0 ? [] : [lot(order.lotId, order.bringsMg, priceOf(order))];

/** What a step asks, and the order as it stands afterwards. */
const asked = (
  one: Step,
  before: Order | undefined,
  turn: number,
): readonly [OldMaterialCommand[], Order | undefined] => {
  const { kind, id, bringsMg, firstMg } = one;
  const holder = holderOf(id);
  const next: Order = { key: `d${id}/${turn}`, bringsMg, firstMg, lotId: 100 + turn };
  const holds = (order: Order, replaces: string | null): OldMaterialCommand => {
    const { key, bringsMg: brings, firstMg: first } = order;
    return { type: 'Hold', ...AT, key, holder, takes: [], firstMg: first, bringsMg: brings, replaces };
  };
  if (kind === 'save') return [[holds(next, null)], next];
  if (before === undefined) return [[], undefined];
  const { key } = before;
  switch (kind) {
    case 'edit':
      return [[holds(next, key), { type: 'Release', ...AT, key }], next];
    case 'drop':
      return [[{ type: 'Release', ...AT, key }], undefined];
    case 'audit': {
      const lots = lotsOf({ ...before, lotId: next.lotId });
      return [[{ type: 'Post', ...AT, key, document: movedBy(id), lots, firstMg: before.firstMg }], before];
    }
    case 'reverse': {
      const claim = { key, claimKey: `u/${next.key}` };
      const back = { holdKey: next.key, document: movedBy(id), holder };
      return [
        [
          { type: 'Claim', ...AT, ...claim, holder },
          { type: 'GiveBack', ...AT, ...claim, ...back },
        ],
        { ...before, key: next.key },
      ];
    }
  }
};

const check = (state: OldMaterialState): void => {
  const stands = [...state.postings.values()].filter(({ reversed }) => !reversed);
  const takings = stands.flatMap((one) => one.takings);
  for (const one of state.lots.values()) {
    const taken = takings.filter(({ lotId }) => lotId === one.lotId);
    const held = heldIn(state, one.lotId);
    expect(one.leftMg).toBeGreaterThanOrEqual(held);
    expect(held).toBeGreaterThanOrEqual(0);
    expect(one.leftMg + taken.reduce((sum, { weightMg }) => sum + weightMg, 0)).toBe(one.weightMg);
    expect(one.leftFen + taken.reduce((sum, { costFen }) => sum + costFen, 0)).toBe(one.priceFen);
  }
  // Nothing is taken of a lot that went away again.
  for (const { lotId } of takings) expect(state.lots.has(lotId)).toBe(true);
};

test('what orders add is all there, held by them alone, and comes back with them (S1§2.2/4)', () => {
  const seen = { posted: 0, ofOwn: 0, reversed: 0, short: 0 };
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 50 }), (steps) => {
      const orders = new Map<number, Order>();
      let state = initial;
      for (const [turn, one] of steps.entries()) {
        const before = orders.get(one.id);
        if (one.kind === 'save' && before !== undefined) continue;
        const [commands, after] = asked(one, before, turn);
        let refused = false;
        for (const command of commands) {
          const verdict = oldMaterialDecider.decide(command, state);
          refused = isRefusal(verdict);
          if (isRefusal(verdict)) {
            seen.short += Number(verdict.code === 'old_material.short');
            break;
          }
          state = verdict.reduce(oldMaterialDecider.evolve, state);
          expect(oldMaterialDecider.decide(command, state)).toEqual([]);
          check(state);
          seen.posted += Number(command.type === 'Post');
          seen.reversed += Number(command.type === 'GiveBack');
          const own = command.type === 'Post' ? command.lots.map(({ lotId }) => lotId) : [];
          seen.ofOwn += verdict.filter(
            ({ type, data }) => type === 'OldMaterialTaken' && own.includes(data.lotId),
          ).length;
        }
        if (refused) continue;
        if (after === undefined) orders.delete(one.id);
        else orders.set(one.id, after);
      }
    }),
    { numRuns: 900, seed: 20_261_124 },
  );
  // The property proves nothing about what never happened.
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(50);
});

test('costs what the first lots cost; too little says how much there is', () => {
  const lots = [lot(1, 1_000, 40_000), lot(2, 1_000, 50_000)];
  const state = [
    { type: 'Hold', ...AT, key: 'k', holder: holderOf(9), takes: [], replaces: null } as const,
    { type: 'Post', ...AT, key: 'k', document: movedBy(9), lots } as const,
  ].reduce<OldMaterialState>((before, command) => {
    const verdict = oldMaterialDecider.decide(command, before);
    return isRefusal(verdict) ? before : verdict.reduce(oldMaterialDecider.evolve, before);
  }, initial);
  const asks = (weightMg: number, brings: { weightMg: number; netWeightMg: number; priceFen: number }[] = []) =>
    metalCost(state, { weightMg, brings, own: null });
  expect(asks(1_500)).toEqual({ costFen: 65_000, freeMg: 1_500 });
  expect(asks(2_500)).toEqual({ costFen: 90_000, freeMg: 2_000 });
  expect(asks(2_500, [{ weightMg: 1_000, netWeightMg: 980, priceFen: 60_000 }])).toEqual({
    costFen: 120_000,
    freeMg: 2_500,
  });
});
