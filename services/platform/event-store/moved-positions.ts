/**
 * Events that name positions of the log (the books of a stock check, what a shift counted) keep what they said when the log moves to
 * another store, whose positions are others. Whoever reads them hears where that place is now; seals, archives and proofs read the
 * log as it is written.
 */
import type { EventStore, Feed, History, JsonObject, Position, Recorded } from './port.ts';
import { storeWith } from './store-with.ts';

/** Fields of events, wherever in them, that hold a position. */
const NAMES_A_POSITION = /^(?:book|from|until)Position$/;

const isPlain = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const positionsIn = (value: unknown): Position[] => {
  if (Array.isArray(value)) return value.flatMap(positionsIn);
  if (!isPlain(value)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    NAMES_A_POSITION.test(name) && typeof part === 'number' ? [part] : positionsIn(part),
  );
};
/** Positions that an event names; cheap for the many that name none. */
export const namedPositions = ({ data }: Pick<Recorded, 'data'>, text: string): readonly Position[] =>
  text.includes('Position"') ? [...new Set(positionsIn(data))] : [];

/** What each position that an event names is now. */
type Places = ReadonlyMap<Position, Position>;
/** By the id of the event. */
export type MovedPositions = ReadonlyMap<string, Places>;

const replacedIn = (value: unknown, places: Places): unknown => {
  if (Array.isArray(value)) return value.map((part) => replacedIn(part, places));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      NAMES_A_POSITION.test(name) && typeof part === 'number' ? (places.get(part) ?? part) : replacedIn(part, places),
    ]),
  );
};
const replacing =
  (moved: MovedPositions) =>
  (event: Recorded): Recorded => {
    const places = moved.get(event.id);
    return places === undefined ? event : { ...event, data: replacedIn(event.data, places) as JsonObject };
  };

/** The same store, whose events name the positions of now. */
export const withMovedPositions = (store: EventStore, moved: MovedPositions): EventStore =>
  moved.size === 0 ? store : withGrowingPositions(store, moved);

/** The same of a log that is just being moved. */
export const withGrowingPositions = (store: EventStore, moved: MovedPositions): EventStore => {
  const replace = replacing(moved);
  const read: EventStore['read'] = async (...asked) => (await store.read(...asked)).map(replace);
  const subscribe = async function* (...asked: Parameters<EventStore['subscribe']>): AsyncGenerator<Feed> {
    for await (const fed of store.subscribe(...asked))
      yield fed.kind === 'event' ? { ...fed, event: replace(fed.event) } : fed;
  };
  const history = async function* (wanted: History): AsyncGenerator<readonly Recorded[]> {
    for await (const batch of store.history?.(wanted) ?? []) yield batch.map(replace);
  };
  return storeWith(store, { read, subscribe, history: store.history === undefined ? undefined : history });
};
