/**
 * One winner, not at most one. Documents ask for all they need at once, so each of two may get what the other lacks, and
 * both would be refused. The lower id waits for the higher to let go and asks again; the higher waits for nobody. Ids of
 * all kinds come from one sequence (R40), so nobody waits in a circle.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { LineProblem, LineKey } from '../contracts/document.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import type { Custodians, TakenBy } from './custodian.ts';
import type { DocumentState } from './decider.ts';
import { followStage, type Followed, type Following } from './effects.ts';
import type { DocumentSpec } from './spec.ts';

const PATIENCE_MS = 2_000;
const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 80;

type Holder = TakenBy['holder'];
type Load = (id: number) => Promise<{ readonly state: DocumentState<unknown, LineKey> }>;
/** Kinds whose documents lie in a store, so that one can see how another is doing. */
const opened = new WeakMap<EventStore, Map<string, Load>>();
export const registerDocuments = (store: EventStore, kind: string, load: Load): void => {
  const kinds = opened.get(store) ?? new Map<string, Load>();
  opened.set(store, kinds.set(kind, load));
};

const UNSETTLED: ReadonlySet<string> = new Set(['submitted', 'refused', 'deleted']);
/** Whether the document may still let the thing go: it is about to be decided, or was and the release is on its way. */
const mayLetGo = async (store: EventStore, { kind, id }: Holder, thing: LineProblem): Promise<boolean> => {
  const state = (await opened.get(store)?.get(kind)?.(id))?.state;
  if (state === undefined || state.stage === 'none') return false;
  const stands = state.current?.effects.some((one) => one.custodian === thing.custodian && one.id === thing.id);
  return stands !== true || UNSETTLED.has(state.stage);
};

const worthWaiting = async (store: EventStore, own: number, followed: Followed): Promise<boolean> => {
  if (followed.problems.length === 0) return false;
  const holders = followed.problems.map(({ id, custodian }) => followed.holders.get(`${custodian}/${id}`));
  if (!holders.every((holder) => holder !== undefined && holder.id > own)) return false;
  const waits = await Promise.all(
    followed.problems.map(async (problem, index) => {
      const holder = holders[index];
      return holder !== undefined && mayLetGo(store, holder, problem);
    }),
  );
  return waits.every(Boolean);
};

/**
 * Lets the custodians of the open stage follow; a reservation that a later document is in the way of is asked for again
 * until that document is decided, two seconds at most.
 * @throws {SagaStuck} as {@link followStage} does.
 */
export const followInTurn = async <Header, Line extends LineKey>(
  spec: DocumentSpec<Header, Line>,
  { store, custodians }: { readonly store: EventStore; readonly custodians: Custodians },
  following: Following<Header, Line>,
): Promise<Followed> => {
  const { stage, state } = following;
  let followed = await followStage(spec, custodians, following);
  if (stage !== 'submitted' && stage !== 'revising') return followed;
  const until = performance.now() + PATIENCE_MS;
  for (let ms = FIRST_PAUSE_MS; await worthWaiting(store, state.id, followed); ms = Math.min(2 * ms, MAX_PAUSE_MS)) {
    if (performance.now() > until) break;
    await pause(ms);
    const refused = new Set(followed.problems.map(({ custodian, id }) => `${custodian}/${id}`));
    const again = await followStage(spec, custodians, {
      ...following,
      only: ({ custodian, id }) => refused.has(`${custodian}/${id}`),
    });
    followed = { ...again, position: Math.max(followed.position, again.position) };
  }
  return followed;
};
