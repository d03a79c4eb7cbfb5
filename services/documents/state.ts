/** What a document's stream remembers. */
import {
  type Effect,
  type EffectOutcome,
  type LineProblem,
  type LineKey,
  type Opening,
} from '../contracts/document.ts';

/** A document event; those out of the log carry their metadata, decided ones do not yet. */
export type DocumentEvent = {
  readonly type: string;
  readonly data: { readonly documentId: number; readonly version: number; readonly [key: string]: unknown };
  readonly meta?: StepMeta;
};
/** Who took a step, and under which command key: enough to go on with it after a crash. */
export type StepMeta = {
  readonly key: string;
  readonly causationId: string;
  readonly userId: number;
  readonly userName: string;
  readonly deptId?: number | null;
  readonly at: string;
};

/** Two users may send the same idempotency key. */
export const attemptKey = (userId: number, key: string): string => `${userId}/${key}`;

export type DocumentStage =
  | 'none'
  | 'submitted'
  | 'refused'
  | 'pending'
  | 'revising'
  | 'deleted'
  | 'audited'
  | 'posted'
  | 'reversing'
  | 'reversed';

/** A version with what it asks of whom. */
type Version<Header, Line extends LineKey> = {
  readonly header: Header;
  readonly lines: readonly Line[];
  readonly effects: readonly Effect[];
};
/** An effect that the version before did not have; `replaces` is the reservation of the same thing it stands in for. */
export type AddedEffect = { readonly effect: Effect; readonly replaces: string | null };
/** A problem with the place of its line within its list, as it was when the version was refused. */
export type PlacedProblem = LineProblem & { readonly line: number };
/** Something a custodian must let go: a reservation, or the claim on the posting that was made under `claimOf`. */
export type Dropped = {
  readonly version: number;
  readonly custodian: string;
  readonly id: string;
  readonly key: string;
  readonly claimOf: string | null;
};

/** `own`: what its kind remembers besides (own-facts.ts). */
export type DocumentState<Header, Line extends LineKey, Own = unknown> = {
  readonly own: Own;
  readonly id: number;
  readonly stage: DocumentStage;
  /** The version that stands; 0 before the first is opened. */
  readonly version: number;
  /** Highest number ever used. */
  readonly lastVersion: number;
  /** The version that the open stage is about. */
  readonly openVersion: number;
  readonly current: Version<Header, Line> | null;
  /** Highest id that a line ever had, by list: a line that is gone leaves its id to nobody (R68). */
  readonly lastLineIds: ReadonlyMap<string, number>;
  readonly draft: {
    readonly version: number;
    readonly lines: readonly Line[];
    /** Effects that were written with the lines, by the offset of these. */
    readonly effects: ReadonlyMap<number, readonly Effect[]>;
    readonly proposed: (Version<Header, Line> & { readonly added: readonly AddedEffect[] }) | null;
  } | null;
  readonly rowIds: readonly number[];
  /** What its posting came to, by effect; none while it is not posted. */
  readonly outcomes: readonly EffectOutcome[];
  /** What its audit opened; none while it is not audited. */
  readonly openings: readonly Opening[];
  readonly auditor: string;
  readonly reason: string;
  /** Everything custodians had to let go in the document's life; letting go twice is silent. */
  readonly dropped: readonly Dropped[];
  /** User commands by {@link attemptKey}. */
  readonly attempts: ReadonlyMap<string, { readonly type: string; readonly version: number }>;
  /** Versions that were refused, and why. */
  readonly refusals: ReadonlyMap<number, readonly PlacedProblem[]>;
  /** The step under way. */
  readonly step: StepMeta | null;
};

export const nothingYet = <Header, Line extends LineKey, Own>(own: Own): DocumentState<Header, Line, Own> => ({
  own,
  id: 0,
  stage: 'none',
  version: 0,
  lastVersion: 0,
  openVersion: 0,
  current: null,
  lastLineIds: new Map(),
  draft: null,
  rowIds: [],
  outcomes: [],
  openings: [],
  auditor: '',
  reason: '',
  dropped: [],
  attempts: new Map(),
  refusals: new Map(),
  step: null,
});
