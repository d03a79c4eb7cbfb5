/** The life that a document leads a custodian through, for the suite of custodians: what it asks, and what must be there then. */
import { documentNo, effectKey, type DocumentKind, type EffectLeg, type EffectStep } from '../contracts/document.ts';
import { isRefusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/user.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import type { Save } from '../contracts/save.ts';
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

type Unsaved<Of> = Omit<Of, 'save'>;
/** A custodian whose asks go through one save. */
export type SavingCustodian = {
  readonly [Name in 'reserve' | 'post' | 'claim' | 'giveBack' | 'release']: (
    ask: Unsaved<Parameters<Custodian[Name]>[0]>,
  ) => ReturnType<Custodian['post']>;
};
export const savingThrough = (custodian: Custodian, save: Save): SavingCustodian => ({
  reserve: (ask) => custodian.reserve({ ...ask, save }),
  post: (ask) => custodian.post({ ...ask, save }),
  claim: (ask) => custodian.claim({ ...ask, save }),
  giveBack: (ask) => custodian.giveBack({ ...ask, save }),
  release: (ask) => custodian.release({ ...ask, save }),
});

export type Deed = (custodian: SavingCustodian, actor: Actor) => ReturnType<Custodian['post']>;
export type LifeStep = { readonly keys: readonly string[]; readonly deed: Deed };
export const STEPS = [
  'reserve',
  'edit',
  'giveUpEdit',
  'releaseDropped',
  'post',
  'claim',
  'unclaim',
  'giveBack',
] as const;
export type Step = (typeof STEPS)[number];
type Reserved = { readonly key: string; readonly quantity: number };

/** A document with one effect. Each step names its deed, or null where no document would take it. */
export class Life {
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
    if (role === 'in') return this.#withArrival(stock, quantity);
    if (!this.#posted) return { there: stock, reserved: Math.max(quantity, this.#fallen?.quantity ?? 0) };
    return role === 'stay' ? this.#stayed(stock, quantity) : { there: stock - quantity, reserved: 0 };
  }

  /** What is to come is nobody's yet; what came is reserved while it is claimed. */
  #withArrival(stock: number, quantity: number): Balance {
    return { there: this.#posted ? stock + quantity : stock, reserved: this.#claim === null ? 0 : quantity };
  }
  #stayed(there: number, quantity: number): Balance {
    const keeps = this.#of.keeps === true || this.#claim !== null;
    return { there, reserved: keeps ? quantity : 0 };
  }

  take(step: Step, quantity: number): LifeStep | null {
    const standing = this.#standing;
    if (step === 'reserve') return standing === null ? this.#reserve(quantity) : null;
    if (standing === null) return null;
    return this.#claim === null ? this.#unclaimedStep(step, standing, quantity) : this.#claimedStep(step, standing);
  }
  #unclaimedStep(step: Step, standing: Reserved, quantity: number): LifeStep | null {
    const mayEdit = !this.#posted && this.#fallen === null;
    switch (step) {
      case 'edit':
        return mayEdit ? this.#edit(standing, quantity) : null;
      case 'giveUpEdit':
        return mayEdit ? this.#giveUpEdit(standing, quantity) : null;
      case 'releaseDropped':
        return this.#releaseDropped(standing);
      case 'post':
        return this.#posted ? null : this.#post(standing);
      case 'claim':
        return this.#posted ? this.#claimed(standing) : null;
      default:
        return null;
    }
  }
  #claimedStep(step: Step, standing: Reserved): LifeStep | null {
    if (this.#claim === null) return null;
    if (step === 'unclaim') return this.#unclaim(standing, this.#claim.claimKey);
    if (step === 'giveBack') return this.#giveBack(standing, this.#claim);
    return step === 'releaseDropped' ? this.#releaseDropped(standing) : null;
  }

  ask({ key, quantity }: Reserved, actor: Actor, posting = this.#postings): Unsaved<Ask> {
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
  late(key: string, actor: Actor): Unsaved<ReserveAsk> {
    return { ...this.ask({ key, quantity: 1 }, actor, 0), replaces: null };
  }
  releasedReservations(): readonly string[] {
    return [...this.released].filter((key) => !key.endsWith(' held') && key.includes('/v'));
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
  #reserve(quantity: number): LifeStep {
    this.#standing = { key: this.key('v'), quantity };
    return { keys: [this.#standing.key], deed: this.#holding(this.#standing, null) };
  }
  #edit(standing: Reserved, quantity: number): LifeStep {
    this.#fallen = standing;
    this.#standing = { key: this.key('v'), quantity };
    return { keys: [this.#standing.key], deed: this.#holding(this.#standing, standing.key) };
  }
  #giveUpEdit(standing: Reserved, quantity: number): LifeStep {
    const wanted = { key: this.key('v'), quantity };
    const [hold, release] = [this.#holding(wanted, standing.key), this.#release(wanted.key, null)];
    return {
      keys: [wanted.key],
      deed: async (custodian, actor) => {
        const held = this.released.has(`${wanted.key} held`) ? null : await hold(custodian, actor);
        this.released.add(`${wanted.key} held`);
        return held !== null && isRefusal(held) ? held : release(custodian, actor);
      },
    };
  }
  /** What fell away, or everything when the document is deleted. */
  #releaseDropped(standing: Reserved): LifeStep | null {
    const { key } = this.#fallen ?? standing;
    if (this.#fallen !== null) this.#fallen = null;
    else if (this.#posted) return null;
    else this.#standing = null;
    return { keys: [key], deed: this.#release(key, null) };
  }
  #post(standing: Reserved): LifeStep {
    this.#posted = true;
    if (this.#fallen !== null) {
      this.ended.add(this.#fallen.key);
      this.#fallen = { ...this.#fallen, quantity: 0 };
    }
    const posting = (this.#postings += 1);
    return { keys: [standing.key], deed: (custodian, actor) => custodian.post(this.ask(standing, actor, posting)) };
  }
  #claimed(standing: Reserved): LifeStep {
    const posting = this.#postings;
    const claimKey = this.key('u');
    this.#claim = { claimKey, backKey: this.key('v') };
    const deed: Deed = (custodian, actor) => custodian.claim({ ...this.ask(standing, actor, posting), claimKey });
    return { keys: [claimKey], deed };
  }
  #unclaim({ key }: Reserved, claimKey: string): LifeStep {
    this.#claim = null;
    return { keys: [claimKey], deed: this.#release(claimKey, key) };
  }
  #giveBack(standing: Reserved, keys: { readonly claimKey: string; readonly backKey: string }): LifeStep {
    const posting = this.#postings;
    this.#posted = false;
    this.#claim = null;
    this.#standing = { ...standing, key: keys.backKey };
    const deed: Deed = (custodian, actor) => custodian.giveBack({ ...this.ask(standing, actor, posting), ...keys });
    return { keys: [keys.claimKey], deed };
  }
}
