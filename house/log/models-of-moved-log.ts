/** The read models of a log on its way: made of the target, as far as it was compared, in the shape of today. */
import { EVENT_SHAPES } from './event-schemas.ts';
import { spooled } from '../../services/platform/event-store/spool.ts';
import type { EventStore, Feed, Position } from '../../services/platform/event-store/port.ts';
import { storeWith } from '../../services/platform/event-store/store-with.ts';
import { withGrowingPositions } from '../../services/platform/event-store/moved-positions.ts';
import { upcasting } from '../../services/platform/event-store/upcasting.ts';
import type { AheadModels, Compared } from '../../services/platform/event-store/log-move/move.ts';

/** A log that ends where it was compared, as far as anybody sees. */
class ComparedLog {
  readonly store: EventStore;
  #until: Position = -1;
  readonly #waiting = new Set<() => void>();

  constructor(target: EventStore) {
    const until = this.#reached.bind(this);
    const wake = this.#wake.bind(this);
    const subscribe = async function* (from: Parameters<EventStore['subscribe']>[0]): AsyncGenerator<Feed> {
      from.signal.addEventListener('abort', wake, { once: true });
      for await (const fed of target.subscribe(from)) {
        // What came before it was handed on, so it says nothing that was not compared.
        if (fed.kind === 'event') await until(fed.event.position, from.signal);
        if (from.signal.aborted) return;
        yield fed;
      }
    };
    this.store = storeWith(target, { subscribe, head: async () => this.#until });
  }

  compared(until: Position): void {
    this.#until = until;
    this.#wake();
  }

  #wake(): void {
    for (const heard of this.#waiting) heard();
    this.#waiting.clear();
  }

  async #reached(position: Position, signal: AbortSignal): Promise<void> {
    while (position > this.#until && !signal.aborted) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }
}

type Around = { readonly url: string; readonly say: (line: string) => void };
export const aheadOf = async (target: EventStore, first: Compared, { url, say }: Around): Promise<AheadModels> => {
  // A good deal of code, which a move without a switch does without.
  const [{ ModelsAhead }, { projections }] = await Promise.all([
    import('projections/platform/rebuild/models-ahead'),
    import('projections/registry'),
  ]);
  const log = new ComparedLog(storeWith(target, { history: target.history?.bind(target) ?? spooled(target, url) }));
  const moved = new Map<string, ReadonlyMap<Position, Position>>();
  const store = upcasting(withGrowingPositions(log.store, moved), EVENT_SHAPES);
  const onFailed = (name: string, error: unknown): void =>
    say(`读模型 ${name} 没有在目标上建成，切换后自行重建（${error instanceof Error ? error.message : String(error)}）`);
  const compared = ({ until, places }: Compared): void => {
    for (const [id, positions] of places) moved.set(id, positions);
    log.compared(until);
  };
  compared(first);
  const ahead = await ModelsAhead.start({ store, url, projections, onFailed });
  return {
    compared,
    get isSettled() {
      return ahead.isSettled;
    },
    get ready() {
      return ahead.ready;
    },
    reached: (position, ms) => ahead.reached(position, ms),
    stop: () => ahead.stop(),
    drop: () => ahead.drop(),
  };
};
