/** Decides, before anything is written, what becomes of each append of a batch. Pure. */
import type { Appended, Beside, ExpectedRevision } from '../port.ts';
import type { Serialised } from '../serialise.ts';

/** What goes to one stream. */
export type Part = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly Serialised[];
};
/** An append: its parts, one for most, are written together or not at all. */
export type PendingAppend = {
  readonly parts: readonly Part[];
  /** Written by the statement that writes the events. */
  readonly beside?: Beside | undefined;
  /** Of events and rows. */
  readonly characters: number;
  readonly since: number;
  readonly resolve: (appended: readonly Appended[]) => void;
  readonly reject: (error: Error) => void;
};
/** One event with the place it gets. */
export type Placed = Serialised & { readonly stream: string; readonly revision: number; readonly position: number };
export type AcceptedAppend = { readonly pending: PendingAppend; readonly appended: readonly Appended[] };
/**
 * `part` is not where the caller thought: a repeat when all events of the append already lie behind the expected
 * revisions, else a conflict.
 */
export type MisplacedAppend = {
  readonly pending: PendingAppend;
  readonly part: Part;
  readonly actual: number;
  readonly mayRepeat: boolean;
};

export type Plan = {
  readonly placed: readonly Placed[];
  readonly accepted: readonly AcceptedAppend[];
  readonly misplaced: readonly MisplacedAppend[];
  /** Carry an id that this very batch writes: looked at again after it. */
  readonly deferred: readonly PendingAppend[];
  /** Stream heads after the batch. */
  readonly heads: ReadonlyMap<string, number>;
};

type HeadOf = (stream: string) => number;

/** The first part that does not fit where the streams will be; undefined when all do. */
const misfitOf = (parts: readonly Part[], headOf: HeadOf): Pick<MisplacedAppend, 'part' | 'actual'> | undefined => {
  // Heads as the parts before leave them: one part sees none.
  const own = parts.length === 1 ? undefined : new Map<string, number>();
  for (const part of parts) {
    const actual = own?.get(part.stream) ?? headOf(part.stream);
    if (part.expected !== 'any' && afterOf(part.expected) !== actual) return { part, actual };
    own?.set(part.stream, actual + part.events.length);
  }
  return undefined;
};

/** Later appends of a batch see the earlier ones' result; one caller's conflict changes nothing for the others. */
export function planBatch(batch: readonly PendingAppend[], headOf: HeadOf, firstPosition: number): Plan {
  const placed: Placed[] = [];
  const accepted: AcceptedAppend[] = [];
  const misplaced: MisplacedAppend[] = [];
  const deferred: PendingAppend[] = [];
  const heads = new Map<string, number>();
  const ids = new Set<string>();
  const headNow = (stream: string): number => heads.get(stream) ?? headOf(stream);
  const place = ({ stream, events }: Part): Appended => {
    let revision = headNow(stream);
    for (const event of events) {
      revision += 1;
      ids.add(event.id);
      const { id, type, data, meta } = event;
      placed.push({ id, type, data, meta, stream, revision, position: firstPosition + placed.length });
    }
    heads.set(stream, revision);
    return { revision, position: firstPosition + placed.length - 1 };
  };
  for (const pending of batch) {
    const { parts, beside } = pending;
    if (parts.some(({ events }) => events.some(({ id }) => ids.has(id)))) {
      deferred.push(pending);
      continue;
    }
    const misfit = misfitOf(parts, headNow);
    if (misfit === undefined) {
      accepted.push({ pending, appended: parts.map(place) });
      continue;
    }
    const there = ({ stream, expected, events }: Part): boolean => afterOf(expected) + events.length <= headOf(stream);
    misplaced.push({ pending, ...misfit, mayRepeat: beside === undefined && parts.every(there) });
  }
  return { placed, accepted, misplaced, deferred, heads };
}

/** The revision after which the caller wants its events; 'any' has none. */
export const afterOf = (expected: ExpectedRevision): number =>
  expected === 'none' ? -1 : expected === 'any' ? Number.NaN : expected;
