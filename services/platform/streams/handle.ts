/** The way of a command: load, fold, decide, append at the revision just read. */
import { setTimeout as pause } from 'node:timers/promises';
import { isoWithOffset } from '../../contracts/dates.ts';
import { isRefusal, refuse } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Actor } from '../../contracts/route.ts';
import type { Fact, Handled, LoadedState, SendOptions } from '../../contracts/save.ts';
import { STORE_AWAY_MS, WrongExpectedRevision } from '../event-store/port.ts';
import type { EventMeta, EventStore, NewEvent } from '../event-store/port.ts';
import { nameBasedId } from './event-ids.ts';
import { mayGoAgain } from '../base/faults.ts';
import type { Loaded } from './stream-memory.ts';
import { afterAppend, guess, readStream, remember, type StoredRecipient } from './stream-state.ts';

const MAX_CONFLICTS = 16;
const BACKOFF_MS = 4;
const MAX_BACKOFF_MS = 120;

/** Somebody else was faster, again and again. */
const BUSY = refuse('conflict', 'platform.busy', '操作冲突，请稍后重试');
export const STALE = '别人已修改，请刷新后再保存';
export const STALE_STREAM = refuse('stale', 'platform.stale', STALE);
/** Of a row of the master data. */
export const STALE_ROW = refuse('stale', 'master.stale', STALE);

/** Commands to one stream queue in this process, so they do not race each other into retries. */
const queues = new WeakMap<EventStore, Map<string, Promise<unknown>>>();
export const inTurn = async <Result>(
  store: EventStore,
  stream: string,
  work: () => Promise<Result>,
): Promise<Result> => {
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

/** Of what is loaded, whatever may be asked. */
export const loadedState = <State>(loaded: Loaded<State>, stream: string): LoadedState<State> => {
  const { state, revision, position } = loaded;
  return { state, revision, position, wrote: (by, tag) => wrote(loaded, by, { stream, tag }) };
};
/** Folds a stream without deciding anything. */
export const loadState = async <State, Command, Event extends Fact>(
  recipient: StoredRecipient<State, Command, Event>,
  stream: string,
): Promise<LoadedState<State>> => {
  return loadedState(await readStream(recipient, stream), stream);
};

const metaOf = ({ actor, shopId, correlationId }: SendOptions, schema: number): EventMeta => ({
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

type Ask<Command> = { readonly stream: string; readonly command: Command; readonly options: SendOptions };
type Attempt<State, Command> = Ask<Command> & {
  /** What the stream is; `guessed` when it was not read for this. */
  readonly before: Loaded<State>;
  readonly guessed: boolean;
};
/** What was decided, and is to be appended behind `before`. */
export type Decided<State, Command, Event extends Fact> = Omit<Attempt<State, Command>, 'command' | 'options'> & {
  readonly recipient: StoredRecipient<State, Command, Event>;
  readonly added: readonly NewEvent[];
};
/** The stream as it is then; null when another writer was faster. */
export type Append = <State, Command, Event extends Fact>(
  decided: Decided<State, Command, Event>,
) => Promise<Loaded<State> | null>;

const isStale = ({ expected }: SendOptions, revision: number): boolean =>
  expected !== undefined && expected !== revision;

/** One pass: a result, a refusal, or null when the stream was not what it was taken for. */
export const attempt = async <State, Command, Event extends Fact>(
  recipient: StoredRecipient<State, Command, Event>,
  { stream, command, options, before, guessed }: Attempt<State, Command>,
  append: Append,
): Promise<Handled<State, Event> | Refusal | null> => {
  const { actor } = options;
  const { revision, position } = before;
  // A guess stands for nothing until an append proves it.
  const unchanged = () => (guessed ? null : { position, revision, state: before.state, events: [] });
  const tagged = { stream, tag: tagOf(command, options.tag) };
  if (wrote(before, actor, tagged)) return unchanged();
  if (isStale(options, revision)) return guessed ? null : STALE_STREAM;
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
  const loaded = await append({ recipient, stream, before, guessed, added });
  return loaded === null ? null : handledAs(loaded, verdict);
};

const handledAs = <State, Event>(loaded: Loaded<State>, events: readonly Event[]): Handled<State, Event> => ({
  position: loaded.position,
  revision: loaded.revision,
  events,
  get state() {
    return loaded.state;
  },
});

export const expectedAfter = (revision: number): number | 'none' => (revision === -1 ? 'none' : revision);

const appendNow: Append = async ({ recipient, stream, before, added }) => {
  try {
    const appended = await recipient.store.append(stream, expectedAfter(before.revision), added);
    return remember(recipient, stream, afterAppend(recipient, stream, { before, added, appended }));
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return null;
    throw error;
  }
};

const backoff = (tries: number): Promise<void> =>
  pause(Math.random() * Math.min(BACKOFF_MS * 2 ** tries, MAX_BACKOFF_MS) + 1);

/** On what is remembered of the stream, and on what is read where that does not do. */
export const untilSettled = async <State, Command, Event extends Fact>(
  recipient: StoredRecipient<State, Command, Event>,
  ask: Ask<Command>,
  append: Append,
): Promise<Handled<State, Event> | Refusal> => {
  const { stream, options } = ask;
  const giveUpAt = performance.now() + STORE_AWAY_MS;
  let known = guess(recipient, stream, options.isNew === true && options.expected === undefined);
  for (let conflicts = 0, outages = 0; ;) {
    try {
      const guessed = known !== undefined;
      const before = known ?? (await readStream(recipient, stream));
      known = undefined;
      const outcome = await attempt(recipient, { ...ask, before, guessed }, append);
      if (outcome !== null) return outcome;
      if (guessed) continue;
      conflicts += 1;
      if (conflicts > MAX_CONFLICTS) return BUSY;
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
  recipient: StoredRecipient<State, Command, Event>,
  stream: string,
  command: Command,
  options: SendOptions,
): Promise<Handled<State, Event> | Refusal> =>
  inTurn(recipient.store, stream, () => untilSettled(recipient, { stream, command, options }, appendNow));
