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
import { appendFailureOf, failureOf, neverConnected } from './failures.ts';
import { passOverLateAnswers } from './late-answers.ts';
import { isSystem, toPosition, toRecorded } from './recorded.ts';
import { InFlight, untilTold } from './sending.ts';
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

export function openEventStoreDb(options: Options): EventStore {
  return new EventStoreDb(options);
}

class EventStoreDb implements EventStore {
  readonly #connectionString: string;
  readonly #patienceMs: number;
  readonly #inFlight = new InFlight();
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
    return this.#inFlight.once(key, () => this.#append(stream, expected, events));
  }

  async #append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended> {
    const expectedRevision = expected === 'none' ? NO_STREAM : expected === 'any' ? ANY : BigInt(expected);
    try {
      const { nextExpectedRevision, position } = await untilTold(this.#patienceMs, () =>
        this.#open('append').appendToStream(stream, events.map(toEventData), { expectedRevision }),
      );
      const revision = Number(nextExpectedRevision);
      const commit = position?.commit;
      // A repeat is answered by some servers without a position, or with the largest 64-bit number.
      const known = commit !== undefined && commit >= 0n && commit <= BigInt(Number.MAX_SAFE_INTEGER);
      return { revision, position: known ? toPosition(commit) : await this.#positionOf(stream, revision) };
    } catch (error) {
      throw this.#noting(error, appendFailureOf(error, stream, expected));
    }
  }

  async read(stream: string, fromRevision = 0, most = Number.MAX_SAFE_INTEGER): Promise<readonly Recorded[]> {
    const client = this.#open('read');
    const recorded: Recorded[] = [];
    try {
      const reading = client.readStream(stream, {
        direction: FORWARDS,
        fromRevision: BigInt(fromRevision),
        maxCount: most,
      });
      for await (const { event } of reading) {
        if (event !== undefined && !isSystem(event)) {
          recorded.push(toRecorded(event, toPosition(event.position?.commit ?? -1n)));
        }
      }
      return recorded;
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw this.#noting(error, failureOf(error, 'read'));
    }
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
  async #nearest(during: string, from: From): Promise<AllStreamRecordedEvent | null> {
    const client = this.#open(during);
    try {
      for (let maxCount = 1; ; maxCount *= 16) {
        let seen = 0;
        const reading = client.readAll({ ...from, maxCount });
        for await (const { event } of reading) {
          seen += 1;
          if (event !== undefined && !isSystem(event)) {
            await reading.cancel();
            return event;
          }
        }
        if (seen < maxCount) return null;
      }
    } catch (error) {
      throw this.#noting(error, failureOf(error, during));
    }
  }

  readonly marks: LogMarks = {
    counted: false,
    first: async () => {
      const first = await this.#nearest('marks', { direction: FORWARDS, fromPosition: START });
      return first === null ? null : markOf(first);
    },
    at: (positions) => Promise.all(positions.map((position) => this.#markAt(position))),
  };

  async #markAt(position: Position): Promise<LogMark | null> {
    const client = this.#open('marks');
    try {
      const at = { commit: BigInt(position), prepare: BigInt(position) };
      let mark: LogMark | null = null;
      // To the end of what was asked for: a reading that is left early keeps its call open.
      for await (const { event } of client.readAll({ direction: FORWARDS, fromPosition: at, maxCount: 1 }))
        if (event !== undefined && !isSystem(event) && toPosition(event.position.commit) === position)
          mark = markOf(event);
      return mark;
    } catch (error) {
      throw this.#noting(error, failureOf(error, 'marks'));
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#client.dispose();
  }

  #open(during: string): EventStoreDBClient {
    if (this.#closed) throw new StoreUnavailable(`${during}: closed`);
    return this.#client;
  }

  async #positionOf(stream: string, revision: number): Promise<Position> {
    const [event] = await this.read(stream, revision);
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

const markOf = (event: AllStreamRecordedEvent): LogMark => {
  const { id, position, meta, stream, revision } = toRecorded(event, toPosition(event.position.commit));
  return { position, id, at: meta.at, stream, revision };
};
type StoredEvent = JSONEventType<string, JsonObject, MetadataType>;
const toEventData = ({ id, type, data, meta }: NewEvent): EventData<StoredEvent> =>
  jsonEvent<StoredEvent>({ id, type, data, metadata: { ...meta } });
