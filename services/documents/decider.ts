/**
 * The life of a document that has effects (transfer, sale …), once for all of them: rules and memory of its stream. Pure.
 * The events are those of {@link documentEvents}; the saga of services/documents drives what custodians must do in between.
 *
 * Versions only rise: a refused revision or reversal uses its number up, because the keys of that number were released
 * and a custodian refuses released keys.
 */
import type { Decider, Verdict } from '../contracts/decider.ts';
import type { Effect, EffectOutcome, LineProblem, LineKey, Opening } from '../contracts/document.ts';
import { effectsOfVersion, versionChunks, type Chunk, type EffectRules } from './plan.ts';
import { NO_FACTS, type Doing, type OwnFacts } from './own-facts.ts';
import { evolveWith } from './evolve.ts';
import { nothingYet, type DocumentEvent, type DocumentState } from './state.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';

export * from './state.ts';

export type DocumentRules<Header, Line extends LineKey> = EffectRules<Header, Line> & {
  /** PascalCase; the events are `<name>Submitted` … */
  readonly name: string;
  /** What a header still lacks for its audit; null when nothing. Absent: every saved document may be audited. */
  readonly auditLacks?: (header: Header) => Refusal | null;
};

/** Stages in which custodians still have to follow; each ends in one event of {@link Conclude}. */
export type OpenStage = 'submitted' | 'revising' | 'audited' | 'reversing' | 'reversed';
const OPEN: ReadonlySet<string> = new Set<OpenStage>(['submitted', 'revising', 'audited', 'reversing', 'reversed']);
export const isOpen = (stage: string): stage is OpenStage => OPEN.has(stage);
/** What a user asks; `key` is the {@link attemptKey}, by which a repeat is known. */
export type UserCommand<Header, Line extends LineKey> =
  | { readonly type: 'Submit'; readonly key: string; readonly header: Header; readonly lines: readonly Line[] }
  | { readonly type: 'Revise'; readonly key: string; readonly header: Header; readonly lines: readonly Line[] }
  | { readonly type: 'Delete'; readonly key: string }
  | AuditCommand
  | { readonly type: 'Reverse'; readonly key: string; readonly reason: string };
type AuditCommand = {
  readonly type: 'Audit';
  readonly key: string;
  readonly auditor: string;
  readonly rowIds: readonly number[];
  /** What the audit opens. */
  readonly opens?: readonly Opening[];
  /** That rows and openings were drawn for; absent in a preview, which draws none. */
  readonly version?: number;
};
/** Lines of a long document, before the command that names them; `offset` 0 starts anew. */
export type WriteLines<Line extends LineKey> = Chunk<Line> & { readonly type: 'WriteLines'; readonly version: number };
/** The saga's report: the custodians of that stage and version have followed, or said no. */
export type Conclude = {
  readonly type: 'Conclude';
  readonly stage: OpenStage;
  readonly version: number;
  readonly problems: readonly LineProblem[];
  readonly outcomes?: readonly EffectOutcome[];
};
/** A fact of the kind's own: what it is about is the kind's to say. */
export type RecordFact<Command> = { readonly type: 'Record'; readonly fact: Command };
export type DocumentCommand<Header, Line extends LineKey, Command = never> = { readonly documentId: number } & (
  | RecordFact<Command>
  | UserCommand<Header, Line>
  | WriteLines<Line>
  | Conclude
);

const DOING: Readonly<Record<Doing, string>> = { Revise: '修改', Delete: '删除', Audit: '审核', Reverse: '反审核' };

/** Why nothing can be done to a document now, whatever it is; null when it stands and nothing is open in it. */
const whyNothing = ({ stage }: Pick<DocumentState<unknown, LineKey>, 'stage'>): Refusal | null => {
  switch (stage) {
    case 'none':
    case 'refused':
      return refuse('not-found', 'document.unknown', '单据不存在');
    case 'deleted':
      return refuse('conflict', 'document.deleted', '单据已删除');
    case 'submitted':
    case 'revising':
    case 'reversing':
    case 'audited':
    case 'reversed':
      return refuse('conflict', 'document.busy', '单据正在处理中，请稍后再试');
    case 'pending':
    case 'posted':
      return null;
  }
};
/** Why a command does not fit the stage; null when it does. */
export const whyNot = (doing: Doing, state: DocumentState<unknown, LineKey>): Refusal | null => {
  switch (state.stage) {
    case 'pending':
      return doing === 'Reverse' ? refuse('conflict', 'document.not_audited', '单据未审核，不能反审核') : null;
    case 'audited':
    case 'posted':
      if (doing === 'Reverse')
        return state.stage === 'posted' ? null : refuse('conflict', 'document.busy', '单据正在处理中，请稍后再试');
      return doing === 'Audit'
        ? refuse('conflict', 'document.audited', '单据已审核，不能重复审核')
        : refuse('conflict', 'document.audited', `已审核的单据不能${DOING[doing]}`);
    default:
      return whyNothing(state);
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
const conclusion = ({ stage, problems, outcomes = [] }: Conclude, reason: string): Conclusion => {
  const no = problems.length > 0;
  switch (stage) {
    case 'submitted':
      return no ? { type: 'Refused', data: { problems } } : { type: 'Opened' };
    case 'revising':
      return no ? { type: 'RevisionRefused', data: { problems } } : { type: 'Revised' };
    case 'audited':
      return outcomes.length > 0 ? { type: 'Posted', data: { outcomes } } : { type: 'Posted' };
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

const repeated = (type: string, key: string, state: DocumentState<unknown, LineKey>): boolean => {
  const earlier = state.attempts.get(key);
  return earlier?.type === type && !state.refusals.has(earlier.version);
};

/** Header, lines and effects of a new version; long lists lie in the draft already, others go along in the same append. */
const newVersion = <Header, Line extends LineKey>(
  rules: DocumentRules<Header, Line>,
  type: 'Submitted' | 'RevisionProposed',
  command: { documentId: number; header: Header; lines: readonly Line[] },
  state: DocumentState<Header, Line>,
): Verdict<DocumentEvent> => {
  const { documentId, header, lines } = command;
  const fact = named(rules.name);
  const version = state.lastVersion + 1;
  const effects = effectsOfVersion(rules, state, { ...command, version });
  const proposed = (left: readonly Effect[]) =>
    fact(type, documentId, version, { header, lineCount: lines.length, effects: left });
  const chunks = versionChunks(lines, effects);
  if (chunks.length <= 1) {
    return [fact('LinesWritten', documentId, version, { offset: 0, lines }), proposed(effects)];
  }
  const draft = state.draft?.version === version ? state.draft : null;
  const asked = { lines, effects: chunks.map((chunk) => chunk.effects) };
  if (same({ lines: draft?.lines, effects: [...(draft?.effects.values() ?? [])] }, asked)) return [proposed([])];
  return refuse('conflict', 'document.concurrent_edit', '别人已修改，请刷新后再保存');
};

const nextLines = <Line extends LineKey>(
  fact: Write,
  command: WriteLines<Line> & { documentId: number },
  state: DocumentState<unknown, Line>,
): Verdict<DocumentEvent> => {
  if (state.stage !== 'none' && state.stage !== 'pending') return [];
  if (command.version !== state.lastVersion + 1) return [];
  const { documentId, version, offset, lines, effects } = command;
  const draft = state.draft?.version === version ? state.draft : null;
  // Only the end of the draft counts as written: an earlier chunk over a longer draft starts it anew.
  const end = { lines: draft?.lines.slice(offset) ?? [], effects: draft?.effects.get(offset) };
  if (same(end, { lines, effects })) return [];
  return [fact('LinesWritten', documentId, version, { offset, lines, effects })];
};

/** Rows and ids are drawn for the version that was read, also where it needs none: an edit that came in between is not audited. */
const noAudit = <Header, Line extends LineKey>(
  rules: DocumentRules<Header, Line>,
  { current, version }: DocumentState<Header, Line>,
  { rowIds, version: drawnFor = version }: AuditCommand,
): Refusal | null => {
  if (current === null) return null;
  const others = rowIds.length > 0 && rowIds.length !== current.lines.length;
  return others || drawnFor !== version
    ? refuse('conflict', 'document.changed', '别人刚修改了单据，请刷新后再审核')
    : (rules.auditLacks?.(current.header) ?? null);
};

const auditedOf = ({ auditor, rowIds, opens }: AuditCommand) => ({
  auditor,
  rowIds,
  ...(opens !== undefined && { opens }),
});

const recorded = <Own, Command>(
  facts: OwnFacts<Own, Command>,
  { documentId, fact }: RecordFact<Command> & { readonly documentId: number },
  state: DocumentState<unknown, LineKey, Own>,
): Verdict<DocumentEvent> => {
  const verdict = whyNothing(state) ?? facts.decide(fact, state.own, state);
  if (isRefusal(verdict)) return verdict;
  return verdict.map(({ type, data = {} }) => ({ type, data: { documentId, version: state.version, ...data } }));
};

/** What a user asks of a document that is there. */
const changed = <Header, Line extends LineKey, Own, Command>(
  rules: DocumentRules<Header, Line>,
  facts: OwnFacts<Own, Command>,
  command: { documentId: number } & Exclude<UserCommand<Header, Line>, { type: 'Submit' }>,
  state: DocumentState<Header, Line, Own>,
): Verdict<DocumentEvent> => {
  if (repeated(command.type, command.key, state)) return [];
  const proposed = command.type === 'Revise' ? command.lines : null;
  const no = whyNot(command.type, state) ?? facts.blocks(state.own, command.type, { current: state.current, proposed });
  if (no !== null) return no;
  const { documentId } = command;
  const fact = named(rules.name);
  switch (command.type) {
    case 'Revise':
      return newVersion(rules, 'RevisionProposed', command, state);
    case 'Delete':
      return [fact('Deleted', documentId, state.version)];
    case 'Audit':
      return noAudit(rules, state, command) ?? [fact('Audited', documentId, state.version, auditedOf(command))];
    case 'Reverse':
      return [fact('ReversalProposed', documentId, state.lastVersion + 1, { reason: command.reason })];
  }
};

const submitted = <Header, Line extends LineKey>(
  rules: DocumentRules<Header, Line>,
  command: { documentId: number } & Extract<UserCommand<Header, Line>, { type: 'Submit' }>,
  state: DocumentState<Header, Line>,
): Verdict<DocumentEvent> => {
  if (state.stage === 'none') return newVersion(rules, 'Submitted', command, state);
  if (state.attempts.get(command.key)?.type === 'Submit') return [];
  return refuse('conflict', 'document.exists', '单据已存在');
};

const concluded = (
  fact: Write,
  { documentId, ...said }: Conclude & { documentId: number },
  state: DocumentState<unknown, LineKey>,
): Verdict<DocumentEvent> => {
  if (state.stage !== said.stage || state.openVersion !== said.version) return [];
  const { type, data } = conclusion(said, state.reason);
  return [fact(type, documentId, said.version, data)];
};

/** Rules and memory of documents of one kind that has facts of its own. */
export const documentDeciderWith = <Header, Line extends LineKey, Own, Command>(
  rules: DocumentRules<Header, Line>,
  facts: OwnFacts<Own, Command>,
): Decider<DocumentState<Header, Line, Own>, DocumentCommand<Header, Line, Command>, DocumentEvent> => ({
  initial: nothingYet<Header, Line, Own>(facts.initial),
  evolve: evolveWith<Header, Line, Own>(rules.kind, rules.name, facts),
  decide: (command, state) => {
    switch (command.type) {
      case 'Submit':
        return submitted(rules, command, state);
      case 'Revise':
      case 'Delete':
      case 'Audit':
      case 'Reverse':
        return changed(rules, facts, command, state);
      case 'Record':
        return recorded(facts, command, state);
      case 'WriteLines':
        return nextLines(named(rules.name), command, state);
      case 'Conclude':
        return concluded(named(rules.name), command, state);
    }
  },
});
/** Rules and memory of documents of one kind. */
export const documentDecider = <Header, Line extends LineKey>(rules: DocumentRules<Header, Line>) =>
  documentDeciderWith<Header, Line, unknown, never>(rules, NO_FACTS);
