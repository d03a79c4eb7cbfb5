/** Decides, before anything is written, what becomes of each append of a batch. Pure. */
import type { Appended, Beside, ExpectedRevision } from '../port.ts';
import type { Serialised } from '../serialise.ts';

export type Pending = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly Serialised[];
  /** Written by the statement that writes the events. */
  readonly beside?: Beside | undefined;
  /** Of events and rows. */
  readonly characters: number;
  readonly since: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
};
/** One event with the place it gets. */
export type Placed = Serialised & { readonly stream: string; readonly revision: number; readonly position: number };
export type Accepted = { readonly pending: Pending; readonly appended: Appended };
/** Not where the caller thought: a repeat when its events already lie behind the expected revision, else a conflict. */
export type Misplaced = { readonly pending: Pending; readonly actual: number; readonly mayRepeat: boolean };

export type Plan = {
  readonly placed: readonly Placed[];
  readonly accepted: readonly Accepted[];
  readonly misplaced: readonly Misplaced[];
  /** Carry an id that this very batch writes: looked at again after it. */
  readonly deferred: readonly Pending[];
  /** Stream heads after the batch. */
  readonly heads: ReadonlyMap<string, number>;
};

/** Later appends of a batch see the earlier ones' result; one caller's conflict changes nothing for the others. */
export function planBatch(batch: readonly Pending[], headOf: (stream: string) => number, firstPosition: number): Plan {
  const placed: Placed[] = [];
  const accepted: Accepted[] = [];
  const misplaced: Misplaced[] = [];
  const deferred: Pending[] = [];
  const heads = new Map<string, number>();
  const ids = new Set<string>();
  for (const pending of batch) {
    const { stream, expected, events } = pending;
    if (events.some(({ id }) => ids.has(id))) {
      deferred.push(pending);
      continue;
    }
    const committed = headOf(stream);
    const actual = heads.get(stream) ?? committed;
    if (expected !== 'any' && afterOf(expected) !== actual) {
      const mayRepeat = pending.beside === undefined && afterOf(expected) + events.length <= committed;
      misplaced.push({ pending, actual, mayRepeat });
      continue;
    }
    let revision = actual;
    for (const event of events) {
      revision += 1;
      ids.add(event.id);
      const { id, type, data, meta } = event;
      placed.push({ id, type, data, meta, stream, revision, position: firstPosition + placed.length });
    }
    heads.set(stream, revision);
    accepted.push({ pending, appended: { revision, position: firstPosition + placed.length - 1 } });
  }
  return { placed, accepted, misplaced, deferred, heads };
}

/** The revision after which the caller wants its events; 'any' has none. */
export const afterOf = (expected: ExpectedRevision): number =>
  expected === 'none' ? -1 : expected === 'any' ? Number.NaN : expected;
