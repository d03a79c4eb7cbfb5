/** What every custodian promises documents (custodian.ts), as one property over the lives that a document leads it through. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentNo, effectKey, type DocumentKind, type EffectLeg, type EffectStep } from '../contracts/document.ts';
import { isRefusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/user.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { Gathered } from '../platform/gathered.ts';
import type { Ask, Custodian, ReserveAsk } from './custodian.ts';

/** Of the thing at the place where it is reserved: how much is there, and how much of it nobody else may have. */
export type Balance = { readonly there: number; readonly reserved: number };
export type CustodianWorld = {
  readonly custodian: Custodian;
  balance(): Promise<Balance>;
  /** Events written so far. */
  written(): number;
  readonly store: EventStore;
};
export type CustodianCase = {
  readonly kind: DocumentKind;
  readonly custodian: string;
  readonly id: string;
  readonly role: EffectLeg['role'];
  /** What is posted stays there, and reserved. */
  readonly keeps?: true;
  /** A world in which so much is there and free. */
  readonly stock: number;
  readonly open: () => Promise<CustodianWorld>;
  /** Terms of the `posting`-th posting, from 1; 0 before the first audit. */
  readonly terms: (posting: number) => unknown;
  readonly actor: (key: string) => Actor;
};

type Deed = (custodian: Custodian, actor: Actor) => ReturnType<Custodian['post']>;
type Done = { readonly keys: readonly string[]; readonly deed: Deed };
const STEPS = ['reserve', 'edit', 'giveUpEdit', 'letGo', 'post', 'claim', 'unclaim', 'giveBack'] as const;
type Step = (typeof STEPS)[number];
type Reserved = { readonly key: string; readonly quantity: number };

/** A document with one effect. Each step names its deed, or null where no document would take it. */
class Life {
  readonly #of: CustodianCase;
  readonly #id = 7;
  #number = 0;
  #postings = 0;
  #standing: Reserved | null = null;
  /** Fell away in an edit, and is let go some time later. */
  #fallen: Reserved | null = null;
  #posted = false;
  #claim: { readonly claimKey: string; readonly backKey: string } | null = null;
  readonly released = new Set<string>();
  /** Stood in for by what was posted: they take nothing any more, and are still let go. */
  readonly ended = new Set<string>();

  constructor(of: CustodianCase) {
    this.#of = of;
  }

  expected(): Balance {
    const { stock, role } = this.#of;
    const quantity = this.#standing?.quantity ?? 0;
    if (role === 'stay' && this.#posted) return this.#stayed(stock, quantity);
    const there = this.#posted ? stock + (role === 'in' ? quantity : -quantity) : stock;
    // What is to come is nobody's yet; what came is reserved while it is claimed.
    if (role === 'in') return { there, reserved: this.#claim === null ? 0 : quantity };
    return { there, reserved: this.#posted ? 0 : Math.max(quantity, this.#fallen?.quantity ?? 0) };
  }

  #stayed(there: number, quantity: number): Balance {
    const keeps = this.#of.keeps === true || this.#claim !== null;
    return { there, reserved: keeps ? quantity : 0 };
  }

  take(step: Step, quantity: number): Done | null {
    const standing = this.#standing;
    if (step === 'reserve') return standing === null ? this.#reserve(quantity) : null;
    if (standing === null) return null;
    return this.#claim === null ? this.#unclaimedStep(step, standing, quantity) : this.#claimedStep(step, standing);
  }
  #unclaimedStep(step: Step, standing: Reserved, quantity: number): Done | null {
    const mayEdit = !this.#posted && this.#fallen === null;
    switch (step) {
      case 'edit':
        return mayEdit ? this.#edit(standing, quantity) : null;
      case 'giveUpEdit':
        return mayEdit ? this.#giveUpEdit(standing, quantity) : null;
      case 'letGo':
        return this.#letGo(standing);
      case 'post':
        return this.#posted ? null : this.#post(standing);
      case 'claim':
        return this.#posted ? this.#claimed(standing) : null;
      default:
        return null;
    }
  }
  #claimedStep(step: Step, standing: Reserved): Done | null {
    if (this.#claim === null) return null;
    if (step === 'unclaim') return this.#unclaim(standing, this.#claim.claimKey);
    if (step === 'giveBack') return this.#giveBack(standing, this.#claim);
    return step === 'letGo' ? this.#letGo(standing) : null;
  }

  ask({ key, quantity }: Reserved, actor: Actor, posting = this.#postings): Ask {
    const { kind, custodian, id, role, terms } = this.#of;
    const no = documentNo(kind, this.#id);
    return {
      document: { kind, id: this.#id, no, businessDate: '2026-11-10', line: 0 },
      effect: { key, custodian, id, legs: [{ list: 'goods', lineId: '0', role, quantity }] },
      terms: terms(posting),
      actor,
    };
  }
  /** The reservation of a key, whatever became of it. */
  late(key: string, actor: Actor): ReserveAsk {
    return { ...this.ask({ key, quantity: 1 }, actor, 0), replaces: null };
  }
  key(letter: 'v' | 'u'): string {
    const step: EffectStep = `${letter}${(this.#number += 1)}`;
    return effectKey(this.#of.kind, this.#id, step, this.#of);
  }

  #holding(wanted: Reserved, replaces: string | null): Deed {
    return (custodian, actor) => custodian.reserve({ ...this.ask(wanted, actor, 0), replaces });
  }
  #release(key: string, claimOf: string | null): Deed {
    this.released.add(key);
    return (custodian, actor) => custodian.release({ id: this.#of.id, key, claimOf, actor });
  }
  #reserve(quantity: number): Done {
    this.#standing = { key: this.key('v'), quantity };
    return { keys: [this.#standing.key], deed: this.#holding(this.#standing, null) };
  }
  #edit(standing: Reserved, quantity: number): Done {
    this.#fallen = standing;
    this.#standing = { key: this.key('v'), quantity };
    return { keys: [this.#standing.key], deed: this.#holding(this.#standing, standing.key) };
  }
  #giveUpEdit(standing: Reserved, quantity: number): Done {
    const wanted = { key: this.key('v'), quantity };
    const [hold, letGo] = [this.#holding(wanted, standing.key), this.#release(wanted.key, null)];
    return {
      keys: [wanted.key],
      deed: async (custodian, actor) => {
        const held = this.released.has(`${wanted.key} held`) ? null : await hold(custodian, actor);
        this.released.add(`${wanted.key} held`);
        return held !== null && isRefusal(held) ? held : letGo(custodian, actor);
      },
    };
  }
  /** What fell away, or everything when the document is deleted. */
  #letGo(standing: Reserved): Done | null {
    const { key } = this.#fallen ?? standing;
    if (this.#fallen !== null) this.#fallen = null;
    else if (this.#posted) return null;
    else this.#standing = null;
    return { keys: [key], deed: this.#release(key, null) };
  }
  #post(standing: Reserved): Done {
    this.#posted = true;
    if (this.#fallen !== null) {
      this.ended.add(this.#fallen.key);
      this.#fallen = { ...this.#fallen, quantity: 0 };
    }
    const posting = (this.#postings += 1);
    return { keys: [standing.key], deed: (custodian, actor) => custodian.post(this.ask(standing, actor, posting)) };
  }
  #claimed(standing: Reserved): Done {
    const posting = this.#postings;
    const claimKey = this.key('u');
    this.#claim = { claimKey, backKey: this.key('v') };
    const deed: Deed = (custodian, actor) => custodian.claim({ ...this.ask(standing, actor, posting), claimKey });
    return { keys: [claimKey], deed };
  }
  #unclaim({ key }: Reserved, claimKey: string): Done {
    this.#claim = null;
    return { keys: [claimKey], deed: this.#release(claimKey, key) };
  }
  #giveBack(standing: Reserved, keys: { readonly claimKey: string; readonly backKey: string }): Done {
    const posting = this.#postings;
    this.#posted = false;
    this.#claim = null;
    this.#standing = { ...standing, key: keys.backKey };
    const deed: Deed = (custodian, actor) => custodian.giveBack({ ...this.ask(standing, actor, posting), ...keys });
    return { keys: [keys.claimKey], deed };
  }
}

const walk = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(), fc.nat()), { minLength: 8, maxLength: 24 });

const testGathering = (name: string, of: CustodianCase): void => {
  test(`${name}: what is gathered waits, and is seen by what follows it`, async () => {
    const [world, life] = [await of.open(), new Life(of)];
    const plain = world.custodian;
    if (plain.gathers !== true) return;
    const gathered = new Gathered(world.store);
    const oneCommit = gathered;
    const gathering: Custodian = {
      reserve: (ask) => plain.reserve({ ...ask, oneCommit }),
      post: (ask) => plain.post({ ...ask, oneCommit }),
      claim: (ask) => plain.claim({ ...ask, oneCommit }),
      giveBack: (ask) => plain.giveBack({ ...ask, oneCommit }),
      release: (ask) => plain.release({ ...ask, oneCommit }),
    };
    const [before, balance] = [world.written(), await world.balance()];
    const steps = ['reserve', 'post', 'claim', 'unclaim', 'claim', 'giveBack', 'letGo', 'reserve'] as const;
    for (const [turn, step] of steps.entries()) {
      const answer = await life.take(step, 1)?.deed(gathering, of.actor(`gathered-${turn}`));
      expect(answer === undefined || isRefusal(answer) ? `${step}: ${JSON.stringify(answer)}` : 'done').toBe('done');
      expect([world.written(), await world.balance()]).toEqual([before, balance]);
    }
    await gathered.write(world.store);
    expect(world.written()).toBeGreaterThan(before);
    expect(await world.balance()).toEqual(life.expected());
  });
};

/** Runs the suite for one way in which documents ask the custodian. */
export const testCustodian = (name: string, of: CustodianCase): void => {
  const silent = async (world: CustodianWorld, deed: Deed, actor: Actor): Promise<void> => {
    const before = world.written();
    const answer = await deed(world.custodian, actor);
    expect(isRefusal(answer) ? answer.code : 'silent').toBe('silent');
    expect(world.written()).toBe(before);
  };
  const refused = async (world: CustodianWorld, deed: Deed, actor: Actor): Promise<void> => {
    const before = world.written();
    expect(isRefusal(await deed(world.custodian, actor))).toBe(true);
    expect(world.written()).toBe(before);
  };

  test(`${name}: repeats are silent, what is late is refused, a replaced one counts once, giving back restores`, async () => {
    await fc.assert(
      fc.asyncProperty(walk, async (steps) => {
        const [world, life] = [await of.open(), new Life(of)];
        const done: Done[] = [];
        let turn = 0;
        const actor = (): Actor => of.actor(`turn-${(turn += 1)}`);
        for (const [step, amount, earlier] of steps) {
          const taken = life.take(step, 1 + (amount % of.stock));
          if (taken === null) continue;
          const answer = await taken.deed(world.custodian, actor());
          expect(isRefusal(answer) ? `${step}: ${answer.code}` : 'done').toBe('done');
          expect(await world.balance()).toEqual(life.expected());
          await silent(world, taken.deed, actor());
          done.push(taken);
          const repeated = done[earlier % done.length];
          const gone = repeated?.keys.some((key) => life.released.has(key) || life.ended.has(key));
          if (repeated !== undefined && gone === false) await silent(world, repeated.deed, actor());
          for (const key of life.released) {
            if (!key.endsWith(' held') && key.includes('/v')) {
              await refused(world, (custodian, by) => custodian.reserve(life.late(key, by)), actor());
            }
          }
          expect(await world.balance()).toEqual(life.expected());
        }
      }),
      { numRuns: 40 },
    );
  });

  test(`${name}: what was released before it came is refused when it comes`, async () => {
    const [world, life] = [await of.open(), new Life(of)];
    const key = life.key('v');
    await world.custodian.release({ id: of.id, key, claimOf: null, actor: of.actor('early') });
    await refused(world, (custodian, by) => custodian.reserve(life.late(key, by)), of.actor('late'));
    await life.take('reserve', 1)?.deed(world.custodian, of.actor('reserve'));
    const posted = life.take('post', 1);
    await posted?.deed(world.custodian, of.actor('post'));
    const claimKey = life.key('u');
    const [postedKey = ''] = posted?.keys ?? [];
    await world.custodian.release({ id: of.id, key: claimKey, claimOf: postedKey, actor: of.actor('unclaim') });
    const claim: Deed = (custodian, by) =>
      custodian.claim({ ...life.ask({ key: postedKey, quantity: 1 }, by), claimKey });
    await refused(world, claim, of.actor('claim'));
    expect(await world.balance()).toEqual(life.expected());
  });
  testGathering(name, of);
};
