/** What a document's stream remembers, and how each event changes it. Pure; never refuses. */
import { DOCUMENT_FACTS, claimKey, holdKey, type DocumentKind, type LineProblem } from './document.ts';

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

/** A version with the key under which each of its lines holds its piece. */
type Version<Header, Line> = {
  readonly header: Header;
  readonly lines: readonly Line[];
  readonly keys: readonly string[];
};
/** Line `index` of a version that takes a new hold; `replaces` is the hold it stands in for, if the piece had one. */
export type AddedHold = {
  readonly index: number;
  readonly barcode: string;
  readonly key: string;
  readonly replaces: string | null;
};
/** Something a piece must let go: a hold, or the claim on the posting that was made under `claimOf`. */
export type Dropped = {
  readonly version: number;
  readonly line: number;
  readonly barcode: string;
  readonly key: string;
  readonly claimOf: string | null;
};

export type DocumentState<Header, Line> = {
  readonly id: number;
  readonly stage: DocumentStage;
  /** The version that stands; 0 before the first is opened. */
  readonly version: number;
  /** Highest number ever used. */
  readonly lastVersion: number;
  /** The version that the open stage is about. */
  readonly openVersion: number;
  readonly current: Version<Header, Line> | null;
  readonly draft: {
    readonly version: number;
    readonly lines: readonly Line[];
    readonly proposed: (Version<Header, Line> & { readonly added: readonly AddedHold[] }) | null;
  } | null;
  readonly rowIds: readonly number[];
  readonly auditor: string;
  readonly reason: string;
  /** Everything pieces had to let go in the document's life; letting go twice is silent. */
  readonly dropped: readonly Dropped[];
  /** User commands by {@link attemptKey}. */
  readonly attempts: ReadonlyMap<string, { readonly type: string; readonly version: number }>;
  /** Versions that were refused, and why. */
  readonly refusals: ReadonlyMap<number, readonly LineProblem[]>;
  /** The step under way. */
  readonly step: StepMeta | null;
};

type Propose<Header, Line> = (
  state: DocumentState<Header, Line>,
  proposal: { readonly version: number; readonly header: Header; readonly lines: readonly Line[] },
) => Version<Header, Line> & { readonly added: readonly AddedHold[] };

export const nothingYet = <Header, Line>(): DocumentState<Header, Line> => ({
  id: 0,
  stage: 'none',
  version: 0,
  lastVersion: 0,
  openVersion: 0,
  current: null,
  draft: null,
  rowIds: [],
  auditor: '',
  reason: '',
  dropped: [],
  attempts: new Map(),
  refusals: new Map(),
  step: null,
});

/** A line whose barcode, shop and quantity are unchanged keeps its hold; every other line takes a new one. */
export const propose =
  <Header, Line>(rules: {
    readonly kind: DocumentKind;
    readonly holdOf: (
      header: Header,
      line: Line,
    ) => { readonly barcode: string; readonly shopId: number; readonly quantity: number };
  }): Propose<Header, Line> =>
  (state, { version, header, lines }) => {
    const before = new Map(
      (state.current?.lines ?? []).map((line, index) => {
        const hold = rules.holdOf((state.current as Version<Header, Line>).header, line);
        return [hold.barcode, { hold, key: state.current?.keys[index] ?? '' }];
      }),
    );
    const added: AddedHold[] = [];
    const keys = lines.map((line, index) => {
      const wanted = rules.holdOf(header, line);
      const old = before.get(wanted.barcode);
      const sameShop = old?.hold.shopId === wanted.shopId;
      if (old !== undefined && sameShop && old.hold.quantity === wanted.quantity) return old.key;
      const key = holdKey(rules.kind, state.id, version, index);
      added.push({ index, barcode: wanted.barcode, key, replaces: sameShop ? (old?.key ?? null) : null });
      return key;
    });
    return { header, lines, keys, added };
  };

const barcodeOf = (line: unknown): string =>
  typeof line === 'object' && line !== null && 'barcode' in line ? String(line.barcode) : '';
const dropsOf = (
  version: number,
  of: { readonly lines: readonly unknown[]; readonly keys: readonly string[] } | null | undefined,
  keep: readonly string[] = [],
): Dropped[] => {
  const kept = new Set(keep);
  return (of?.keys ?? []).flatMap((key, line) =>
    kept.has(key) ? [] : [{ version, line, barcode: barcodeOf(of?.lines[line]), key, claimOf: null }],
  );
};

type Facts = (typeof DOCUMENT_FACTS)[number];
/** Facts that a user command starts, and the command's name. */
const STARTED_BY: Partial<Record<Facts, string>> = {
  Submitted: 'Submit',
  RevisionProposed: 'Revise',
  Deleted: 'Delete',
  Audited: 'Audit',
  ReversalProposed: 'Reverse',
};

const remember = <State extends DocumentState<unknown, unknown>>(
  state: State,
  fact: Facts,
  { data, meta }: DocumentEvent,
): State => {
  const type = STARTED_BY[fact];
  const known = {
    ...state,
    id: data.documentId,
    lastVersion: fact === 'LinesWritten' ? state.lastVersion : Math.max(state.lastVersion, data.version),
  };
  if (type === undefined) return known;
  const attempts =
    meta === undefined
      ? state.attempts
      : new Map(state.attempts).set(attemptKey(meta.userId, meta.key), { type, version: data.version });
  return { ...known, attempts, openVersion: data.version, step: meta ?? null };
};

const refused = <State extends DocumentState<unknown, unknown>>(state: State, data: DocumentEvent['data']): State => ({
  ...state,
  refusals: new Map(state.refusals).set(data.version, data.problems as readonly LineProblem[]),
});

const linesWritten = <Header, Line>(
  state: DocumentState<Header, Line>,
  data: DocumentEvent['data'],
): DocumentState<Header, Line> => {
  const offset = data.offset as number;
  const kept = state.draft?.version === data.version ? state.draft.lines.slice(0, offset) : [];
  const lines = [...kept, ...(data.lines as readonly Line[])];
  return { ...state, draft: { version: data.version, lines, proposed: null } };
};

type Step<Header, Line> = {
  readonly state: DocumentState<Header, Line>;
  readonly fact: Facts;
  readonly data: DocumentEvent['data'];
};
const withDropped = <Header, Line>(
  state: DocumentState<Header, Line>,
  more: readonly Dropped[],
): DocumentState<Header, Line> => ({ ...state, dropped: [...state.dropped, ...more] });

/** What happens to a version: opened, refused, given up. */
const versionStep = <Header, Line>({ state, fact, data }: Step<Header, Line>): DocumentState<Header, Line> => {
  const { version } = data;
  const proposed = state.draft?.proposed ?? null;
  const opened: DocumentState<Header, Line> = {
    ...state,
    stage: 'pending',
    version,
    current: proposed ?? state.current,
    draft: null,
  };
  switch (fact) {
    case 'Opened':
      return opened;
    case 'Revised':
      return withDropped(opened, dropsOf(version, state.current, proposed?.keys));
    case 'Refused':
      return withDropped({ ...refused(state, data), stage: 'refused', draft: null }, dropsOf(version, proposed));
    case 'RevisionRefused': {
      const drops = dropsOf(version, proposed, state.current?.keys);
      return withDropped({ ...refused(state, data), stage: 'pending', draft: null }, drops);
    }
    case 'Deleted':
      return withDropped({ ...state, stage: 'deleted', draft: null }, dropsOf(version, state.current));
    default:
      return state;
  }
};

/** What happens to a posting: decided, done, taken back. */
const postingStep = <Header, Line>(
  kind: DocumentKind,
  { state, fact, data }: Step<Header, Line>,
): DocumentState<Header, Line> => {
  const { version } = data;
  switch (fact) {
    case 'Audited': {
      const { auditor, rowIds } = data as unknown as { auditor: string; rowIds: readonly number[] };
      return { ...state, stage: 'audited', draft: null, auditor, rowIds };
    }
    case 'Posted':
      return { ...state, stage: 'posted' };
    case 'ReversalProposed':
      return { ...state, stage: 'reversing', reason: data.reason as string };
    case 'ReversalRefused': {
      const claims = dropsOf(version, state.current).map((posted) => ({
        ...posted,
        key: claimKey(kind, state.id, version, posted.line),
        claimOf: posted.key,
      }));
      return withDropped({ ...refused(state, data), stage: 'posted' }, claims);
    }
    case 'Reversed':
      return { ...state, stage: 'reversed' };
    case 'Reopened': {
      const keys = (state.current?.lines ?? []).map((_, line) => holdKey(kind, state.id, version, line));
      const current = state.current === null ? null : { ...state.current, keys };
      return { ...state, stage: 'pending', version, current, rowIds: [], auditor: '', reason: '' };
    }
    default:
      return state;
  }
};

/** Folds the events of documents named `name`. */
export const evolveWith =
  <Header, Line>(kind: DocumentKind, name: string, proposal: Propose<Header, Line>) =>
  (before: DocumentState<Header, Line>, event: DocumentEvent): DocumentState<Header, Line> => {
    const fact = event.type.slice(name.length) as Facts;
    const state = remember(before, fact, event);
    const { data } = event;
    if (fact === 'LinesWritten') return linesWritten(state, data);
    if (fact === 'Submitted' || fact === 'RevisionProposed') {
      const lines = (state.draft?.lines ?? []).slice(0, data.lineCount as number);
      const proposed = proposal(state, { version: data.version, header: data.header as Header, lines });
      const stage = fact === 'Submitted' ? 'submitted' : 'revising';
      return { ...state, stage, draft: { version: data.version, lines, proposed } };
    }
    return postingStep(kind, { state: versionStep({ state, fact, data }), fact, data });
  };
