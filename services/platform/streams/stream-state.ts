/** What a stream is: out of memory, out of a snapshot and the events since, or out of all its events. */
import type { Fact, Recipient } from '../../contracts/save.ts';
import type { Appended, EventStore, JsonObject, NewEvent, Position, Recorded, Snapshot } from '../event-store/port.ts';
import { PastIds } from './past-ids.ts';
import { stateOfText, textOfState } from './plain-state.ts';
import { bytesAdded, bytesRead, memoryOf, type Loaded } from './stream-memory.ts';

/** With the store that its streams lie in. */
export type StoredRecipient<State, Command, Event extends Fact> = Recipient<State, Command, Event> & {
  readonly store: EventStore;
};

/** Events between two snapshots, at least. */
export const SNAPSHOT_EVENTS = 200;
/** A large state is kept so seldom that an event costs no more bytes of it. */
const BYTES_AN_EVENT = 1024;
/** What is remembered of shorter streams is not built on by reads: they are read whole for the same price. */
const WORTH_EVENTS = 32;

const nothing = <State>({ initial: state }: { readonly initial: State }): Loaded<State> => {
  const empty = { state, ids: new Set<string>(), past: PastIds.none };
  return { ...empty, revision: -1, position: -1, last: { id: '', at: '' }, keptAt: -1, bytes: bytesRead(empty) };
};

const fold = <State, Command, Event extends Fact>(
  { decider, parse }: StoredRecipient<State, Command, Event>,
  events: readonly Recorded[],
  before: State,
): State => events.reduce((state, event) => decider.evolve(state, parse(event)), before);

const folded = <State, Command, Event extends Fact>(
  recipient: StoredRecipient<State, Command, Event>,
  before: Loaded<State>,
  events: readonly Recorded[],
): Loaded<State> => {
  const last = events.at(-1);
  if (last === undefined) return before;
  const state = fold(recipient, events, before.state);
  const { past, keptAt } = before;
  const loaded = { state, past, keptAt, ids: new Set([...before.ids, ...events.map(({ id }) => id)]) };
  const { revision, position, id, meta } = last;
  const bytes = recipient.remember === true ? bytesRead(loaded) : 0;
  return { ...loaded, revision, position, last: { id, at: meta.at }, bytes };
};

/** With the events since; null when the stream has another event where this one ends. */
const since = async <State, Command, Event extends Fact>(
  recipient: StoredRecipient<State, Command, Event>,
  stream: string,
  before: Loaded<State>,
): Promise<Loaded<State> | null> => {
  const [last, ...events] = await recipient.store.read(stream, before.revision);
  if (last?.id !== before.last.id) return null;
  const { id, position, meta } = last;
  // Not spread: what an append left makes its state when asked.
  const { state, revision, ids, past, keptAt, bytes } = before;
  const placed = { state, revision, position, last: { id, at: meta.at }, ids, past, keptAt, bytes };
  return folded(recipient, placed, events);
};

const tagOf = ({ schema = 1, snapshot = 0 }: { readonly schema?: number; readonly snapshot?: number }): string =>
  `${schema}/${snapshot}`;
const ofSnapshot = <State>({ state: text, past: stored, revision, lastId }: Snapshot): Loaded<State> | null => {
  const past = PastIds.from(stored);
  if (past === null) return null;
  try {
    // A state of this very decider and shape: the tag says so.
    const state = stateOfText(text) as State;
    const loaded = { state, past, ids: new Set<string>() };
    // Its position and moment are those of its last event, which is read with those since.
    const last = { id: lastId, at: '' };
    return { ...loaded, revision, position: -1, last, keptAt: revision, bytes: bytesRead(loaded) };
  } catch {
    return null;
  }
};
const fromSnapshot = async <State, Command, Event extends Fact>(
  recipient: StoredRecipient<State, Command, Event>,
  stream: string,
): Promise<Loaded<State> | null> => {
  const found = await recipient.store.snapshots?.find(stream, tagOf(recipient));
  const before = found == null ? null : ofSnapshot<State>(found);
  return before === null ? null : since(recipient, stream, before);
};

const current = async <State, Command, Event extends Fact>(
  recipient: StoredRecipient<State, Command, Event>,
  stream: string,
): Promise<Loaded<State>> => {
  const { store, decider, snapshot } = recipient;
  const none = nothing(decider);
  if (snapshot === undefined) return folded(recipient, none, await store.read(stream));
  const known = memoryOf(recipient).get(stream, decider);
  const onKnown = known !== undefined && known.revision >= WORTH_EVENTS ? await since(recipient, stream, known) : null;
  if (onKnown !== null) return onKnown;
  const first = await store.read(stream, 0, SNAPSHOT_EVENTS);
  if (first.length < SNAPSHOT_EVENTS) return folded(recipient, none, first);
  const rest = async () => [...first, ...(await store.read(stream, first.length))];
  return (await fromSnapshot(recipient, stream)) ?? folded(recipient, none, await rest());
};

/** Its latest ids among the past ones; a snapshot where the last one is far enough behind. */
const compacted = <State, Command, Event extends Fact>(
  recipient: StoredRecipient<State, Command, Event>,
  stream: string,
  loaded: Loaded<State>,
): Loaded<State> => {
  const { state, revision, position, last } = loaded;
  const short = { state, ids: new Set<string>(), past: loaded.past.with(loaded.ids, last.at) };
  const bytes = bytesRead(short);
  const isDue = revision - loaded.keptAt >= Math.max(SNAPSHOT_EVENTS, bytes / BYTES_AN_EVENT);
  const tag = tagOf(recipient);
  const snapshot = (): Snapshot => ({
    tag,
    revision,
    lastId: last.id,
    state: textOfState(state),
    past: short.past.stored(),
  });
  if (isDue) recipient.store.snapshots?.offer(stream, snapshot);
  return { ...short, revision, position, last, bytes, keptAt: isDue ? revision : loaded.keptAt };
};

/** What is known of a stream from now on, where it is to be remembered. */
export const remember = <State, Command, Event extends Fact>(
  recipient: StoredRecipient<State, Command, Event>,
  stream: string,
  loaded: Loaded<State>,
): Loaded<State> => {
  if (recipient.remember !== true) return loaded;
  const isLong = recipient.snapshot !== undefined && loaded.ids.size >= SNAPSHOT_EVENTS;
  const known = isLong ? compacted(recipient, stream, loaded) : loaded;
  memoryOf(recipient).set(stream, recipient.decider, known);
  return known;
};

export const readStream = async <State, Command, Event extends Fact>(
  recipient: StoredRecipient<State, Command, Event>,
  stream: string,
): Promise<Loaded<State>> => remember(recipient, stream, await current(recipient, stream));

/** What the stream is taken for without reading it; undefined when nothing is known. */
export const guess = <State, Command, Event extends Fact>(
  recipient: StoredRecipient<State, Command, Event>,
  stream: string,
  isNew: boolean,
): Loaded<State> | undefined => {
  const known = recipient.remember === true ? memoryOf(recipient).get(stream, recipient.decider) : undefined;
  return known === undefined && isNew ? nothing(recipient.decider) : known;
};

/** The stream after its events were appended: what a read would fold, made when it is asked for. */
export const afterAppend = <State, Command, Event extends Fact>(
  recipient: StoredRecipient<State, Command, Event>,
  stream: string,
  { before, added, appended }: { before: Loaded<State>; added: readonly NewEvent[]; appended: Appended },
): Loaded<State> => {
  const first = appended.revision - added.length + 1;
  // As the store gives it back; positions are not promised dense, and no fold looks at them.
  const recorded = (event: NewEvent, index: number): Recorded => ({
    ...event,
    data: JSON.parse(JSON.stringify(event.data)) as JsonObject,
    stream,
    revision: first + index,
    position: appended.position,
  });
  const ids = new Set([...before.ids, ...added.map(({ id }) => id)]);
  const bytes = before.bytes + bytesAdded(added);
  const end = added.at(-1);
  const last = end === undefined ? before.last : { id: end.id, at: end.meta.at };
  const { past, keptAt } = before;
  return new After(appended, { ids, bytes, last, past, keptAt }, () =>
    fold(recipient, added.map(recorded), before.state),
  );
};
type Known = Pick<Loaded<unknown>, 'ids' | 'bytes' | 'last' | 'past' | 'keptAt'>;
/** Its state is folded when first asked for; what it is folded from (the state before, so its own past) is let go. */
class After<State> implements Loaded<State> {
  readonly revision: number;
  readonly position: Position;
  readonly ids: Known['ids'];
  readonly bytes: number;
  readonly last: Known['last'];
  readonly past: Known['past'];
  readonly keptAt: number;
  #folded: { readonly state: State } | { readonly fold: () => State };

  constructor({ revision, position }: Appended, { ids, bytes, last, past, keptAt }: Known, fold: () => State) {
    this.revision = revision;
    this.position = position;
    this.ids = ids;
    this.bytes = bytes;
    this.last = last;
    this.past = past;
    this.keptAt = keptAt;
    this.#folded = { fold };
  }

  get state(): State {
    if ('fold' in this.#folded) this.#folded = { state: this.#folded.fold() };
    return this.#folded.state;
  }
}

export const placedAt = <State>(loaded: Loaded<State>, appended: Appended): Loaded<State> =>
  new After(appended, loaded, () => loaded.state);
