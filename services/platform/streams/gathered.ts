/**
 * What a command writes where all of it is one append: gathered while it is decided, written once everything is known. Until
 * then its streams are for it what they will be.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { DoesNotFit, type OneCommit } from '../../contracts/one-commit.ts';
import {
  MAX_STREAMS_AT_ONCE,
  STORE_AWAY_MS,
  type Appended,
  type Beside,
  type EventStore,
  type SideRow,
  type StreamAppend,
} from '../event-store/port.ts';
import { appendAllOf } from '../event-store/appending.ts';
import { mayGoAgain } from '../base/faults.ts';
import type { RowWriter } from '../event-store/postgres/row-writer.ts';
import { turnsOf, type Turns } from './turns.ts';

const BACKOFF_MS = 20;
/** Where rows without events lie in the log. */
export const NOWHERE: Appended = { revision: -1, position: -1 };

type Part = StreamAppend & { readonly committed: (appended: Appended) => void; readonly misfit: () => void };

export class Gathered implements OneCommit {
  readonly several: boolean;
  readonly rows: SideRow[] = [];
  readonly #parts: Part[] = [];
  readonly #streams = new Set<string>();
  readonly #listeners: (() => void)[] = [];
  readonly #enders: (() => void)[] = [];
  #mayBeThere = false;
  readonly #turns: Turns;
  readonly #mine = new Map<string, () => void>();
  readonly #rowWriter: RowWriter | undefined;

  /** For a store that takes appends together, or one that takes them one by one; `rowWriter` writes rows without events. */
  constructor(store: Pick<EventStore, 'appendAll'>, rowWriter?: RowWriter) {
    this.several = store.appendAll !== undefined;
    this.#turns = turnsOf(store);
    this.#rowWriter = rowWriter;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0 && (this.rows.length === 0 || this.#rowWriter === undefined);
  }

  /** The outcome of an earlier try is not known: what refuses the next one may be its own rows. */
  get mayBeThere(): boolean {
    return this.#mayBeThere;
  }

  append(
    { stream, expected, events }: StreamAppend,
    told: { readonly committed: (appended: Appended) => void; readonly misfit: () => void },
  ): void {
    if (!this.several && this.#parts.length > 0) throw new DoesNotFit('the store takes one append');
    this.#streams.add(stream);
    if (this.#streams.size > MAX_STREAMS_AT_ONCE) throw new DoesNotFit(`more than ${MAX_STREAMS_AT_ONCE} streams`);
    this.#parts.push({ stream, expected, events, ...told });
  }

  row(table: string, values: SideRow['values']): void {
    this.rows.push({ table, values });
  }

  onCommitted(listener: () => void): void {
    this.#listeners.push(listener);
  }

  onEnded(listener: () => void): void {
    this.#enders.push(listener);
  }

  /**
   * Writes all of it and answers where the last part came to lie, {@link NOWHERE} for rows alone. An outcome that nobody
   * told is found by the ids of the events: they are sent again as they are.
   * @throws as `append` and `appendAll` of the port; {StoreUnavailable} when the outcome stays unknown for 5 s.
   */
  async write(store: EventStore, beside?: Beside): Promise<Appended> {
    for (const giveUpAt = performance.now() + STORE_AWAY_MS; ;) {
      try {
        return await this.#writeOnce(store, beside);
      } catch (error) {
        if (!mayGoAgain(error) || performance.now() > giveUpAt) throw error;
        this.#mayBeThere = true;
        await pause(BACKOFF_MS);
      }
    }
  }

  async #writeOnce(store: EventStore, beside?: Beside): Promise<Appended> {
    const appended = await this.#appendParts(store, beside);
    for (const [index, { committed }] of this.#parts.entries()) committed(appended[index] as Appended);
    for (const listener of this.#listeners) listener();
    return appended.at(-1) ?? NOWHERE;
  }

  async #appendParts(store: EventStore, beside?: Beside): Promise<readonly Appended[]> {
    const [first] = this.#parts;
    if (first === undefined) {
      if (this.#rowWriter === undefined || beside === undefined) throw new Error('nothing was gathered');
      await this.#rowWriter.write(beside(NOWHERE));
      return [];
    }
    const { stream, expected, events } = first;
    if (this.#parts.length === 1) return [await store.append(stream, expected, events, beside)];
    return appendAllOf(store)(this.#parts, beside);
  }

  /** In the order of the names, as everybody asks. */
  async turns(names: readonly string[]): Promise<void> {
    for (const name of names.toSorted()) {
      if (!this.#mine.has(name)) this.#mine.set(name, await this.#turns.take(name));
    }
  }

  /** Written or given up: others may have what it had. */
  end(): void {
    for (const give of this.#mine.values()) give();
    this.#mine.clear();
    for (const ended of this.#enders.splice(0)) ended();
  }

  /** It was decided on streams that are not so: whoever remembers them has to read. */
  misfit(): void {
    for (const part of this.#parts) part.misfit();
  }
}
