/** Whatever documents ask of a stream in whatever order: left ≥ held ≥ 0, and every fen and milligram is somewhere. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import { oldMaterialDecider } from './decider.ts';
import type { Lot } from './events.ts';
import type { OldMaterialCommand } from './rules.ts';
import { heldIn, initial, type OldMaterialState } from './state.ts';

const AT = { shopId: 1, fineness: '足金' };
const holderOf = (id: number) => ({ kind: 'recycle-out', id, no: `JC${id}` });
const movedBy = (id: number) => ({ ...holderOf(id), businessDate: '2026-11-10' });
const lot = (lotId: number, weightMg: number, priceFen: number): Lot => ({
  lotId,
  source: 'recycle',
  category: '戒指',
  style: '光圈',
  name: '',
  weightMg,
  netWeightMg: Math.round(weightMg * 0.98),
  priceFen,
});

type Step = {
  readonly kind: 'bring' | 'hold' | 'edit' | 'release' | 'post' | 'claim' | 'unclaim' | 'giveBack';
  readonly document: number;
  readonly lots: readonly (readonly [lotId: number, weightMg: number])[];
  readonly priceFen: number;
};
const DOCUMENTS = 4;
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('bring', 'hold', 'edit', 'release', 'post', 'post', 'claim', 'unclaim', 'giveBack'),
  document: fc.integer({ min: 1, max: DOCUMENTS }),
  lots: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 900 })), {
    minLength: 1,
    maxLength: 3,
  }),
  priceFen: fc.integer({ min: 0, max: 1_000_000_007 }),
});

/** What a step asks: each document has one hold that it edits, posts, claims and gets back. */
const commandsOf = ({ kind, document, lots }: Step, turn: number, keys: Map<number, string>): OldMaterialCommand[] => {
  const key = keys.get(document) ?? `d${document}/0`;
  const [holder, claimKey] = [holderOf(document), `u/${key}`];
  const takes = lots.map(([lotId, weightMg]) => ({ lotId, weightMg }));
  const next = `d${document}/${turn}`;
  switch (kind) {
    case 'hold':
    case 'edit':
      keys.set(document, next);
      return [{ type: 'Hold', ...AT, key: next, holder, takes, replaces: kind === 'edit' ? key : null }];
    case 'release':
      return [{ type: 'Release', ...AT, key }];
    case 'post':
      return [{ type: 'Post', ...AT, key, document: movedBy(document), lots: [] }];
    case 'claim':
      return [{ type: 'Claim', ...AT, key, claimKey, holder }];
    case 'unclaim':
      return [{ type: 'ReleaseClaim', ...AT, key, claimKey }];
    case 'giveBack':
      keys.set(document, next);
      return [{ type: 'GiveBack', ...AT, key, claimKey, holdKey: next, document: movedBy(document), holder }];
    case 'bring':
      return [];
  }
};
/** A lot that was not there is brought by a document of its own. */
const bringing = ({ lots, priceFen }: Step, state: OldMaterialState, turn: number): OldMaterialCommand[] => {
  const [lotId, part] = lots[0]!;
  const weightMg = part * 4;
  if (state.lots.has(lotId)) return [];
  const key = `recycle-${turn}`;
  const holder = { kind: 'recycle', id: turn, no: `HS${turn}` };
  return [
    { type: 'Hold', ...AT, key, holder, takes: [], replaces: null },
    {
      type: 'Post',
      ...AT,
      key,
      document: { ...holder, businessDate: '2026-11-10' },
      lots: [lot(lotId, weightMg, priceFen)],
    },
  ];
};

/** Three lots are there before a walk begins, so that most of it finds something. */
const stocked = (): OldMaterialState =>
  [1, 2, 3]
    .flatMap((lotId) =>
      bringing({ kind: 'bring', document: 1, lots: [[lotId, 900]], priceFen: 100_003 * lotId }, initial, 1_000 + lotId),
    )
    .reduce((state, command) => {
      const verdict = oldMaterialDecider.decide(command, state);
      return isRefusal(verdict) ? state : verdict.reduce(oldMaterialDecider.evolve, state);
    }, initial);

const check = (state: OldMaterialState): void => {
  const gone = [...state.postings.values()].filter(({ reversed }) => !reversed).flatMap(({ takings }) => takings);
  for (const one of state.lots.values()) {
    const taken = gone.filter(({ lotId }) => lotId === one.lotId);
    const sum = (of: (taking: (typeof taken)[number]) => number) => taken.reduce((total, each) => total + of(each), 0);
    const held = heldIn(state, one.lotId);
    expect(held).toBeGreaterThanOrEqual(0);
    expect(one.leftMg).toBeGreaterThanOrEqual(held);
    expect(one.leftMg + sum(({ weightMg }) => weightMg)).toBe(one.weightMg);
    expect(one.leftFen + sum(({ costFen }) => costFen)).toBe(one.priceFen);
    expect(one.leftNetMg + sum(({ netWeightMg }) => netWeightMg)).toBe(one.netWeightMg);
    expect(one.leftFen).toBeGreaterThanOrEqual(0);
    expect(one.leftNetMg).toBeGreaterThanOrEqual(0);
    if (one.leftMg === 0) expect([one.leftFen, one.leftNetMg]).toEqual([0, 0]);
  }
};

test('left ≥ held ≥ 0; what left and what is left make the whole, in weight and in cost (S1§2.4/1)', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const keys = new Map<number, string>();
      let state = stocked();
      for (const [turn, one] of steps.entries()) {
        const commands =
          one.kind === 'bring' ? bringing(one, state, turn + 10) : commandsOf(one, turn + 1, new Map(keys));
        for (const command of commands) {
          const verdict = oldMaterialDecider.decide(command, state);
          if (isRefusal(verdict)) continue;
          state = verdict.reduce(oldMaterialDecider.evolve, state);
          if (command.type === 'Hold' && command.holder.kind === 'recycle-out')
            keys.set(command.holder.id, command.key);
          if (command.type === 'GiveBack') keys.set(command.holder.id, command.holdKey);
          taken += verdict.filter(({ type }) => type === 'OldMaterialTaken').length;
          expect(oldMaterialDecider.decide(command, state)).toEqual([]);
          check(state);
        }
      }
    }),
    { numRuns: 300 },
  );
  // A walk that never takes anything would prove nothing.
  expect(taken).toBeGreaterThan(300);
});

test('parts of a lot take their share of the cost, and the last of it takes the rest', () => {
  const take = (id: number, weightMg: number): OldMaterialCommand[] => [
    { type: 'Hold', ...AT, key: `k${id}`, holder: holderOf(id), takes: [{ lotId: 1, weightMg }], replaces: null },
    { type: 'Post', ...AT, key: `k${id}`, document: movedBy(id), lots: [] },
  ];
  const first = bringing({ kind: 'bring', document: 1, lots: [[1, 750]], priceFen: 100 }, initial, 10);
  const state = [...first, ...take(1, 1_000), ...take(2, 1_000), ...take(3, 1_000)].reduce((before, command) => {
    const verdict = oldMaterialDecider.decide(command, before);
    if (isRefusal(verdict)) throw new Error(verdict.message);
    return verdict.reduce(oldMaterialDecider.evolve, before);
  }, initial);
  const costs = ['k1', 'k2', 'k3'].map((key) => state.postings.get(key)?.takings[0]?.costFen);
  expect(costs).toEqual([33, 34, 33]);
  expect(state.lots.get(1)).toMatchObject({ leftMg: 0, leftFen: 0, leftNetMg: 0 });
});

test('who is in the way is named: by a hold, by what was taken already', () => {
  const run = (state: OldMaterialState, command: OldMaterialCommand) => {
    const verdict = oldMaterialDecider.decide(command, state);
    return isRefusal(verdict) ? verdict : verdict.reduce(oldMaterialDecider.evolve, state);
  };
  const done = (state: OldMaterialState, command: OldMaterialCommand): OldMaterialState => {
    const after = run(state, command);
    if (isRefusal(after)) throw new Error(after.message);
    return after;
  };
  const brought = bringing({ kind: 'bring', document: 1, lots: [[1, 750]], priceFen: 100 }, initial, 10).reduce(
    done,
    initial,
  );
  const wanting = (id: number, weightMg: number): OldMaterialCommand => ({
    type: 'Hold',
    ...AT,
    key: `k${id}`,
    holder: holderOf(id),
    takes: [{ lotId: 1, weightMg }],
    replaces: null,
  });
  const held = done(brought, wanting(1, 2_000));
  expect(run(held, wanting(2, 2_000))).toMatchObject({
    message: '旧料JL1已被JC1占用',
    data: { holder: { kind: 'recycle-out', id: 1 } },
  });
  expect(run(brought, wanting(2, 4_000))).toMatchObject({ message: '旧料JL1剩余3.000克，不够4.000克' });
  const claim: OldMaterialCommand = {
    type: 'Claim',
    ...AT,
    key: 'recycle-10',
    claimKey: 'u/recycle-10',
    holder: { kind: 'recycle', id: 10, no: 'HS10' },
  };
  expect(run(held, claim)).toMatchObject({ message: '旧料JL1已被JC1占用' });
  const out = done(held, { type: 'Post', ...AT, key: 'k1', document: movedBy(1), lots: [] });
  expect(run(out, claim)).toMatchObject({ message: '旧料JL1已部分或全部出库，见JC1' });
});
