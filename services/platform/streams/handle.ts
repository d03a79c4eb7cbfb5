/** The way of a command: load, fold, decide, append at the revision just read. */
import { setTimeout as pause } from 'node:timers/promises';
import { isoWithOffset } from '../../contracts/dates.ts';
import { isRefusal, refuse } from '../../contracts/refusal.ts';
import { DoesNotFit, type OneCommit } from '../../contracts/one-commit.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Actor } from '../../contracts/route.ts';
import { STORE_AWAY_MS, WrongExpectedRevision } from '../event-store/port.ts';
import type { Appended, EventMeta, EventStore, NewEvent, Position } from '../event-store/port.ts';
import { nameBasedId } from './event-ids.ts';
import { mayGoAgain } from '../base/faults.ts';
import { memoryOf, type Loaded } from './stream-memory.ts';
import { afterAppend, guess, placedAt, readStream, remember, type Fact, type Recipient } from './stream-state.ts';
import { nowWaits, waitingAt } from './waiting.ts';

const MAX_CONFLICTS = 16;
const BACKOFF_MS = 4;
const MAX_BACKOFF_MS = 120;

/** Stands where the position of what waits will be. */
const NOT_YET = -1;

export const STALE = '别人已修改，请刷新后再保存';
/** Of a row of the master data. */
export const STALE_ROW = refuse('stale', 'master.stale', STALE);

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
  /**
   * The append waits there and is written with others; a conflict shows only then. What waits is what later commands of
   * the same see.
   * @throws {DoesNotFit} where such a command changes nothing or is refused: that stands only once it is written.
   */
  readonly oneCommit?: OneCommit | undefined;
};
export type Handled<State, Event> = {
  /** Position of the stream's last event: what a reader waits for; -1 when the stream is empty. */
  readonly position: Position;
  /** Last revision of the stream; -1 when it is empty. */
  readonly revision: number;
  /** As a read right after it would fold it, the new events' metadata included. */
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

type By = Pick<Actor, 'user' | 'key'>;
type Place = { readonly stream: string; readonly tag: string };
/** The same for every try of a command, so that a try knows what an earlier one wrote. */
const eventId = ({ user, key }: By, { stream, tag }: Place, index: number): string =>
  nameBasedId(`${user.id}/${key}/${stream}/${tag}/${index}`);
const wrote = <State>({ ids, past }: Loaded<State>, by: By, place: Place): boolean => {
  const first = eventId(by, place, 0);
  return ids.has(first) || past.has(first);
};

export type LoadedState<State> = {
  readonly state: State;
  readonly revision: number;
  readonly position: Position;
  /** Did this user and key write here already, with that tag? Then the command is a repeat, whatever the rules say now. */
  readonly wrote: (by: By, tag: string) => boolean;
};
/** Folds a stream without deciding anything. */
export const loadState = async <State, Command, Event extends Fact>(
  recipient: Recipient<State, Command, Event>,
  stream: string,
): Promise<LoadedState<State>> => {
  const loaded = await readStream(recipient, stream);
  const { state, revision, position } = loaded;
  return { state, revision, position, wrote: (by, tag) => wrote(loaded, by, { stream, tag }) };
};

const metaOf = ({ actor, shopId, correlationId }: HandleOptions, schema: number): EventMeta => ({
  key: actor.key,
  correlationId: correlationId ?? actor.key,
  causationId: actor.requestId,
  userId: actor.user.id,
  userName: actor.user.nickName,
  deptId: actor.user.deptId,
  shopId,
  at: isoWithOffset(actor.now),
  schema,
});

const tagOf = (command: unknown, tag: string | undefined): string => {
  if (tag !== undefined) return tag;
  if (typeof command !== 'object' || command === null || !('type' in command)) return '';
  return String(command.type);
};

type Attempt<State, Command> = {
  readonly stream: string;
  readonly command: Command;
  readonly options: HandleOptions;
  /** What the stream is; `guessed` when it was not read for this. */
  readonly before: Loaded<State>;
  readonly guessed: boolean;
};

const isStale = ({ expected }: HandleOptions, revision: number): boolean =>
  expected !== undefined && expected !== revision;

/** One pass: a result, a refusal, or null when the stream was not what it was taken for. */
const attempt = async <State, Command, Event extends Fact>(
  recipient: Recipient<State, Command, Event>,
  { stream, command, options, before, guessed }: Attempt<State, Command>,
): Promise<Handled<State, Event> | Refusal | null> => {
  const { actor } = options;
  const { revision, position } = before;
  // A guess stands for nothing until an append proves it.
  const unchanged = () => (guessed ? null : { position, revision, state: before.state, events: [] });
  const tagged = { stream, tag: tagOf(command, options.tag) };
  if (wrote(before, actor, tagged)) return unchanged();
  if (isStale(options, revision)) return guessed ? null : refuse('stale', 'platform.stale', STALE);
  const verdict = recipient.decider.decide(command, before.state);
  if (isRefusal(verdict)) return guessed ? null : verdict;
  if (verdict.length === 0) return unchanged();
  const meta = metaOf(options, recipient.schema ?? 1);
  const added = verdict.map(({ type, data }, index): NewEvent => ({
    id: eventId(actor, tagged, index),
    type,
    data,
    meta,
  }));
  const loadedAt = (appended: Appended): Loaded<State> => afterAppend(recipient, stream, { before, added, appended });
  const remembered = (loaded: Loaded<State>): Loaded<State> => remember(recipient, stream, loaded);
  const { oneCommit } = options;
  if (oneCommit !== undefined) {
    const loaded = loadedAt({ revision: revision + added.length, position: NOT_YET });
    nowWaits(oneCommit, stream, { decider: recipient.decider, loaded });
    const told = {
      // Remembered when it is there, not before.
      committed: (there: Appended) => void remembered(placedAt(loaded, there)),
      misfit: () => memoryOf(recipient).forget(stream),
    };
    oneCommit.append({ stream, expected: expectedAfter(revision), events: added }, told);
    return handledAs(loaded, verdict);
  }
  const appended = await appendTo(recipient.store, { stream, revision, added });
  return appended === null ? null : handledAs(remembered(loadedAt(appended)), verdict);
};

const handledAs = <State, Event>(loaded: Loaded<State>, events: readonly Event[]): Handled<State, Event> => ({
  position: loaded.position,
  revision: loaded.revision,
  events,
  get state() {
    return loaded.state;
  },
});

type Placed = { readonly stream: string; readonly revision: number; readonly added: readonly NewEvent[] };
const expectedAfter = (revision: number): number | 'none' => (revision === -1 ? 'none' : revision);

/** null when another writer was faster. */
const appendTo = async (store: EventStore, { stream, revision, added }: Placed) => {
  try {
    return await store.append(stream, expectedAfter(revision), added);
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return null;
    throw error;
  }
};

const backoff = (tries: number): Promise<void> =>
  pause(Math.random() * Math.min(BACKOFF_MS * 2 ** tries, MAX_BACKOFF_MS) + 1);

/** On what waits to be written; null when nothing does. */
const behindWaiting = async <State, Command, Event extends Fact>(
  recipient: Recipient<State, Command, Event>,
  stream: string,
  command: Command,
  options: HandleOptions,
): Promise<Handled<State, Event> | Refusal | null> => {
  const before = waitingAt(recipient, stream, options.oneCommit);
  if (before === undefined) return null;
  const outcome = await attempt(recipient, { stream, command, options, before, guessed: true });
  if (outcome === null) throw new DoesNotFit(`${stream} is not written yet`);
  return outcome;
};

const untilSettled = async <State, Command, Event extends Fact>(
  recipient: Recipient<State, Command, Event>,
  stream: string,
  command: Command,
  options: HandleOptions,
): Promise<Handled<State, Event> | Refusal> => {
  const giveUpAt = performance.now() + STORE_AWAY_MS;
  let known = guess(recipient, stream, options.fresh === true && options.expected === undefined);
  for (let conflicts = 0, outages = 0; ;) {
    try {
      const guessed = known !== undefined;
      const before = known ?? (await readStream(recipient, stream));
      known = undefined;
      const outcome = await attempt(recipient, { stream, command, options, before, guessed });
      if (outcome !== null) return outcome;
      if (guessed) continue;
      conflicts += 1;
      if (conflicts > MAX_CONFLICTS) return refuse('conflict', 'platform.busy', '操作冲突，请稍后重试');
      await backoff(conflicts);
    } catch (error) {
      // The outcome of that append is unknown; the next pass finds its own ids if it did succeed.
      if (!mayGoAgain(error) || performance.now() > giveUpAt) throw error;
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
  inTurn(
    recipient.store,
    stream,
    async () =>
      (await behindWaiting(recipient, stream, command, options)) ?? untilSettled(recipient, stream, command, options),
  );
