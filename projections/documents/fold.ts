/** How the shared life of documents (contracts/document) becomes one read-model row. Pure. */
import { DOCUMENT_FACTS, type EffectOutcome, type LineKey } from 'services/contracts/document';
import type { Recorded } from 'services/event-store/port';
import type { Row } from '../platform/projection/projection.ts';
import { madeBy } from '../platform/projection/maker-columns.ts';

/** Columns every document table has. `draft` holds a version that is written but not accepted yet. */
export type DocumentColumns = Row & {
  readonly id: number;
  /** new (pieces not held yet, hidden) · pending · audited · deleted (hidden). */
  readonly stage: 'new' | 'pending' | 'audited' | 'deleted';
  readonly audit_flag: 1 | 2;
  readonly auditor: string;
  /** Audited and not posted yet, or on the way back; '' otherwise. */
  readonly under_way: '' | 'posting' | 'reversing';
  readonly version: number;
  readonly draft: { readonly header?: Row; readonly lines?: readonly Row[] };
  readonly lines: readonly Row[];
  readonly created_by: string;
  /** Whose row it is (R109): who made it, and his department then. */
  readonly created_by_id: number;
  readonly created_dept_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly revision: number;
};

type Fact = { readonly documentId: number; readonly version: number; readonly [key: string]: unknown };
type Columns<R extends DocumentColumns> = Omit<R, keyof DocumentColumns>;

const fresh = (event: Recorded, id: number): DocumentColumns => ({
  id,
  stage: 'new',
  audit_flag: 1,
  auditor: '',
  under_way: '',
  version: 0,
  draft: {},
  lines: [],
  created_by: event.meta.userName,
  ...madeBy(event),
  created_at: event.meta.at,
  updated_at: event.meta.at,
  revision: event.revision,
});

const withLines = (draft: DocumentColumns['draft'], data: Fact): DocumentColumns['draft'] => {
  const offset = data.offset as number;
  const kept = offset === 0 ? [] : (draft.lines ?? []).slice(0, offset);
  return { ...draft, lines: [...kept, ...(data.lines as Row[])] };
};

const AUDITED = { stage: 'audited', audit_flag: 2, under_way: 'posting' } as const;
const REOPENED = { stage: 'pending', audit_flag: 1, auditor: '', under_way: '' } as const;

/** What its kind makes of a row: with the version that was its draft, and with what its posting came to. */
type Steps<R extends DocumentColumns> = {
  readonly accepted: (row: R, version: number) => R;
  readonly posted: PostingFold<R> | undefined;
};
/** What only the posting could tell, by effect: a cost, a lot. */
export type PostingFold<R> = (row: R, outcomes: readonly EffectOutcome[]) => R;
/** What facts of the kind's own say, and what becomes of it when the posting is taken back; asked after every fact. `at`: when it was written. */
export type FactFold<R> = (row: R, fact: string, data: Readonly<Record<string, unknown>>, at: string) => R;
/** The row after a fact of its document; null when there is no document. */
const stepped = <R extends DocumentColumns>(
  row: R,
  fact: (typeof DOCUMENT_FACTS)[number],
  data: Fact,
  { accepted, posted }: Steps<R>,
): R | null => {
  switch (fact) {
    case 'LinesWritten':
      return { ...row, draft: withLines(row.draft, data) };
    case 'Submitted':
    case 'RevisionProposed':
      return { ...row, draft: { ...row.draft, header: data.header as Row } };
    case 'Opened':
    case 'Revised':
      return accepted(row, data.version);
    case 'Refused':
      return null;
    case 'RevisionRefused':
      return { ...row, draft: {} };
    case 'Deleted':
      return { ...row, stage: 'deleted' };
    case 'Audited':
      return { ...row, ...AUDITED, auditor: data.auditor as string };
    case 'Reopened':
      return { ...row, ...REOPENED, version: data.version };
    case 'ReversalProposed':
      return { ...row, under_way: 'reversing' };
    case 'Posted': {
      const rested = { ...row, under_way: '' } as const;
      return posted === undefined ? rested : posted(rested, (data.outcomes ?? []) as readonly EffectOutcome[]);
    }
    case 'ReversalRefused':
      return { ...row, under_way: '' };
    case 'Reversed':
      return row;
    // A fact of the kind's own: the row is of that revision too, since edits name the one they saw.
    default:
      return row;
  }
};

/**
 * The fold of documents named `name`; `columns` turns header and lines into the table's own columns,
 * `empty` gives them before the first version is accepted, `posted` what only the posting could tell, `told` what facts of the kind's own tell.
 */
export const documentFold = <R extends DocumentColumns>(
  name: string,
  columns: (header: Row, lines: readonly Row[]) => Columns<R>,
  empty: Columns<R>,
  { posted, told }: { readonly posted?: PostingFold<R> | undefined; readonly told?: FactFold<R> | undefined } = {},
): ((rows: readonly R[], event: Recorded) => readonly R[]) => {
  const accepted = (row: R, version: number): R => {
    const { header, lines = [] } = row.draft;
    if (header === undefined) return { ...row, version };
    return { ...row, ...columns(header, lines), lines, draft: {}, version, stage: 'pending', audit_flag: 1 };
  };
  return (rows, event) => {
    const data = event.data as Fact;
    const before = rows[0] ?? ({ ...empty, ...fresh(event, data.documentId) } as R);
    const after = stepped(before, event.type.slice(name.length) as (typeof DOCUMENT_FACTS)[number], data, {
      accepted,
      posted,
    });
    if (after === null) return [];
    const row = { ...after, updated_at: event.meta.at, revision: event.revision };
    return [told === undefined ? row : told(row, event.type.slice(name.length), event.data, event.meta.at)];
  };
};

/** The columns of {@link DocumentColumns} as DDL lie in each table.sql; this names the key of a document event. */
export const documentKey = (event: Recorded): number => event.data.documentId as number;

/** The lines of one list, in their order. */
export const linesIn = <Line extends LineKey>(lines: readonly Line[], list: string): readonly Line[] =>
  lines.every((line) => line.list === list) ? lines : lines.filter((line) => line.list === list);
