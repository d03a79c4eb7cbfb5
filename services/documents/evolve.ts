/** How each event changes what a document's stream remembers. Pure; never refuses. */
import {
  DOCUMENT_FACTS,
  isBrought,
  type DocumentKind,
  type Effect,
  type EffectOutcome,
  type LineProblem,
  type LineKey,
  type Opening,
} from '../contracts/document.ts';
import { lastLineIds, lineName, placesOf } from './lines.ts';
import type { OwnFacts } from './own-facts.ts';
import { attemptKey, type AddedEffect, type DocumentEvent, type DocumentState, type Dropped } from './state.ts';
import { keyAt, withEffects } from './upcast.ts';

/** Effects that stand keep their keys; what has another one is asked for anew. */
const addedTo = (before: readonly Effect[], effects: readonly Effect[]): AddedEffect[] => {
  const kept = new Set(before.map(({ key }) => key));
  const things = new Map(before.map(({ custodian, id, key }) => [`${custodian}/${id}`, key]));
  return effects.flatMap((effect) =>
    kept.has(effect.key) ? [] : [{ effect, replaces: things.get(`${effect.custodian}/${effect.id}`) ?? null }],
  );
};

const dropsOf = (
  version: number,
  of: { readonly effects: readonly Effect[] } | null | undefined,
  keep: { readonly effects: readonly Effect[] } | null = null,
): Dropped[] => {
  const kept = new Set(keep?.effects.map(({ key }) => key));
  return (of?.effects ?? []).flatMap(({ key, custodian, id }) =>
    kept.has(key) ? [] : [{ version, custodian, id, key, claimOf: null }],
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

const remember = <State extends DocumentState<unknown, LineKey>>(
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

const refused = <State extends DocumentState<unknown, LineKey>>(state: State, data: DocumentEvent['data']): State => {
  const places = placesOf(state.draft?.proposed?.lines ?? state.current?.lines ?? []);
  const problems = (data.problems as readonly LineProblem[]).map((one) => ({
    ...one,
    // What the header asks names its place by itself.
    line: places.get(lineName(one))?.line ?? (Number(one.lineId) || 0),
  }));
  return { ...state, refusals: new Map(state.refusals).set(data.version, problems) };
};

const linesWritten = <Header, Line extends LineKey>(
  state: DocumentState<Header, Line>,
  data: DocumentEvent['data'],
): DocumentState<Header, Line> => {
  const offset = data.offset as number;
  const before = state.draft?.version === data.version ? state.draft : null;
  const lines = [...(before?.lines.slice(0, offset) ?? []), ...(data.lines as readonly Line[])];
  const effects = new Map([...(before?.effects ?? [])].filter(([at]) => at < offset));
  effects.set(offset, (data.effects as readonly Effect[] | undefined) ?? []);
  return { ...state, draft: { version: data.version, lines, effects, proposed: null } };
};

type Step<Header, Line extends LineKey> = {
  readonly state: DocumentState<Header, Line>;
  readonly fact: Facts;
  readonly data: DocumentEvent['data'];
};
const withDropped = <Header, Line extends LineKey>(
  state: DocumentState<Header, Line>,
  more: readonly Dropped[],
): DocumentState<Header, Line> => ({ ...state, dropped: [...state.dropped, ...more] });

/** What happens to a version: opened, refused, given up. */
const versionStep = <Header, Line extends LineKey>({
  state,
  fact,
  data,
}: Step<Header, Line>): DocumentState<Header, Line> => {
  const { version } = data;
  const proposed = state.draft?.proposed ?? null;
  const opened: DocumentState<Header, Line> = {
    ...state,
    stage: 'pending',
    version,
    current: proposed ?? state.current,
    lastLineIds: lastLineIds(state.lastLineIds, proposed?.lines ?? []),
    draft: null,
  };
  switch (fact) {
    case 'Opened':
      return opened;
    case 'Revised':
      return withDropped(opened, dropsOf(version, state.current, proposed));
    case 'Refused':
      return withDropped({ ...refused(state, data), stage: 'refused', draft: null }, dropsOf(version, proposed));
    case 'RevisionRefused': {
      const drops = dropsOf(version, proposed, state.current);
      return withDropped({ ...refused(state, data), stage: 'pending', draft: null }, drops);
    }
    case 'Deleted':
      return withDropped({ ...state, stage: 'deleted', draft: null }, dropsOf(version, state.current));
    default:
      return state;
  }
};

/** Pending again, with everything reserved again; what facts had brought is reserved by nobody any more. */
const reopened = <Header, Line extends LineKey>(
  kind: DocumentKind,
  state: DocumentState<Header, Line>,
  version: number,
): DocumentState<Header, Line> => {
  const effects = (state.current?.effects ?? []).map((effect) => ({
    ...effect,
    key: keyAt(kind, state.id, `v${version}`, effect),
  }));
  const current = state.current && { ...state.current, effects: effects.filter((one) => !isBrought(one)) };
  const brought = dropsOf(version, { effects: effects.filter(isBrought) });
  const nothingPosted = { rowIds: [], outcomes: [], openings: [], auditor: '', reason: '' };
  return withDropped({ ...state, ...nothingPosted, stage: 'pending', version, current }, brought);
};

type AuditedData = {
  readonly auditor: string;
  readonly rowIds: readonly number[];
  readonly opens?: readonly Opening[];
};
/** What happens to a posting: decided, done, taken back. */
const postingStep = <Header, Line extends LineKey>(
  kind: DocumentKind,
  { state, fact, data }: Step<Header, Line>,
): DocumentState<Header, Line> => {
  const { version } = data;
  switch (fact) {
    case 'Audited': {
      const { auditor, rowIds, opens = [] } = data as unknown as AuditedData;
      return { ...state, stage: 'audited', draft: null, auditor, rowIds, openings: opens };
    }
    case 'Posted':
      return { ...state, stage: 'posted', outcomes: (data['outcomes'] ?? []) as readonly EffectOutcome[] };
    case 'ReversalProposed':
      return { ...state, stage: 'reversing', reason: data.reason as string };
    case 'ReversalRefused': {
      const claims = (state.current?.effects ?? []).map((effect) => {
        const { custodian, id, key: claimOf } = effect;
        return { version, custodian, id, key: keyAt(kind, state.id, `u${version}`, effect), claimOf };
      });
      return withDropped({ ...refused(state, data), stage: 'posted' }, claims);
    }
    case 'Reversed':
      return { ...state, stage: 'reversed' };
    case 'Reopened':
      return reopened(kind, state, version);
    default:
      return state;
  }
};

/** Header, lines and effects of a new version, which its events carry. */
const proposedStep = <Header, Line extends LineKey>({
  state,
  fact,
  data,
}: Step<Header, Line>): DocumentState<Header, Line> => {
  const { version } = data;
  const before = state.draft?.effects ?? new Map<number, readonly Effect[]>();
  const lines = (state.draft?.lines ?? []).slice(0, data.lineCount as number);
  const effects = [...[...before.values()].flat(), ...(data.effects as readonly Effect[])];
  const added = addedTo(state.current?.effects ?? [], effects);
  const proposed = { header: data.header as Header, lines, effects, added };
  const stage = fact === 'Submitted' ? 'submitted' : 'revising';
  return { ...state, stage, draft: { version, lines, effects: before, proposed } };
};

/** Posted once more, with what the fact brings among its effects. */
const bringing = <State extends DocumentState<unknown, LineKey>>(
  state: State,
  brought: Effect,
  { data, meta }: DocumentEvent,
): State => ({
  ...state,
  stage: 'audited',
  openVersion: data.version,
  step: meta ?? null,
  current: state.current && { ...state.current, effects: [...state.current.effects, brought] },
});

/** Folds the events of documents named `name`; those of the kind's own go to `facts`. */
export const evolveWith =
  <Header, Line extends LineKey, Own>(
    kind: DocumentKind,
    name: string,
    facts: Pick<OwnFacts<Own, never>, 'events' | 'evolve' | 'brings'>,
  ) =>
  (before: DocumentState<Header, Line, Own>, event: DocumentEvent): DocumentState<Header, Line, Own> => {
    if (facts.events.includes(event.type)) {
      const own = facts.evolve(before.own, event);
      const brought = facts.brings?.(event) ?? null;
      return { ...(brought === null ? before : bringing(before, brought, event)), own };
    }
    return { ...commonStep<Header, Line>(kind, name, before, event), own: before.own };
  };
const commonStep = <Header, Line extends LineKey>(
  kind: DocumentKind,
  name: string,
  before: DocumentState<Header, Line>,
  event: DocumentEvent,
): DocumentState<Header, Line> => {
  const fact = event.type.slice(name.length) as Facts;
  const state = remember(before, fact, event);
  if (fact === 'LinesWritten') return linesWritten(state, event.data);
  if (fact === 'Submitted' || fact === 'RevisionProposed') {
    return proposedStep({ state, fact, data: withEffects(kind, state, event.data) });
  }
  const { data } = event;
  return postingStep(kind, { state: versionStep({ state, fact, data }), fact, data });
};
