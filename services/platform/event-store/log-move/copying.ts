/** Puts events of one log behind another, in their order and to the letter. */
import type { EventStore, Position, Recorded } from '../port.ts';
import { copyEvents, type EventToLoad } from '../postgres/bulk.ts';
import { copyingUrl } from './log-place.ts';
import { stretchOf, type Stretch } from './cursor.ts';

/** Hears of each event that is on its way. @throws where the copying is to end. */
type Passing = (event: Recorded) => void;
/** Copies a stretch of the source behind the target; a target that is ended in between holds a beginning of it. */
export type Copier = (source: EventStore, stretch: Stretch, passing: Passing) => Promise<void>;

/** So many a transaction: what a killed copying loses. */
const TRANSACTION = 50_000;
async function* single(source: EventStore, stretch: Stretch): AsyncGenerator<Recorded, undefined> {
  for await (const batch of stretchOf(source, stretch)) yield* batch;
}
/** Into the database at `url`, which gives positions one by one. */
export const intoPostgres =
  (url: string): Copier =>
  async (source, stretch, passing) => {
    const events = single(source, stretch);
    let next = await events.next();
    const some = async function* (): AsyncGenerator<EventToLoad> {
      for (let left = TRANSACTION; left > 0 && next.done !== true; left -= 1) {
        const { value } = next;
        passing(value);
        yield { stream: value.stream, event: value };
        next = await events.next();
      }
    };
    try {
      while (next.done !== true) await copyEvents(copyingUrl(url), some());
    } finally {
      await events.return(undefined);
    }
  };

/** Half of what an append takes. */
const RUN_BYTES = 128 * 1024;
const RUN_EVENTS = 500;
type Run = { readonly stream: string; readonly expected: number | 'none'; readonly events: readonly Recorded[] };
/** Neighbours of one stream. */
async function* runsOf(source: EventStore, stretch: Stretch, passing: Passing): AsyncGenerator<Run> {
  let run: Recorded[] = [];
  let bytes = 0;
  const ended = (): Run => {
    const [first] = run as [Recorded];
    return { stream: first.stream, expected: first.revision === 0 ? 'none' : first.revision - 1, events: run };
  };
  for await (const batch of stretchOf(source, stretch)) {
    for (const event of batch) {
      passing(event);
      const size = Buffer.byteLength(JSON.stringify(event.data)) + Buffer.byteLength(JSON.stringify(event.meta));
      if (run.length > 0 && (run[0]?.stream !== event.stream || bytes + size > RUN_BYTES || run.length >= RUN_EVENTS)) {
        yield ended();
        [run, bytes] = [[], 0];
      }
      run.push(event);
      bytes += size;
    }
  }
  if (run.length > 0) yield ended();
}

/**
 * Appends under way at once. A server takes what comes on one connection in its order, so they lie in the order in which they were
 * sent as long as none of them fails; whether they do is looked at afterwards, event by event.
 */
const UNDER_WAY = 64;
/** Into a store that takes one stream at a time. `atOnce` 1: each append waits for the one before. */
export const intoStreams =
  (target: EventStore, atOnce = UNDER_WAY): Copier =>
  async (source, stretch, passing) => {
    const sent: Promise<Position>[] = [];
    const settled = async (): Promise<void> => {
      await sent.shift();
    };
    try {
      let first = true;
      for await (const { stream, expected, events } of runsOf(source, stretch, passing)) {
        const appended = target.append(stream, expected, events).then(({ position }) => position);
        appended.catch(() => undefined);
        sent.push(appended);
        // The connection is made with the first one: the others would overtake it.
        while (sent.length >= atOnce || (first && sent.length > 0)) await settled();
        first = false;
      }
      while (sent.length > 0) await settled();
    } finally {
      await Promise.allSettled(sent);
    }
  };
