/** Whatever documents and merges do, an account has what its ledger says, and never less than what is kept of it (R79). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import type { BalanceCommand } from './commands.ts';
import { balanceDecider } from './decider.ts';
import { ACCOUNTS, type Account, type BalanceEvent } from './events.ts';
import { balanceOf, heldFen, type BalanceState } from './state.ts';

const { decide, evolve, initial } = balanceDecider;
const [ONE, OTHER] = [12, 13];

/** Both records of one person, and what was written of each. */
class Person {
  readonly states = new Map<number, BalanceState>([
    [ONE, initial],
    [OTHER, initial],
  ]);
  readonly events: BalanceEvent[] = [];

  of(customerId: number): BalanceState {
    return this.states.get(customerId) ?? initial;
  }
  /** Whether it was accepted. */
  tell(command: BalanceCommand): boolean {
    const before = this.of(command.customerId);
    const verdict = decide(command, before);
    if (isRefusal(verdict)) return false;
    this.events.push(...(verdict as BalanceEvent[]));
    this.states.set(command.customerId, verdict.reduce(evolve, before));
    return true;
  }
  total(account: Account): number {
    return [ONE, OTHER].reduce((sum, id) => sum + balanceOf(this.of(id), account), 0);
  }
}

/** What an event does to the ledger of an account. */
const movedBy = (event: BalanceEvent, account: Account): number => {
  const { type, data } = event;
  const sumOf = (moved: readonly { account: Account; amountFen: number }[]) =>
    moved.reduce((sum, one) => sum + (one.account === account ? one.amountFen : 0), 0);
  switch (type) {
    case 'BalancePosted':
      return data.account === account ? data.addedFen - data.takenFen : 0;
    case 'BalancePostingReversed':
      return data.account === account ? data.takenFen - data.addedFen : 0;
    case 'BalanceHandedOver':
      return -sumOf(data.moved);
    case 'BalanceTakenOver':
    case 'BalanceHandOverUndone':
      return sumOf(data.moved);
    default:
      return 0;
  }
};

type Step = 'save' | 'edit' | 'audit' | 'unaudit' | 'remove';
type Sums = { addedFen: number; takenFen: number };
type Content = { customerId: number; account: Account; sums: Sums };
type Paper = Content & { version: number; posted: string | null };
const holderOf = (id: number) => ({ kind: 'sale', id, no: `XS${id}` });
const documentOf = (id: number) => ({ ...holderOf(id), businessDate: '2026-11-10' });
const keyOf = (id: number, end: string): string => `sale-${id}/${end}`;
/** Documents as the saga leads them: a deposit adds, an order takes; an edit stands in for what was held. */
class Papers {
  readonly person = new Person();
  readonly #papers = new Map<number, Paper>();
  #merge = 0;

  take(step: Step, id: number, of: Content): void {
    const paper = this.#papers.get(id);
    if (paper === undefined) this.#save(step, id, of);
    else if (paper.posted === null) this.#pending(step, id, paper, of.sums);
    else if (step === 'unaudit') this.#unaudit(id, paper, paper.posted);
  }
  #save(step: Step, id: number, of: Content): void {
    if (step !== 'save') return;
    const { customerId, account, sums } = of;
    const held = { ...sums, holder: holderOf(id), replaces: null, key: keyOf(id, 'v1') };
    if (!this.person.tell({ type: 'HoldBalance', customerId, account, ...held })) return;
    this.#papers.set(id, { ...of, version: 1, posted: null });
  }
  #pending(step: Step, id: number, paper: Paper, sums: Sums): void {
    const { version, ...of } = paper;
    const at = { customerId: of.customerId, account: of.account };
    const key = keyOf(id, `v${version}`);
    if (step === 'edit') {
      const next = keyOf(id, `v${version + 1}`);
      const held = { ...sums, holder: holderOf(id), key: next, replaces: key };
      if (!this.person.tell({ type: 'HoldBalance', ...at, ...held })) return;
      this.person.tell({ type: 'ReleaseBalance', ...at, key });
      this.#papers.set(id, { ...paper, version: version + 1, sums });
    } else if (step === 'audit') {
      this.person.tell({ type: 'PostBalance', ...at, ...paper.sums, key, document: documentOf(id) });
      this.#papers.set(id, { ...paper, posted: key });
    } else if (step === 'remove') {
      this.person.tell({ type: 'ReleaseBalance', ...at, key });
      this.#papers.delete(id);
    }
  }
  #unaudit(id: number, paper: Paper, postedKey: string): void {
    const { customerId, account } = paper;
    const version = paper.version + 1;
    const keys = { customerId, account, claimKey: keyOf(id, `u${version}`), postedKey };
    if (!this.person.tell({ type: 'ClaimBalance', ...keys, holder: holderOf(id) })) return;
    const back = { holdKey: keyOf(id, `v${version}`), document: documentOf(id) };
    this.person.tell({ type: 'ReverseBalance', ...keys, ...back });
    this.#papers.set(id, { ...paper, version, posted: null });
  }
  /** Over and back; the money is on its way only between the two commands. */
  merge(parts: boolean): void {
    const mergeId = (this.#merge += 1);
    const [goes, comes] = [
      { customerId: OTHER, otherId: ONE, mergeId, doing: 'merge' },
      { customerId: ONE, otherId: OTHER, mergeId, doing: 'merge' },
    ] as const;
    if (!this.person.tell({ type: 'HandOverBalance', ...goes, amounts: null })) return;
    const amounts = this.person.of(OTHER).moves.get(`${mergeId}/merge`) ?? {};
    if (!parts) return void this.person.tell({ type: 'UndoHandOver', ...goes });
    this.person.tell({ type: 'TakeOverBalance', ...comes, amounts });
    if (!this.person.tell({ type: 'HandOverBalance', ...comes, doing: 'part', amounts })) return;
    this.person.tell({ type: 'TakeOverBalance', ...goes, doing: 'part', amounts });
  }
}

const amount = fc.integer({ min: 0, max: 50 });
const step = fc.record({
  step: fc.constantFrom<Step | 'merge' | 'undone'>(
    'save',
    'save',
    'edit',
    'audit',
    'audit',
    'unaudit',
    'remove',
    'merge',
    'undone',
  ),
  id: fc.integer({ min: 1, max: 6 }),
  customerId: fc.constantFrom(ONE, OTHER),
  account: fc.constantFrom<Account>(...ACCOUNTS),
  adds: fc.boolean(),
  amount,
});

test('balance ≥ held ≥ 0, and the balance is the sum of the ledger', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      const papers = new Papers();
      for (const { step: doing, id, customerId, account, adds, amount: fen } of steps) {
        const sums = adds ? { addedFen: fen, takenFen: 0 } : { addedFen: 0, takenFen: fen };
        if (doing === 'merge' || doing === 'undone') papers.merge(doing === 'merge');
        else papers.take(doing, id, { customerId, account, sums });
        const { person } = papers;
        for (const one of ACCOUNTS) {
          for (const who of [ONE, OTHER]) {
            const held = heldFen(person.of(who), one);
            expect(held).toBeGreaterThanOrEqual(0);
            expect(balanceOf(person.of(who), one)).toBeGreaterThanOrEqual(held);
          }
          expect(person.total(one)).toBe(person.events.reduce((sum, event) => sum + movedBy(event, one), 0));
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('an account is not carried over while a reversal is about to move some of it', () => {
  const person = new Person();
  const at = { customerId: OTHER, account: '定金', postedKey: keyOf(1, 'v1') } as const;
  const spent = { addedFen: 0, takenFen: 30 };
  const paid = { ...at, key: keyOf(2, 'v1'), document: documentOf(2), addedFen: 80, takenFen: 0 };
  expect(person.tell({ type: 'PostBalance', ...paid })).toBe(true);
  expect(person.tell({ type: 'PostBalance', ...at, key: at.postedKey, document: documentOf(1), ...spent })).toBe(true);
  expect(person.tell({ type: 'ClaimBalance', ...at, claimKey: keyOf(1, 'u2'), holder: holderOf(1) })).toBe(true);
  const goes = { customerId: OTHER, otherId: ONE, mergeId: 1, doing: 'merge', amounts: null } as const;
  expect(person.tell({ type: 'HandOverBalance', ...goes })).toBe(false);
  expect(person.tell({ type: 'ReleaseBalanceClaim', ...at, claimKey: keyOf(1, 'u2') })).toBe(true);
  expect(person.tell({ type: 'HandOverBalance', ...goes })).toBe(true);
});
