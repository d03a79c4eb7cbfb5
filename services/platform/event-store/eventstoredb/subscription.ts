import {
  START,
  eventTypeFilter,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { StoreUnavailable, type EventStore, type Feed, type Position } from '../port.ts';
import { failureOf, isTooSlow } from './failures.ts';
import { isSystem, toPosition, toRecorded } from './recorded-events.ts';

type From = Parameters<EventStore['subscribe']>[0];
/** Something to tell once `after` events were handed out: it must not overtake those still buffered. */
type Marker = { readonly after: number; readonly kind: 'checkpoint' | 'caught-up'; readonly position: Position };

const BUFFERED_EVENTS = 512;
/** The server reports its position after so many events that did not match. */
const SEARCH_WINDOW = 32;

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const filterOf = (types: readonly string[] | undefined): string =>
  types === undefined ? '^[^\\$].*' : `^(?:${types.map(escaped).join('|')})$`;

/**
 * Follows $all without system events. `headBefore` is the log's head before the subscription began: once the server
 * says it caught up, everything up to there was seen, whatever matched.
 *
 * History is filtered by the server. From there on everything is sent and filtered here: a server tells only every
 * 32 events how far it looked, and who waits for a read model would wait for those.
 */
export async function* follow(
  client: EventStoreDBClient,
  from: From,
  headBefore: Position,
): AsyncGenerator<Feed, void, undefined> {
  const { types, signal } = from;
  let position = from.after;
  const past = unbroken(position, (after) =>
    history(new Source(client, after, filterOf(types)), { after, signal, headBefore }),
  );
  for await (const item of past) {
    position = positionOf(item);
    yield item;
    if (item.kind === 'caught-up' && types !== undefined) break;
  }
  if (signal.aborted) return;
  yield* unbroken(position, (after) => live(new Source(client, after, filterOf(undefined)), { ...from, after }));
}

/**
 * A server keeps some dozens of events for a live subscriber and cuts off whoever is slower: he goes on where he was, and what has
 * become the past waits for him. Cut off twice without an event between he gives up.
 */
async function* unbroken(from: Position, feed: (after: Position) => AsyncGenerator<Feed>): AsyncGenerator<Feed> {
  let after = from;
  for (let inVain = 0; ;) {
    const begun = after;
    try {
      for await (const item of feed(after)) {
        after = positionOf(item);
        yield item;
      }
      return;
    } catch (error) {
      inVain = after === begun ? inVain + 1 : 0;
      if (!isTooSlow(error) || inVain > 1) throw error;
    }
  }
}

type Past = Pick<From, 'after' | 'signal'> & { readonly headBefore: Position };
async function* history(source: Source, { after, signal, headBefore }: Past): AsyncGenerator<Feed> {
  let position = after;
  for await (const item of pull(source, signal)) {
    const reached = item.kind === 'caught-up' ? Math.max(position, headBefore) : positionOf(item);
    if (item.kind === 'checkpoint' && reached <= position) continue;
    position = reached;
    yield item.kind === 'caught-up' ? { ...item, position } : item;
  }
}

async function* live(source: Source, { after, types, signal }: From): AsyncGenerator<Feed> {
  const wanted = new Set(types);
  let position = after;
  for await (const item of pull(source, signal)) {
    if (item.kind === 'caught-up' || positionOf(item) <= position) continue;
    position = positionOf(item);
    yield item.kind === 'event' && !wanted.has(item.event.type) ? { kind: 'checkpoint', position } : item;
  }
}

const positionOf = (item: Feed): Position => (item.kind === 'event' ? item.event.position : item.position);

async function* pull(source: Source, signal: AbortSignal): AsyncGenerator<Feed, void, undefined> {
  const stop = (): void => source.stop();
  signal.addEventListener('abort', stop);
  try {
    while (!signal.aborted) {
      const next = source.next();
      if (next === undefined) {
        await source.changed();
        continue;
      }
      const item = toItem(next);
      if (item !== undefined) yield item;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

function toItem(next: Marker | AllStreamResolvedEvent): Feed | undefined {
  if ('kind' in next) return { kind: next.kind, position: next.position };
  if (next.event === undefined || isSystem(next.event)) return undefined;
  return { kind: 'event', event: toRecorded(next.event, toPosition(next.event.position.commit)) };
}

/** The client's subscription as something to pull from; the stream's own buffer is the only one. */
class Source {
  readonly #subscription: AllStreamSubscription;
  readonly #markers: Marker[] = [];
  #taken = 0;
  #ended = false;
  #failure: unknown;
  #wake: () => void = () => undefined;

  constructor(client: EventStoreDBClient, after: Position, regex: string) {
    const filter = eventTypeFilter({
      regex,
      maxSearchWindow: SEARCH_WINDOW,
      checkpointInterval: 1,
      checkpointReached: (_, { commit }) => this.#mark('checkpoint', toPosition(commit)),
    });
    const at = { commit: BigInt(after), prepare: BigInt(after) };
    this.#subscription = client.subscribeToAll(
      { fromPosition: after < 0 ? START : at, filter, requiresLeader: true },
      { highWaterMark: BUFFERED_EVENTS },
    );
    const wake = (): void => this.#wake();
    const end = (error?: unknown): void => {
      this.#ended = true;
      this.#failure ??= error;
      wake();
    };
    this.#subscription.on('readable', wake);
    this.#subscription.on('caughtUp', () => this.#mark('caught-up', after));
    this.#subscription.on('error', end);
    this.#subscription.on('end', () => end());
    this.#subscription.on('close', () => end());
  }

  /** The next thing that is there; undefined when there is none yet. @throws {StoreUnavailable} when it was cut off. */
  next(): Marker | AllStreamResolvedEvent | undefined {
    const [marker] = this.#markers;
    if (marker !== undefined && marker.after <= this.#taken) return this.#markers.shift();
    const resolved = this.#subscription.read() as AllStreamResolvedEvent | null;
    if (resolved !== null) {
      this.#taken += 1;
      return resolved;
    }
    if (this.#ended) {
      throw this.#failure === undefined
        ? new StoreUnavailable('subscribe: the server ended it')
        : failureOf(this.#failure, 'subscribe');
    }
    return undefined;
  }

  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.#ended || this.#subscription.readableLength > 0 || this.#markers.length > 0) resolve();
    });
  }

  stop(): void {
    this.#ended = true;
    this.#subscription.unsubscribe().catch(() => undefined);
    this.#wake();
  }

  #mark(kind: Marker['kind'], position: Position): void {
    const after = this.#taken + this.#subscription.readableLength;
    const last = this.#markers.at(-1);
    if (last?.kind === 'checkpoint' && kind === 'checkpoint' && last.after === after) this.#markers.pop();
    this.#markers.push({ after, kind, position });
    this.#wake();
  }
}
