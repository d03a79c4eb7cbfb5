/** What a kind of document says of others that it opens, or that open it. Pure. */
import {
  documentNo,
  effectKey,
  type DocumentKind,
  type Effect,
  type LineKey,
  type Opening,
} from '../contracts/document.ts';
import { lineName, lineOf } from './lines.ts';

/** Of a kind: what it opens when it is audited, one entry for each kind of what is opened. */
export type OpeningSpec<Header, Line extends LineKey> = {
  readonly kind: DocumentKind;
  /** Lines that go into such a document. */
  readonly takes: (line: Line) => boolean;
  /** What the other kind is told of them, in the words of its contract. */
  readonly askOf: (of: {
    readonly header: Header;
    readonly lines: readonly Line[];
    readonly id: number;
    /** Day of the audit, yyyy-MM-dd. */
    readonly day: string;
  }) => unknown;
};
/** Of a kind that others open: `asked` is what they tell it. */
export type OpeningRules<Header, Line extends LineKey> = {
  /** Which of the lines asked for go together: their places, a list for each document. */
  readonly divide: (asked: unknown) => Promise<readonly (readonly number[])[]>;
  /** The document for lines that go together. Nobody is there to be refused: what is missing waits for whoever audits it. */
  readonly prepare: (asked: unknown) => Promise<{ readonly header: Header; readonly lines: readonly Line[] }>;
};

/** Who gets what a posting holds: the document that is opened, and the key under which it has it. */
export type HandTo = {
  readonly key: string;
  readonly holder: { readonly kind: string; readonly id: number; readonly no: string };
};
/** By the line that an effect begins with; null where its line goes into no document that is opened. */
export const handedToOf = (openings: readonly Opening[]): ((effect: Effect) => HandTo | null) => {
  const byLine = new Map(
    openings.flatMap((one) => one.lineIds.map((lineId) => [lineName({ list: one.list, lineId }), one] as const)),
  );
  return (effect) => {
    const to = byLine.get(lineName(lineOf(effect)));
    if (to === undefined) return null;
    const { kind, id } = to;
    return { key: effectKey(kind, id, 'v1', effect), holder: { kind, id, no: documentNo(kind, id) } };
  };
};
