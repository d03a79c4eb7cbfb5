/** Lines of a form go into a check: in appends the store takes, and none of them over scans that the form did not see (R153). */
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import type { Actor } from '../contracts/route.ts';
import { countsOf, type Counts } from './books.ts';
import { checkStream } from './contract.ts';
import type { CheckStreams, CheckVersion } from './check-streams.ts';
import type { SetLine } from './decider.ts';
import { chunks, chunkTag, withoutLoss } from './lines.ts';

/** Scans that come between reading the counts and writing over them are read again, this often. */
const TRIES = 10;

/** The counts of a check as far as its stream was read; read on, not anew. */
class CountsSoFar {
  readonly #store: Pick<EventStore, 'read'>;
  readonly #stream: string;
  #counts: Counts = new Map();
  revision = -1;
  constructor(store: Pick<EventStore, 'read'>, id: number) {
    this.#store = store;
    this.#stream = checkStream(id);
  }

  async upToNow(): Promise<Counts> {
    const events = await this.#store.read(this.#stream, this.revision + 1);
    this.#counts = countsOf(events, this.#counts);
    this.revision = events.at(-1)?.revision ?? this.revision;
    return this.#counts;
  }
}

type Check = { readonly store: Pick<EventStore, 'read'>; readonly streams: CheckStreams; readonly id: number };
type Fill = {
  readonly before: CheckVersion;
  readonly lines: readonly SetLine[];
  /** The form named the revision it saw: what it says stands. */
  readonly seen: boolean;
};
/** A repeat finds the appends that it wrote already by their tags. */
export const fillLines = async (
  { store, streams, id }: Check,
  { before, lines, seen }: Fill,
  actor: Actor,
): Promise<CheckVersion | Refusal> => {
  const { header } = before.state;
  const counts = new CountsSoFar(store, id);
  const write = (part: readonly SetLine[], tag: string, expected?: number) =>
    streams.send(id, { type: 'SetLines', lines: part }, { actor, header, tag, expected });
  const careful = async (part: readonly SetLine[], tag: string): Promise<CheckVersion | Refusal> => {
    for (let tries = 1; ; tries += 1) {
      const stored = await counts.upToNow();
      const kept = part.map((line) => withoutLoss(line, stored.get(line.barcode)));
      const done = await write(kept, tag, counts.revision);
      if (!isRefusal(done) || done.kind !== 'stale' || tries === TRIES) return done;
    }
  };
  let done: CheckVersion = before;
  for (const [index, part] of chunks(lines).entries()) {
    const written = await (seen ? write(part, chunkTag(index)) : careful(part, chunkTag(index)));
    if (isRefusal(written)) return written;
    done = written;
  }
  return done;
};
