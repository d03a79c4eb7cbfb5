/** What every custodian promises documents (custodian.ts), as one property over the lives that a document leads it through. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/user.ts';
import { noIds, SaveRequest } from '../platform/streams/save-request.ts';
import { Steps } from '../platform/streams/steps.ts';
import { Together } from '../platform/streams/together.ts';
import {
  Life,
  savingThrough,
  STEPS,
  type CustodianCase,
  type CustodianWorld,
  type Deed,
  type LifeStep,
  type Step,
} from './custodian-life.ts';

const walk = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(), fc.nat()), { minLength: 8, maxLength: 24 });

const testTogether = (name: string, of: CustodianCase): void => {
  test(`${name}: what is saved together waits, and is seen by what follows it`, async () => {
    const [world, life] = [await of.open(), new Life(of)];
    const save = new Together(world, new SaveRequest(noIds));
    const waiting = savingThrough(world.custodian, save);
    const [before, balance] = [world.written(), await world.balance()];
    const steps = ['reserve', 'post', 'claim', 'unclaim', 'claim', 'giveBack', 'releaseDropped', 'reserve'] as const;
    for (const [turn, step] of steps.entries()) {
      const answer = await life.take(step, 1)?.deed(waiting, of.actor(`together-${turn}`));
      expect(answer === undefined || isRefusal(answer) ? `${step}: ${JSON.stringify(answer)}` : 'done').toBe('done');
      expect([world.written(), await world.balance()]).toEqual([before, balance]);
    }
    await save.write();
    expect(world.written()).toBeGreaterThan(before);
    expect(await world.balance()).toEqual(life.expected());
  });
};

const inSteps = ({ custodian, store }: CustodianWorld) => savingThrough(custodian, new Steps(store));
const silent = async (world: CustodianWorld, deed: Deed, actor: Actor): Promise<void> => {
  const before = world.written();
  const answer = await deed(inSteps(world), actor);
  expect(isRefusal(answer) ? answer.code : 'silent').toBe('silent');
  expect(world.written()).toBe(before);
};
const refused = async (world: CustodianWorld, deed: Deed, actor: Actor): Promise<void> => {
  const before = world.written();
  expect(isRefusal(await deed(inSteps(world), actor))).toBe(true);
  expect(world.written()).toBe(before);
};

type Walk = readonly (readonly [step: Step, amount: number, earlier: number])[];
/** Each step is done, is silent when it is repeated, and leaves what was released refused. */
const lead = async (of: CustodianCase, steps: Walk): Promise<void> => {
  const [world, life] = [await of.open(), new Life(of)];
  const done: LifeStep[] = [];
  let turn = 0;
  const actor = (): Actor => of.actor(`turn-${(turn += 1)}`);
  for (const [step, amount, earlier] of steps) {
    const taken = life.take(step, 1 + (amount % of.stock));
    if (taken === null) continue;
    const answer = await taken.deed(inSteps(world), actor());
    expect(isRefusal(answer) ? `${step}: ${answer.code}` : 'done').toBe('done');
    expect(await world.balance()).toEqual(life.expected());
    await silent(world, taken.deed, actor());
    done.push(taken);
    const repeated = done[earlier % done.length];
    const gone = repeated?.keys.some((key) => life.released.has(key) || life.ended.has(key));
    if (repeated !== undefined && gone === false) await silent(world, repeated.deed, actor());
    for (const key of life.releasedReservations()) {
      await refused(world, (custodian, by) => custodian.reserve(life.late(key, by)), actor());
    }
    expect(await world.balance()).toEqual(life.expected());
  }
};

const testLate = (name: string, of: CustodianCase): void => {
  test(`${name}: what was released before it came is refused when it comes`, async () => {
    const [world, life] = [await of.open(), new Life(of)];
    const key = life.key('v');
    await inSteps(world).release({ id: of.id, key, claimOf: null, actor: of.actor('early') });
    await refused(world, (custodian, by) => custodian.reserve(life.late(key, by)), of.actor('late'));
    await life.take('reserve', 1)?.deed(inSteps(world), of.actor('reserve'));
    const posted = life.take('post', 1);
    await posted?.deed(inSteps(world), of.actor('post'));
    const claimKey = life.key('u');
    const [postedKey = ''] = posted?.keys ?? [];
    await inSteps(world).release({ id: of.id, key: claimKey, claimOf: postedKey, actor: of.actor('unclaim') });
    const claim: Deed = (custodian, by) =>
      custodian.claim({ ...life.ask({ key: postedKey, quantity: 1 }, by), claimKey });
    await refused(world, claim, of.actor('claim'));
    expect(await world.balance()).toEqual(life.expected());
  });
};

/** Runs the suite for one way in which documents ask the custodian. */
export const testCustodian = (name: string, of: CustodianCase): void => {
  test(`${name}: repeats are silent, what is late is refused, a replaced one counts once, giving back restores`, async () => {
    await fc.assert(
      fc.asyncProperty(walk, (steps) => lead(of, steps)),
      { numRuns: 40 },
    );
  });
  testLate(name, of);
  testTogether(name, of);
};
