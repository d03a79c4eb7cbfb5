/**
 * Facts of its own that a kind adds to its documents: steps of a repair, a signature, coming back. They lie in the
 * document's stream, so one revision guards both: no step slips in behind a deletion, and none is lost to it. Pure.
 */
import type { Verdict } from '../contracts/decider.ts';
import type { Effect, EffectOutcome, LineKey } from '../contracts/document.ts';
import type { Refusal } from '../contracts/refusal.ts';

/** What is about to be done to the document as a whole. */
export type Doing = 'Revise' | 'Delete' | 'Audit' | 'Reverse';
/** Where the document stands when a fact of its own is decided. */
export type FactPlace = {
  readonly id: number;
  /** `pending` or `posted`. */
  readonly stage: string;
  readonly version: number;
  /** What its posting came to. */
  readonly outcomes: readonly EffectOutcome[];
  readonly current: { readonly header: unknown; readonly lines: readonly LineKey[] } | null;
};
/** What is about to be changed; `proposed`: the lines that an edit brings, null where it is no edit. */
type BlockPlace = Pick<FactPlace, 'current'> & { readonly proposed: readonly LineKey[] | null };
type FactEvent = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
export type OwnFacts<Own, Command> = {
  /** Types of its events; each has the document's id and the version that stands, and is one of the kind's union. */
  readonly events: readonly string[];
  readonly initial: Own;
  readonly evolve: (own: Own, event: FactEvent) => Own;
  /**
   * What the fact brings besides: the document is posted once more, and custodians that have its other effects are silent.
   * Whatever takes the posting back takes it back too. Absent: facts bring nothing.
   */
  readonly brings?: (event: FactEvent) => Effect | null;
  /** `[]` for what is so already. Asked of documents that stand and that nothing is open in. */
  readonly decide: (
    command: Command,
    own: Own,
    at: FactPlace,
  ) => Verdict<{ readonly type: string; readonly data?: object }>;
  /** Why the document may not be changed so; null when nothing stands against it. */
  readonly blocks: (own: Own, doing: Doing, at: BlockPlace) => Refusal | null;
};
/** Of a kind that lives the common life alone. */
export const NO_FACTS: OwnFacts<unknown, never> = {
  events: [],
  initial: null,
  evolve: (own) => own,
  decide: () => [],
  blocks: () => null,
};
