/**
 * The life of a document that holds pieces (transfer, sale …), once for all of them: rules and memory of its stream.
 * Pure. The events are those of {@link documentEvents}; platform/saga drives what the pieces must do in between.
 *
 * Versions only rise: a refused revision or reversal uses its number up, because the hold keys of that number were
 * released and a piece refuses released keys for ever.
 */
import type { Decider, Verdict } from './decider.ts';
import { LINES_PER_EVENT, type DocumentKind, type LineProblem } from './document.ts';
import { evolveWith, nothingYet, propose, type DocumentEvent, type DocumentState } from './document-state.ts';
import { refuse, type Refusal } from './refusal.ts';

export * from './document-state.ts';

/** Bytes of JSON per append; leaves room for metadata below the store's 256 KB. */
const CHUNK_BYTES = 180 * 1024;

/** What a document keeps of a piece: `quantity` of `barcode` in `shopId`. */
export type LineHold = { readonly barcode: string; readonly shopId: number; readonly quantity: number };
export type DocumentRules<Header, Line> = {
  readonly kind: DocumentKind;
  /** PascalCase; the events are `<name>Submitted` … */
  readonly name: string;
  readonly holdOf: (header: Header, line: Line) => LineHold;
  /** What a header still lacks for its audit; null when nothing. Absent: every saved document may be audited. */
  readonly auditLacks?: (header: Header) => Refusal | null;
};

/** Stages in which pieces still have to follow; each ends in one event of {@link Conclude}. */
export type OpenStage = 'submitted' | 'revising' | 'audited' | 'reversing' | 'reversed';
/** What a user asks; `key` is the {@link attemptKey}, by which a repeat is known. */
export type UserCommand<Header, Line> =
  | { readonly type: 'Submit'; readonly key: string; readonly header: Header; readonly lines: readonly Line[] }
  | { readonly type: 'Revise'; readonly key: string; readonly header: Header; readonly lines: readonly Line[] }
  | { readonly type: 'Delete'; readonly key: string }
  | { readonly type: 'Audit'; readonly key: string; readonly auditor: string; readonly rowIds: readonly number[] }
  | { readonly type: 'Reverse'; readonly key: string; readonly reason: string };
/** Lines of a long document, before the command that names them; `offset` 0 starts anew. */
export type WriteLines<Line> = {
  readonly type: 'WriteLines';
  readonly version: number;
  readonly offset: number;
  readonly lines: readonly Line[];
};
/** The saga's report: the pieces of that stage and version have followed, or said no. */
export type Conclude = {
  readonly type: 'Conclude';
  readonly stage: OpenStage;
  readonly version: number;
  readonly problems: readonly LineProblem[];
};
export type DocumentCommand<Header, Line> = { readonly documentId: number } & (
  | UserCommand<Header, Line>
  | WriteLines<Line>
  | Conclude
);

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
/** Lines cut so that each piece fits one append: ≤ 200 lines and below 180 KB. */
export const chunksOf = <Line>(lines: readonly Line[]): readonly (readonly Line[])[] => {
  const chunks: Line[][] = [];
  let room = 0;
  for (const line of lines) {
    const bytes = bytesOf(line) + 1;
    const last = chunks.at(-1);
    if (last === undefined || last.length >= LINES_PER_EVENT || bytes > room) {
      chunks.push([line]);
      room = CHUNK_BYTES - bytes;
    } else {
      last.push(line);
      room -= bytes;
    }
  }
  return chunks;
};

const DOING = { Revise: '修改', Delete: '删除', Audit: '审核', Reverse: '反审核' } as const;
type Doing = keyof typeof DOING;

/** Why a command does not fit the stage; null when it does. */
export const whyNot = (doing: Doing, state: DocumentState<unknown, unknown>): Refusal | null => {
  switch (state.stage) {
    case 'none':
    case 'refused':
      return refuse('not-found', 'document.unknown', '单据不存在');
    case 'deleted':
      return refuse('conflict', 'document.deleted', '单据已删除');
    case 'submitted':
    case 'revising':
    case 'reversing':
    case 'reversed':
      return refuse('conflict', 'document.busy', '单据正在处理中，请稍后再试');
    case 'pending':
      return doing === 'Reverse' ? refuse('conflict', 'document.not_audited', '单据未审核，不能反审核') : null;
    case 'audited':
    case 'posted':
      if (doing === 'Reverse')
        return state.stage === 'posted' ? null : refuse('conflict', 'document.busy', '单据正在处理中，请稍后再试');
      return doing === 'Audit'
        ? refuse('conflict', 'document.audited', '单据已审核，不能重复审核')
        : refuse('conflict', 'document.audited', `已审核的单据不能${DOING[doing]}`);
  }
};

const same = (left: unknown, right: unknown): boolean => {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => same((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]))
  );
};

type Conclusion = { readonly type: string; readonly data?: object };
const conclusion = ({ stage, problems }: Conclude, reason: string): Conclusion => {
  const no = problems.length > 0;
  switch (stage) {
    case 'submitted':
      return no ? { type: 'Refused', data: { problems } } : { type: 'Opened' };
    case 'revising':
      return no ? { type: 'RevisionRefused', data: { problems } } : { type: 'Revised' };
    case 'audited':
      return { type: 'Posted' };
    case 'reversing':
      return no ? { type: 'ReversalRefused', data: { problems } } : { type: 'Reversed', data: { reason } };
    case 'reversed':
      return { type: 'Reopened' };
  }
};

type Write = (type: string, documentId: number, version: number, data?: object) => DocumentEvent;
const named =
  (name: string): Write =>
  (type, documentId, version, data = {}) => ({ type: `${name}${type}`, data: { documentId, version, ...data } });

const repeated = (type: string, key: string, state: DocumentState<unknown, unknown>): boolean => {
  const earlier = state.attempts.get(key);
  return earlier?.type === type && !state.refusals.has(earlier.version);
};

/** Header and lines of a new version; long lists lie in the draft already, others go along in the same append. */
const newVersion = <Header, Line>(
  fact: Write,
  type: 'Submitted' | 'RevisionProposed',
  command: { documentId: number; header: Header; lines: readonly Line[] },
  state: DocumentState<Header, Line>,
): Verdict<DocumentEvent> => {
  const { documentId, header, lines } = command;
  const version = state.lastVersion + 1;
  const proposed = fact(type, documentId, version, { header, lineCount: lines.length });
  if (chunksOf(lines).length <= 1) return [fact('LinesWritten', documentId, version, { offset: 0, lines }), proposed];
  const written = state.draft?.version === version ? state.draft.lines : [];
  if (same(written, lines)) return [proposed];
  return refuse('conflict', 'document.concurrent_edit', '别人已修改，请刷新后再保存');
};

const nextLines = <Line>(
  fact: Write,
  command: WriteLines<Line> & { documentId: number },
  state: DocumentState<unknown, Line>,
): Verdict<DocumentEvent> => {
  if (state.stage !== 'none' && state.stage !== 'pending') return [];
  if (command.version !== state.lastVersion + 1) return [];
  const written = state.draft?.version === command.version ? state.draft.lines : [];
  const { documentId, version, offset, lines } = command;
  // Only the end of the draft counts as written: an earlier chunk over a longer draft starts it anew.
  if (same(written.slice(offset), lines)) return [];
  return [fact('LinesWritten', documentId, version, { offset, lines })];
};

/** Rows are drawn for the lines that were read (none for a preview): an edit that came in between is not audited. */
const noAudit = <Header, Line>(
  rules: DocumentRules<Header, Line>,
  { current }: DocumentState<Header, Line>,
  rowIds: readonly number[],
): Refusal | null => {
  if (current === null) return null;
  return rowIds.length > 0 && rowIds.length !== current.lines.length
    ? refuse('conflict', 'document.changed', '别人刚修改了单据，请刷新后再审核')
    : (rules.auditLacks?.(current.header) ?? null);
};

/** Rules and memory of documents of one kind. */
export const documentDecider = <Header, Line>(
  rules: DocumentRules<Header, Line>,
): Decider<DocumentState<Header, Line>, DocumentCommand<Header, Line>, DocumentEvent> => {
  type State = DocumentState<Header, Line>;
  const fact = named(rules.name);

  const user = (
    command: { documentId: number } & Exclude<UserCommand<Header, Line>, { type: 'Submit' }>,
    state: State,
  ): Verdict<DocumentEvent> => {
    if (repeated(command.type, command.key, state)) return [];
    const no = whyNot(command.type, state);
    if (no !== null) return no;
    const { documentId } = command;
    switch (command.type) {
      case 'Revise':
        return newVersion(fact, 'RevisionProposed', command, state);
      case 'Delete':
        return [fact('Deleted', documentId, state.version)];
      case 'Audit':
        return (
          noAudit(rules, state, command.rowIds) ?? [
            fact('Audited', documentId, state.version, { auditor: command.auditor, rowIds: command.rowIds }),
          ]
        );
      case 'Reverse':
        return [fact('ReversalProposed', documentId, state.lastVersion + 1, { reason: command.reason })];
    }
  };

  const conclude = (
    { documentId, ...said }: Conclude & { documentId: number },
    state: State,
  ): Verdict<DocumentEvent> => {
    if (state.stage !== said.stage || state.openVersion !== said.version) return [];
    const { type, data } = conclusion(said, state.reason);
    return [fact(type, documentId, said.version, data)];
  };

  return {
    initial: nothingYet<Header, Line>(),
    evolve: evolveWith(rules.kind, rules.name, propose(rules)),
    decide: (command, state) => {
      switch (command.type) {
        case 'Submit':
          if (state.stage === 'none') return newVersion(fact, 'Submitted', command, state);
          if (state.attempts.get(command.key)?.type === 'Submit') return [];
          return refuse('conflict', 'document.exists', '单据已存在');
        case 'Revise':
        case 'Delete':
        case 'Audit':
        case 'Reverse':
          return user(command, state);
        case 'WriteLines':
          return nextLines(fact, command, state);
        case 'Conclude':
          return conclude(command, state);
      }
    },
  };
};
