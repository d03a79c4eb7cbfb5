/** What a kind of document tells the saga: what its lines ask of whom, and on which terms. */
import type { DocumentKind, Effect, LineKey } from '../contracts/document.ts';
import type { DocumentEvent, DocumentRules } from './decider.ts';
import type { Recorded } from '../contracts/event.ts';
import type { HandTo, OpeningSpec } from './opens.ts';
import type { DocumentRanges } from './ranges.ts';

/** An effect with its first line. */
export type EffectOf<Line extends LineKey> = {
  readonly effect: Effect;
  readonly line: Line;
  /** All its lines, in the order of its legs, each with the row that it makes. */
  readonly lines: readonly { readonly line: Line; readonly rowId: number }[];
  /** Stock row that the line makes when posted; 0 where none. */
  readonly rowId: number;
  /** The document that its posting hands the thing to, where the audit opened one. */
  readonly handTo: HandTo | null;
  /** What its kind remembers besides: terms of what a fact brought. */
  readonly own: unknown;
};

export type DocumentSpec<Header, Line extends LineKey> = DocumentRules<Header, Line> &
  DocumentRanges<Line> & {
    readonly kind: DocumentKind;
    readonly stream: (id: number) => string;
    /** The slice's door: validates a stored event. */
    readonly parse: (recorded: Recorded) => DocumentEvent;
    /** Shop the document's events belong to. */
    readonly shopOf: (header: Header) => number;
    /** Other shops that see it. */
    readonly seenIn?: (header: Header) => readonly number[];
    /** Day of business of its movements, yyyy-MM-dd. */
    readonly businessDate: (header: Header) => string;
    /** What the wire calls that day (`sellAt`): a closed one is said there. */
    readonly dayField: string;
    /** Day of what a fact of its own brought; absent: the document's. */
    readonly broughtOn?: (own: unknown) => string;
    /** What the effect's custodian must know beyond the effect, in the words of its contract. */
    readonly termsOf: (header: Header, of: EffectOf<Line>) => unknown;
    /** Facts of its own after which custodians have something to follow, without the kind's name. */
    readonly bringing?: readonly string[];
    readonly opens?: readonly OpeningSpec<Header, Line>[];
  };
