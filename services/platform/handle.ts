/** The way of a command: load, fold, decide, append at the revision just read. */
import { setTimeout as pause } from 'node:timers/promises';
import { v5 as uuidV5 } from 'uuid';
import type { Decider } from '../contracts/decider.ts';
import { isoWithOffset } from '../contracts/dates.ts';
import { isRefusal, refuse } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import { StoreUnavailable, WrongExpectedRevision } from './event-store/port.ts';
import type { EventMeta, EventStore, JsonObject, NewEvent, Position, Recorded } from './event-store/port.ts';

const EVENT_IDS = '7c1f7c58-8b3a-4f3e-9a53-0d4b5b1f3a10';
const MAX_CONFLICTS = 16;
const BACKOFF_MS = 4;
const MAX_BACKOFF_MS = 120;
const STORE_AWAY_MS = 5_000;

export const STALE = '别人已修改，请刷新后再保存';

export type Fact = { readonly type: string; readonly data: JsonObject };
export type Recipient<State, Command, Event extends Fact> = {
  readonly store: EventStore;
  readonly decider: Decider<State, Command, Event>;
  /** The slice's door: upcasts and validates a stored event. */
  readonly parse: (recorded: Recorded) => Event;
  /** Schema number written with new events; default 1. */
  readonly schema?: number;
};
export type HandleOptions = {
  readonly actor: Pick<Actor, 'user' | 'now' | 'key' | 'requestId'>;
  /** Shop the fact belongs to, null for chain-wide ones. */
  readonly shopId: number | null;
  /** Revision the client saw (If-Match). */
  readonly expected?: number | undefined;
  readonly correlationId?: string;
  /**
   * Tells apart several commands of one type that one key sends to one stream (two lines of a sale that hold the
   * same lot); default: the command's type. The same key, stream and tag is a repeat and changes nothing.
   */
  readonly tag?: string;
  /**
   * The stream is most likely empty: the first pass appends without reading, and reads when that is refused. A repeat
   * that the store knows by its event ids answers what the first try answered, its events included.
   */
  readonly fresh?: boolean;
};
export type Handled<State, Event> = {
  /** Position of the stream's last event: what a reader waits for; -1 when the stream is empty. */
  readonly position: Position;
  /** Last revision of the stream; -1 when it is empty. */
  readonly revision: number;
  readonly state: State;
  /** What this command appended; empty for a repeat. */
  readonly events: readonly Event[];
};

/** Commands to one stream queue in this process, so they do not race each other into retries. */
const queues = new WeakMap<EventStore, Map<string, Promise<unknown>>>();
const inTurn = async <Result>(store: EventStore, stream: string, work: () => Promise<Result>): Promise<Result> => {
  const lanes = queues.get(store) ?? new Map<string, Promise<unknown>>();
  queues.set(store, lanes);
  const before = lanes.get(stream) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => undefined);
  lanes.set(stream, settled);
  try {
    return await mine;
  } finally {
    if (lanes.get(stream) === settled) lanes.delete(stream);
  }
};

type Loaded<State> = {
  readonly state: State;
  readonly revision: number;
  readonly position: Position;
  readonly ids: ReadonlySet<string>;
};
const emptyOf = <State, Command, Event extends Fact>({
  decider,
}: Recipient<State, Command, Event>): Promise<Loaded<State>> =>
  Promise.resolve({ state: decider.initial, revision: -1, position: -1, ids: new Set() });
const load = async <State, Command, Event extends Fact>(
  { store, decider, parse }: Recipient<State, Command, Event>,
  stream: string,
): Promise<Loaded<State>> => {
  const recorded = await store.read(stream);
  const last = recorded.at(-1);
  return {
    state: recorded.reduce((state, event) => decider.evolve(state, parse(event)), decider.initial),
    revision: last?.revision ?? -1,
    position: last?.position ?? -1,
    ids: new Set(recorded.map((event) => event.id)),
  };
};

/** Folds a stream without deciding anything. */
export const loadState = async <State, Command, Event extends Fact>(
  recipient: Recipient<State, Command, Event>,
  stream: string,
): Promise<{ readonly state: State; readonly revision: number; readonly position: Position }> => {
  const { state, revision, position } = await load(recipient, stream);
  return { state, revision, position };
};

const metaOf = ({ actor, shopId, correlationId }: HandleOptions, schema: number): EventMeta => ({
  key: actor.key,
  correlationId: correlationId ?? actor.key,
  causationId: actor.requestId,
  userId: actor.user.id,
  userName: actor.user.nickName,
  shopId,
  at: isoWithOffset(actor.now),
  schema,
});

const tagOf = (command: unknown, tag: string | undefined): string => {
  if (tag !== undefined) return tag;
  if (typeof command !== 'object' || command === null || !('type' in command)) return '';
  return String(command.type);
};

/** One pass: a result, a refusal, or null when another writer was faster. */
const attempt = async <State, Command, Event extends Fact>(
  recipient: Recipient<State, Command, Event>,
  stream: string,
  command: Command,
  options: HandleOptions,
): Promise<Handled<State, Event> | Refusal | null> => {
  const { actor, expected } = options;
  const unread = options.fresh === true;
  const { state, revision, position, ids } = await (unread ? emptyOf(recipient) : load(recipient, stream));
  const idOf = (index: number): string =>
    uuidV5(`${actor.user.id}/${actor.key}/${stream}/${tagOf(command, options.tag)}/${index}`, EVENT_IDS);
  if (ids.has(idOf(0))) return { position, revision, state, events: [] };
  if (expected !== undefined && expected !== revision) return refuse('stale', 'platform.stale', STALE);
  const verdict = recipient.decider.decide(command, state);
  if (isRefusal(verdict) || verdict.length === 0) {
    // Decided unread it stands for nothing: only an append finds out that the stream is empty.
    if (unread) return null;
    return isRefusal(verdict) ? verdict : { position, revision, state, events: [] };
  }
  const meta = metaOf(options, recipient.schema ?? 1);
  const events = verdict.map((event, index): NewEvent => ({
    id: idOf(index),
    type: event.type,
    data: event.data,
    meta,
  }));
  const appended = await appendTo(recipient.store, stream, revision, events);
  return appended === null
    ? null
    : { ...appended, state: verdict.reduce(recipient.decider.evolve, state), events: verdict };
};

/** null when another writer was faster. */
const appendTo = async (store: EventStore, stream: string, revision: number, events: readonly NewEvent[]) => {
  try {
    return await store.append(stream, revision === -1 ? 'none' : revision, events);
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return null;
    throw error;
  }
};

const backoff = (tries: number): Promise<void> =>
  pause(Math.random() * Math.min(BACKOFF_MS * 2 ** tries, MAX_BACKOFF_MS) + 1);

const untilSettled = async <State, Command, Event extends Fact>(
  recipient: Recipient<State, Command, Event>,
  stream: string,
  command: Command,
  options: HandleOptions,
): Promise<Handled<State, Event> | Refusal> => {
  const giveUpAt = performance.now() + STORE_AWAY_MS;
  for (let conflicts = 0, outages = 0; ;) {
    try {
      const fresh = options.fresh === true && options.expected === undefined && conflicts + outages === 0;
      const outcome = await attempt(recipient, stream, command, { ...options, fresh });
      if (outcome !== null) return outcome;
      conflicts += 1;
      if (conflicts > MAX_CONFLICTS) return refuse('conflict', 'platform.busy', '操作冲突，请稍后重试');
      await backoff(conflicts);
    } catch (error) {
      // The outcome of that append is unknown; the next pass finds its own ids if it did succeed.
      if (!(error instanceof StoreUnavailable) || performance.now() > giveUpAt) throw error;
      outages += 1;
      await backoff(outages);
    }
  }
};

/**
 * Sends one command to one stream.
 * @returns what the stream is now, or the refusal of the decider; a repeat (same user, key, stream, tag) appends nothing.
 * @throws {StoreUnavailable} when the store stays away for 5 s: the same key may be tried again.
 */
export const handle = <State, Command, Event extends Fact>(
  recipient: Recipient<State, Command, Event>,
  stream: string,
  command: Command,
  options: HandleOptions,
): Promise<Handled<State, Event> | Refusal> =>
  inTurn(recipient.store, stream, () => untilSettled(recipient, stream, command, options));
