/**
 * Documents that a document opens. Their ids are drawn before its audit and stored in it, so whoever goes on with the audit
 * opens the same ones; they are there before it is posted. The posting hands them what it holds for them
 * (`HandTo` of opens.ts). With its 反审核 they are taken back while nobody has touched them.
 */
import { documentNo, type DocumentKind, type Effect, type LineKey, type Opening } from '../contracts/document.ts';
import { dayOf } from '../contracts/dates.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import type { Save } from '../contracts/save.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { followInTurn } from './contention.ts';
import type { Custodians } from './custodian.ts';
import { earlierTry } from './earlier-try.ts';
import { attemptKey, type DocumentState, type UserCommand } from './decider.ts';
import { followStage, type Followed, type Following } from './effects.ts';
import { lineName, lineOf } from './lines.ts';
import type { OpeningRules, OpeningSpec } from './opens.ts';
import { refuseBeyondRanges } from './ranges.ts';
import type { DocumentSpec } from './spec.ts';

type By = { readonly actor: Actor; readonly save: Save };
type State = DocumentState<unknown, LineKey>;
/** Documents of a kind, as far as they are opened here. */
type DocumentsDriver<Header, Line extends LineKey> = {
  readonly spec: DocumentSpec<Header, Line>;
  rested(id: number): Promise<{ readonly state: DocumentState<Header, Line>; readonly revision: number }>;
  repeat(
    id: number,
    type: UserCommand<Header, Line>['type'],
    key: string,
  ): Promise<{ readonly position: number } | Refusal | null>;
  command(
    id: number,
    command: UserCommand<Header, Line>,
    by: By & { readonly expected?: number; readonly given?: true },
  ): Promise<{ readonly position: number } | Refusal>;
};
type OpenableKind = {
  readonly load: (id: number) => Promise<State>;
  readonly divide: OpeningRules<unknown, LineKey>['divide'];
  /** Why the document could not be saved. */
  readonly refusal: (asked: unknown) => Promise<Refusal | null>;
  /** Position of its last event. A repeat is silent. */
  readonly open: (id: number, asked: unknown, by: By) => Promise<number>;
  /** Deletes it as it was opened; what somebody changed meanwhile stays. */
  readonly takeBack: (id: number, by: By) => Promise<number>;
};

const positionOf = (done: { readonly position: number } | Refusal): number => (isRefusal(done) ? -1 : done.position);
/** As it was opened: neither edited nor audited since. */
const untouched = ({ stage, version }: State): boolean => stage === 'pending' && version === 1;

/** As documents of other kinds open them. */
const openedKind = <Header, Line extends LineKey>(
  documents: DocumentsDriver<Header, Line>,
  { divide, prepare }: OpeningRules<Header, Line>,
): OpenableKind => ({
  load: async (id) => (await documents.rested(id)).state,
  divide,
  refusal: async (asked) => refuseBeyondRanges(documents.spec, await prepare(asked)),
  open: async (id, asked, { actor, save }) => {
    const key = attemptKey(actor.user.id, actor.key);
    const known = await earlierTry(documents, { id, type: 'Submit', key }, save);
    if (known !== null) return positionOf(known);
    const command = { type: 'Submit', key, ...(await prepare(asked)) } as const;
    const done = await documents.command(id, command, { actor, given: true, save });
    if (isRefusal(done)) throw new Error(`${documentNo(documents.spec.kind, id)}: ${done.code}`);
    return done.position;
  },
  takeBack: async (id, { actor, save }) => {
    const key = attemptKey(actor.user.id, actor.key);
    const known = await earlierTry(documents, { id, type: 'Delete', key }, save);
    if (known !== null) return positionOf(known);
    const { state, revision: expected } = await documents.rested(id);
    if (!untouched(state)) return -1;
    return positionOf(await documents.command(id, { type: 'Delete', key }, { actor, expected, save }));
  },
});

const opened = new WeakMap<EventStore, Map<DocumentKind, OpenableKind>>();
/** Documents of that kind may be opened by others of the same store. */
export const registerOpened = <Header, Line extends LineKey>(
  store: EventStore,
  documents: DocumentsDriver<Header, Line>,
  from: OpeningRules<Header, Line>,
): void => {
  const kinds = opened.get(store) ?? new Map<DocumentKind, OpenableKind>();
  opened.set(store, kinds.set(documents.spec.kind, openedKind(documents, from)));
};
const kindIn = (store: EventStore, kind: DocumentKind): OpenableKind => {
  const found = opened.get(store)?.get(kind);
  if (found === undefined) throw new Error(`documents of kind ${kind} are opened by nobody`);
  return found;
};

type OpeningPlan = Omit<Opening, 'id'>;
const plannedOf = async <Header, Line extends LineKey>(
  store: EventStore,
  { kind, takes, askOf }: OpeningSpec<Header, Line>,
  of: { readonly header: Header; readonly lines: readonly Line[]; readonly id: number; readonly day: string },
): Promise<readonly OpeningPlan[] | Refusal> => {
  const lines = of.lines.filter(takes);
  if (lines.length === 0) return [];
  const other = kindIn(store, kind);
  const planned: OpeningPlan[] = [];
  for (const places of await other.divide(askOf({ ...of, lines }))) {
    const own = places.flatMap((place) => lines[place] ?? []);
    const refused = await other.refusal(askOf({ ...of, lines: own }));
    if (refused !== null) return refused;
    planned.push({ kind, list: own[0]?.list ?? '', lineIds: own.map(({ lineId }) => lineId) });
  }
  return planned;
};
const openedBy = async (
  store: EventStore,
  { openings }: Pick<State, 'openings'>,
  are: (state: State) => boolean,
): Promise<readonly Opening[]> => {
  const states = await Promise.all(openings.map(({ kind, id }) => kindIn(store, kind).load(id)));
  return openings.filter((_, index) => {
    const state = states[index];
    return state !== undefined && are(state);
  });
};

/** What the routes of a kind ask of what it opens. */
export type OpeningsDesk<Header, Line extends LineKey> = {
  /** What the audit of the document as it stands would open, with fresh ids. */
  readonly atAudit: (document: OpeningState<Header, Line>, now: Date) => Promise<readonly Opening[] | Refusal>;
  /** What its 反审核 would take back. */
  readonly takenBack: (document: Pick<State, 'openings'>) => Promise<readonly Opening[]>;
};
type OpeningState<Header, Line extends LineKey> = Pick<DocumentState<Header, Line>, 'current' | 'id'>;
type DeskDeps = {
  readonly store: EventStore;
  readonly ids: { readonly several: (count: number) => Promise<readonly number[]> };
};
export const openingsDesk = <Header, Line extends LineKey>(
  { store, ids }: DeskDeps,
  { opens = [] }: Pick<DocumentSpec<Header, Line>, 'opens'>,
): OpeningsDesk<Header, Line> => ({
  atAudit: async ({ current, id }, now) => {
    if (current === null) return [];
    const planned: OpeningPlan[] = [];
    for (const one of opens) {
      const more = await plannedOf(store, one, { ...current, id, day: dayOf(now) });
      if (isRefusal(more)) return more;
      planned.push(...more);
    }
    if (planned.length === 0) return [];
    // Unbound on purpose: they are written in the audit event, and a retry finds that event.
    const drawn = await ids.several(planned.length);
    return planned.map((one, index) => ({ ...one, id: drawn[index] as number }));
  },
  takenBack: (document) => openedBy(store, document, untouched),
});

type Deps = { readonly store: EventStore; readonly custodians: Custodians };
const openAll = async <Header, Line extends LineKey>(
  spec: DocumentSpec<Header, Line>,
  { store }: Deps,
  { state, actor, save }: Following<Header, Line>,
): Promise<number> => {
  const { current, step, openings, version, id } = state;
  const by = { actor: { ...actor, key: `${spec.stream(id)}/v${version}/opens` }, save };
  // The day of the decision, whoever goes on with it when.
  const day = dayOf(step === null ? actor.now : new Date(step.at));
  let position = -1;
  if (current === null) return position;
  for (const { kind, id: child, list, lineIds } of openings) {
    const askOf = spec.opens?.find((one) => one.kind === kind)?.askOf;
    if (askOf === undefined) throw new Error(`${spec.kind} opens no ${kind}`);
    const taken = new Set(lineIds);
    const lines = current.lines.filter((line) => line.list === list && taken.has(line.lineId));
    const asked = askOf({ header: current.header, lines, id, day });
    position = Math.max(position, await kindIn(store, kind).open(child, asked, by));
  }
  return position;
};

/**
 * First all claims on what the document still has: where one is refused, what it opened stands. Then that is taken back, and
 * what it held is claimed.
 */
const followReversal = async <Header, Line extends LineKey>(
  spec: DocumentSpec<Header, Line>,
  { store, custodians }: Deps,
  following: Following<Header, Line>,
): Promise<Followed> => {
  const { state, actor, save } = following;
  const by = { actor: { ...actor, key: `${spec.stream(state.id)}/u${state.openVersion}/opens` }, save };
  const key = attemptKey(actor.user.id, by.actor.key);
  // What a try before has taken back already is brought to its end.
  const back = await openedBy(store, state, (other) => untouched(other) || other.attempts.has(key));
  if (back.length === 0) return followStage(spec, custodians, following);
  const theirs = new Set(back.flatMap(({ list, lineIds }) => lineIds.map((lineId) => lineName({ list, lineId }))));
  const isTheirs = (effect: Effect): boolean => theirs.has(lineName(lineOf(effect)));
  const own = await followStage(spec, custodians, { ...following, only: (effect) => !isTheirs(effect) });
  if (own.problems.length > 0) return own;
  const positions = [own.position];
  for (const { kind, id } of back) positions.push(await kindIn(store, kind).takeBack(id, by));
  const rest = await followStage(spec, custodians, { ...following, only: isTheirs });
  return { ...rest, position: Math.max(...positions, rest.position) };
};

/**
 * Lets custodians follow the open stage, and what the document opens with it.
 * @throws {SagaStuck} as `followStage` does.
 */
export const followWithOpenings = async <Header, Line extends LineKey>(
  spec: DocumentSpec<Header, Line>,
  deps: Deps,
  following: Following<Header, Line>,
): Promise<Followed> => {
  const { stage, state } = following;
  if (state.openings.length === 0) return followInTurn(spec, deps, following);
  if (stage === 'reversing') return followReversal(spec, deps, following);
  const followed = await followInTurn(spec, deps, following);
  if (stage !== 'audited') return followed;
  return { ...followed, position: Math.max(followed.position, await openAll(spec, deps, following)) };
};
