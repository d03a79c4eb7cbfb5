/** What a count does to lots: the difference with its share of cost, taken back whole while nothing moved since. */
import { describe, expect, test } from 'vitest';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import { oldMaterialDecider } from './decider.ts';
import type { LotTake } from './events.ts';
import type { OldMaterialCommand } from './rules.ts';
import { heldIn, initial, type OldMaterialState } from './state.ts';

const AT = { shopId: 1, fineness: '足金' };
const document = (kind: string, id: number) => ({ kind, id, no: `${kind === 'material-check' ? 'PL' : 'JC'}${id}` });
const movedBy = (kind: string, id: number) => ({ ...document(kind, id), businessDate: '2026-11-10' });
const decide = (state: OldMaterialState, command: OldMaterialCommand): OldMaterialState | Refusal => {
  const verdict = oldMaterialDecider.decide(command, state);
  return isRefusal(verdict) ? verdict : verdict.reduce(oldMaterialDecider.evolve, state);
};
const run = (state: OldMaterialState, ...commands: readonly OldMaterialCommand[]): OldMaterialState =>
  commands.reduce((before, command) => {
    const after = decide(before, command);
    if (isRefusal(after)) throw new Error(after.message);
    // What was done is done: the same again adds nothing.
    expect(oldMaterialDecider.decide(command, after)).toEqual([]);
    return after;
  }, state);
const holding = (key: string, kind: string, id: number, takes: readonly LotTake[]): OldMaterialCommand => ({
  type: 'Hold',
  ...AT,
  key,
  holder: document(kind, id),
  takes,
  replaces: null,
});
const posting = (key: string, kind: string, id: number, gains?: readonly LotTake[]): OldMaterialCommand => ({
  type: 'Post',
  ...AT,
  key,
  document: movedBy(kind, id),
  lots: [],
  ...(gains !== undefined && { gains }),
});
const count = (id: number, losses: readonly LotTake[], gains: readonly LotTake[]): readonly OldMaterialCommand[] => [
  holding(`c${id}`, 'material-check', id, [...losses, ...gains.map(({ lotId }) => ({ lotId, weightMg: 0 }))]),
  posting(`c${id}`, 'material-check', id, gains),
];
const exit = (id: number, lotId: number, weightMg: number): readonly OldMaterialCommand[] => [
  holding(`e${id}`, 'recycle-out', id, [{ lotId, weightMg }]),
  posting(`e${id}`, 'recycle-out', id),
];
const claiming = (key: string, kind: string, id: number): OldMaterialCommand => ({
  type: 'Claim',
  ...AT,
  key,
  claimKey: `u/${key}`,
  holder: document(kind, id),
});
const givingBack = (key: string, id: number): OldMaterialCommand => ({
  type: 'GiveBack',
  ...AT,
  key,
  claimKey: `u/${key}`,
  holdKey: `${key}/2`,
  document: movedBy('material-check', id),
  holder: document('material-check', id),
});

const lot = (lotId: number, weightMg: number, priceFen: number) => ({
  lotId,
  source: 'recycle' as const,
  category: '戒指',
  style: '光圈',
  name: '',
  weightMg,
  netWeightMg: weightMg - weightMg / 50,
  priceFen,
});
/** 10 g for 5,000 yuan, and 4 g for 1,000. */
const stocked = run(initial, holding('r', 'recycle', 9, []), {
  type: 'Post',
  ...AT,
  key: 'r',
  document: movedBy('recycle', 9),
  lots: [lot(1, 10_000, 500_000), lot(2, 4_000, 100_000)],
});

describe('a count of lots', () => {
  test('takes what lacks, and adds what is too much, at each lot’s own cost per mg', () => {
    const counted = run(stocked, ...count(1, [{ lotId: 1, weightMg: 100 }], [{ lotId: 2, weightMg: 40 }]));
    expect(counted.lots.get(1)).toMatchObject({ leftMg: 9_900, leftNetMg: 9_702, leftFen: 495_000 });
    expect(counted.lots.get(2)).toMatchObject({ leftMg: 4_040, leftNetMg: 3_959, leftFen: 101_000 });
    expect(counted.holds.size).toBe(0);
  });
  test('takes a lot that is missing whole, with all its cost', () => {
    const counted = run(stocked, ...count(1, [{ lotId: 1, weightMg: 10_000 }], []));
    expect(counted.lots.get(1)).toMatchObject({ leftMg: 0, leftNetMg: 0, leftFen: 0 });
  });
  test('adds to a lot that was used up meanwhile at the cost it came with', () => {
    const [hold, post] = count(1, [], [{ lotId: 2, weightMg: 40 }]);
    const counted = run(stocked, hold!, ...exit(5, 2, 4_000), post!);
    expect(counted.lots.get(2)).toMatchObject({ leftMg: 40, leftNetMg: 39, leftFen: 1_000 });
  });
  test('is taken back to the fen, and holds again what it held', () => {
    const counted = run(stocked, ...count(1, [{ lotId: 1, weightMg: 333 }], [{ lotId: 2, weightMg: 77 }]));
    const back = run(counted, claiming('c1', 'material-check', 1), givingBack('c1', 1));
    for (const lotId of [1, 2]) expect(back.lots.get(lotId)).toEqual(stocked.lots.get(lotId));
    expect([heldIn(back, 1), heldIn(back, 2)]).toEqual([333, 0]);
  });
  test('is not taken back once something was taken of the lot, or it was counted again', () => {
    const counted = run(stocked, ...count(1, [{ lotId: 1, weightMg: 100 }], []));
    const claim = claiming('c1', 'material-check', 1);
    expect(decide(run(counted, ...exit(5, 1, 10)), claim)).toMatchObject({ message: '旧料JL1盘点后已有变动，见JC5' });
    expect(decide(run(counted, ...count(2, [], [{ lotId: 1, weightMg: 1 }])), claim)).toMatchObject({
      message: '旧料JL1盘点后已有变动，见PL2',
    });
    // What left another lot, or left before, is none of it.
    run(run(counted, ...exit(5, 2, 10)), claim);
    run(run(run(stocked, ...exit(5, 1, 10)), ...count(1, [{ lotId: 1, weightMg: 100 }], [])), claim);
  });
  test('is not taken back while somebody holds what it added', () => {
    const counted = run(stocked, ...count(1, [], [{ lotId: 2, weightMg: 40 }]));
    const wanted = run(counted, holding('e5', 'recycle-out', 5, [{ lotId: 2, weightMg: 4_001 }]));
    expect(decide(wanted, claiming('c1', 'material-check', 1))).toMatchObject({ message: '旧料JL2已被JC5占用' });
  });
  test('keeps the lot from being withdrawn, before and after', () => {
    const claim = claiming('r', 'recycle', 9);
    const [hold, post] = count(1, [], [{ lotId: 2, weightMg: 40 }]);
    const waiting = run(stocked, hold!);
    expect(decide(waiting, claim)).toMatchObject({ message: '旧料JL2已被PL1占用' });
    expect(decide(run(waiting, post!), claim)).toMatchObject({ message: '旧料JL2已盘点调整，见PL1' });
  });
  test('holds what lacks from the moment it is written: nobody sells what is not there', () => {
    const [hold] = count(1, [{ lotId: 1, weightMg: 100 }], []);
    const waiting = run(stocked, hold!);
    expect(decide(waiting, exit(5, 1, 9_901)[0]!)).toMatchObject({ message: '旧料JL1已被PL1占用' });
    run(waiting, ...exit(5, 1, 9_900));
  });
});
