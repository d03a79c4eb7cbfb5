/** The event store in EventStoreDB (server 23.10 or newer, which tells when a subscription has caught up). */
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  NO_STREAM,
  START,
  ANY,
  StreamNotFoundError,
  jsonEvent,
  type AllStreamRecordedEvent,
  type EventData,
  type JSONEventType,
  type MetadataType,
} from '@eventstore/db-client';
import {
  StoreUnavailable,
  WrongExpectedRevision,
  type Appended,
  type Beside,
  type EventStore,
  type ExpectedRevision,
  type Feed,
  type JsonObject,
  type LogMark,
  type LogMarks,
  type NewEvent,
  type Position,
  type Recorded,
} from '../port.ts';
import { serialise } from '../serialise.ts';
import { appendFailureOf, failureOf, isNoRecord, neverConnected } from './failures.ts';
import { passOverLateAnswers } from './late-answers.ts';
import { isSystem, toPosition, toRecorded } from './recorded-events.ts';
import { InFlight, untilLed, untilReadable, untilTold } from './sending.ts';
import { StoreClock } from './store-clock.ts';
import { follow } from './subscription.ts';

type From =
  | { readonly direction: typeof BACKWARDS; readonly fromPosition: typeof END }
  | { readonly direction: typeof FORWARDS; readonly fromPosition: typeof START };

type Options = {
  /** esdb://user:password@host:2113 or esdb+discover://…; credentials are ignored by the client when tls=false. */
  readonly connectionString: string;
  /** How long an append may take before its outcome is called unknown (default 15 s). */
  readonly patienceMs?: number;
};

passOverLateAnswers();

/** A follower would hand appends on and read what it has: what was written a moment ago might be missing. */
const LED = { requiresLeader: true } as const;
/**
 * A batched append is sent with the time by this machine's clock when it is over, which the server compares with its own: with the
 * client's ten seconds a clock that is as much slow had every append refused. The server's own limit (2 s) and our patience hold anyway.
 */
const APPENDING = { ...LED, deadline: 86_400_000 } as const;

export function openEventStoreDb(options: Options): EventStore {
  return new EventStoreDb(options);
}

class EventStoreDb implements EventStore {
  readonly #connectionString: string;
  readonly #patienceMs: number;
  readonly #inFlight = new InFlight();
  readonly #clock = new StoreClock();
  #client: EventStoreDBClient;
  #closed = false;

  constructor({ connectionString, patienceMs = 15_000 }: Options) {
    this.#connectionString = connectionString;
    this.#patienceMs = patienceMs;
    this.#client = EventStoreDBClient.connectionString(connectionString);
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    beside?: Beside,
  ): Promise<Appended> {
    this.#open('append');
    if (beside !== undefined) throw new TypeError('this store keeps events only');
    serialise(stream, events);
    const key = [stream, expected, ...events.map(({ id }) => id)].join(' ');
    return this.#inFlight.once(key, () => this.#clock.noting(stream, () => this.#append(stream, expected, events)));
  }

  async #append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended> {
    const expectedRevision = expected === 'none' ? NO_STREAM : expected === 'any' ? ANY : BigInt(expected);
    try {
      const { nextExpectedRevision, position } = await untilTold(this.#patienceMs, () =>
        this.#open('append').appendToStream(stream, events.map(toEventData), { ...APPENDING, expectedRevision }),
      );
      const revision = Number(nextExpectedRevision);
      const commit = position?.commit;
      // A repeat is answered by some servers without a position, or with the largest 64-bit number.
      const known = commit !== undefined && commit >= 0n && commit <= BigInt(Number.MAX_SAFE_INTEGER);
      return { revision, position: known ? toPosition(commit) : await this.#positionOf(stream, revision) };
    } catch (error) {
      const failure = appendFailureOf(error, stream, expected);
      if (failure instanceof WrongExpectedRevision && failure.actual >= 0)
        await untilReadable(async () => (await this.read(stream, failure.actual, 1)).length > 0);
      throw this.#noting(error, failure);
    }
  }

  async read(stream: string, fromRevision = 0, most = Number.MAX_SAFE_INTEGER): Promise<readonly Recorded[]> {
    return this.#ask('read', async (client) => {
      const recorded: Recorded[] = [];
      const from = { direction: FORWARDS, fromRevision: BigInt(fromRevision), maxCount: most } as const;
      try {
        for await (const { event } of client.readStream(stream, { ...LED, ...from })) {
          if (event !== undefined && !isSystem(event)) {
            recorded.push(toRecorded(event, toPosition(event.position?.commit ?? -1n)));
          }
        }
      } catch (error) {
        if (!(error instanceof StreamNotFoundError)) throw error;
      }
      return recorded;
    });
  }

  async *subscribe(from: Parameters<EventStore['subscribe']>[0]): AsyncGenerator<Feed, void, undefined> {
    if (from.signal.aborted) return;
    const client = this.#open('subscribe');
    yield* follow(client, from, await this.head());
  }

  async head(): Promise<Position> {
    const last = await this.#nearest('head', { direction: BACKWARDS, fromPosition: END });
    return last === null ? -1 : toPosition(last.position.commit);
  }

  /** The event nearest to an end of the log that is not the system's own. */
  #nearest(during: string, from: From): Promise<AllStreamRecordedEvent | null> {
    return this.#ask(during, async (client) => {
      for (let maxCount = 1; ; maxCount *= 16) {
        let seen = 0;
        const reading = client.readAll({ ...LED, ...from, maxCount });
        for await (const { event } of reading) {
          seen += 1;
          if (event !== undefined && !isSystem(event)) {
            await reading.cancel();
            return event;
          }
        }
        if (seen < maxCount) return null;
      }
    });
  }

  readonly marks: LogMarks = {
    counted: false,
    first: async () => {
      const first = await this.#nearest('marks', { direction: FORWARDS, fromPosition: START });
      return first === null ? null : markOf(first);
    },
    at: (positions) => Promise.all(positions.map((position) => this.#markAt(position))),
  };

  /** What was said of a place once may have been the server's own trouble: it is asked again when it can read elsewhere. */
  async #markAt(position: Position, isSaidAgain = false): Promise<LogMark | null> {
    try {
      return await this.#ask('marks', (client) => markAt(client, position));
    } catch (error) {
      if (!isNoRecord(error)) throw error;
    }
    if (isSaidAgain) return null;
    await this.head();
    return this.#markAt(position, true);
  }

  clockAheadMs(): Promise<number | null> {
    return this.#clock.aheadMs((stream, revision) =>
      this.#ask('clock', (client) => createdAt(client, stream, revision)),
    );
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#client.dispose();
  }

  async #ask<Value>(during: string, ask: (client: EventStoreDBClient) => Promise<Value>): Promise<Value> {
    this.#open(during);
    try {
      return await untilLed(this.#patienceMs, () => ask(this.#open(during)));
    } catch (error) {
      throw error instanceof StoreUnavailable ? error : this.#noting(error, failureOf(error, during));
    }
  }

  #open(during: string): EventStoreDBClient {
    if (this.#closed) throw new StoreUnavailable(`${during}: closed`);
    return this.#client;
  }

  async #positionOf(stream: string, revision: number): Promise<Position> {
    const [event] = await this.read(stream, revision, 1);
    if (event === undefined) throw new StoreUnavailable(`append: ${stream}/${revision} not found again`);
    return event.position;
  }

  #noting(error: unknown, failure: Error): Error {
    if (neverConnected(error) && failure instanceof StoreUnavailable && !this.#closed) {
      this.#client = EventStoreDBClient.connectionString(this.#connectionString);
    }
    return failure;
  }
}

const markAt = async (client: EventStoreDBClient, position: Position): Promise<LogMark | null> => {
  const at = { commit: BigInt(position), prepare: BigInt(position) };
  let mark: LogMark | null = null;
  // To the end of what was asked for: a reading that is left early keeps its call open.
  for await (const { event } of client.readAll({ ...LED, direction: FORWARDS, fromPosition: at, maxCount: 1 }))
    if (event !== undefined && !isSystem(event) && toPosition(event.position.commit) === position) mark = markOf(event);
  return mark;
};
/** When the server wrote the event, in milliseconds since 1970; null where it is not there. */
const createdAt = async (client: EventStoreDBClient, stream: string, revision: number): Promise<number | null> => {
  const asked = { ...LED, direction: FORWARDS, fromRevision: BigInt(revision), maxCount: 1 } as const;
  let at: number | null = null;
  try {
    for await (const { event } of client.readStream(stream, asked)) at = event?.created.getTime() ?? at;
    return at;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return null;
    throw error;
  }
};
const markOf = (event: AllStreamRecordedEvent): LogMark => {
  const { id, position, meta, stream, revision } = toRecorded(event, toPosition(event.position.commit));
  return { position, id, at: meta.at, stream, revision };
};
type StoredEvent = JSONEventType<string, JsonObject, MetadataType>;
const toEventData = ({ id, type, data, meta }: NewEvent): EventData<StoredEvent> =>
  jsonEvent<StoredEvent>({ id, type, data, metadata: { ...meta } });
