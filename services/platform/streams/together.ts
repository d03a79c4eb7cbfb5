/**
 * A save that is written together: what it sends waits while it is decided, and is one transaction once everything is known. Until
 * then its streams are for it what they will be. Whatever it decided on is proven by the append, or read before a refusal counts.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal, type Refusal } from '../../contracts/refusal.ts';
import type { Fact, Handled, LoadedState, Recipient, Save, SendOptions } from '../../contracts/save.ts';
import { appendAllOf } from '../event-store/appending.ts';
import {
  AppendTooLarge,
  MAX_STREAMS_AT_ONCE,
  STORE_AWAY_MS,
  type Appended,
  type Beside,
  type EventStore,
  type SideRow,
  type StreamAppend,
} from '../event-store/port.ts';
import { mayGoAgain } from '../base/faults.ts';
import { attempt, expectedAfter, inTurn, loadedState, loadState, untilSettled, type Append } from './handle.ts';
import type { RowWriter } from '../event-store/postgres/row-writer.ts';
import { memoryOf, type Loaded } from './stream-memory.ts';
import { afterAppend, placedAt, readStream, remember } from './stream-state.ts';
import { turnsOf, type Turns } from './turns.ts';
import type { SaveRequest } from './save-request.ts';
import { SaveRun } from './save-run.ts';

const BACKOFF_MS = 20;
/** Where rows without events lie in the log. */
export const NOWHERE: Appended = { revision: -1, position: -1 };
/** Stands where the position of what waits will be. */
const NOT_YET = -1;

/** Another save has the turn of a stream: this one runs again and takes it before all else. */
export class StreamWanted extends Error {
  constructor(stream: string) {
    super(`${stream} is another save's`);
    this.name = 'StreamWanted';
  }
}

/** `committed`: it is durable, and lies there. */
type StreamPart = StreamAppend & { readonly committed: (appended: Appended) => void };
type WaitingStream = { readonly decider: object; readonly loaded: Loaded<unknown> };
/** What a stream was taken for without a read; `read` says what it is. */
type Guess = { readonly revision: number; readonly read: () => Promise<{ readonly revision: number }> };
export type TogetherWays = {
  readonly store: EventStore;
  /** Writes rows without events. */
  readonly rowWriter?: RowWriter | undefined;
};

export class Together extends SaveRun implements Save {
  readonly waits = true;
  readonly rows: SideRow[] = [];
  readonly #store: EventStore;
  readonly #rowWriter: RowWriter | undefined;
  readonly #parts: StreamPart[] = [];
  readonly #waiting = new Map<string, WaitingStream>();
  readonly #guesses = new Map<string, Guess>();
  readonly #turns: Turns;
  readonly #mine = new Map<string, Promise<() => void>>();
  #mayBeThere = false;
  #done = 0;
  #leftOut: string[] = [];

  constructor({ store, rowWriter }: TogetherWays, request: SaveRequest) {
    super(request);
    this.#store = store;
    this.#rowWriter = rowWriter;
    this.#turns = turnsOf(store);
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0 && (this.rows.length === 0 || this.#rowWriter === undefined);
  }
  /** The outcome of an earlier try is not known: what refuses the next one may be its own rows. */
  get mayBeThere(): boolean {
    return this.#mayBeThere;
  }
  /** Some of several were done, and others refused: what was done is saved all the same. */
  get isPartly(): boolean {
    return this.#done > 0 && this.request.leftOut.size > 0;
  }
  /** What was refused in this run waits with the rest of it: it is run again without. */
  get mustLeaveOut(): boolean {
    return this.#done > 0 && this.#leftOut.length > 0;
  }

  async read<State, Command, Event extends Fact>(
    recipient: Recipient<State, Command, Event>,
    stream: string,
  ): Promise<LoadedState<State>> {
    const waiting = this.#waitingAt(recipient, stream);
    if (waiting !== undefined) return loadedState(waiting, stream);
    return loadState({ ...recipient, store: this.#store }, stream);
  }

  async send<State, Command, Event extends Fact>(
    recipient: Recipient<State, Command, Event>,
    stream: string,
    command: Command,
    options: SendOptions,
  ): Promise<Handled<State, Event> | Refusal> {
    if (!this.#waiting.has(stream)) this.#leaveToOthers(stream);
    const stored = { ...recipient, store: this.#store };
    return inTurn(this.#store, stream, async () => {
      const ask = { stream, command, options };
      const before = this.#waitingAt(recipient, stream);
      if (before === undefined) return untilSettled(stored, ask, this.#append);
      const outcome = await attempt(stored, { ...ask, before, guessed: false }, this.#append);
      if (outcome === null) throw new Error(`${stream} is not what waits there`);
      return outcome;
    });
  }

  /** Whoever wrote to it now would overtake a save that runs again, and whoever waited for it might be waited for. */
  #leaveToOthers(stream: string): void {
    if (this.#mine.has(stream) || !this.#turns.isWanted(stream)) return;
    this.request.turns.add(stream);
    this.#forgetRefused();
    throw new StreamWanted(stream);
  }

  readonly #append: Append = async ({ recipient, stream, before, guessed, added }) => {
    const appended = { revision: before.revision + added.length, position: NOT_YET };
    const loaded = afterAppend(recipient, stream, { before, added, appended });
    this.#waiting.set(stream, { decider: recipient.decider, loaded });
    if (this.#waiting.size > MAX_STREAMS_AT_ONCE)
      throw new AppendTooLarge(stream, this.#waiting.size, MAX_STREAMS_AT_ONCE, 'streams');
    if (guessed) this.#guesses.set(stream, { revision: before.revision, read: () => readStream(recipient, stream) });
    // Remembered when it is there, not before.
    const committed = (there: Appended): void => void remember(recipient, stream, placedAt(loaded, there));
    this.#parts.push({ stream, expected: expectedAfter(before.revision), events: added, committed });
    return loaded;
  };

  #waitingAt<State>({ decider }: { readonly decider: { readonly initial: State } }, stream: string) {
    const known = this.#waiting.get(stream);
    if (known !== undefined && known.decider !== decider) throw new Error(`two deciders for ${stream}`);
    return known?.loaded as Loaded<State> | undefined;
  }

  bind(table: string, values: SideRow['values']): void {
    this.rows.push({ table, values });
  }

  async apart<Done>(name: string, work: () => Promise<Done | Refusal>): Promise<Done | Refusal> {
    const known = this.request.leftOut.get(name);
    if (known !== undefined) return known;
    const done = await work();
    if (isRefusal(done)) {
      this.request.leftOut.set(name, done);
      this.#leftOut.push(name);
    } else this.#done += 1;
    return done;
  }

  /** In the order of the names, as everybody asks; what is wanted and out of that order waits for the next run. */
  async turns(names: readonly string[]): Promise<void> {
    for (const name of names.toSorted()) {
      if ([...this.#mine.keys()].some((mine) => mine > name)) this.#leaveToOthers(name);
      this.request.turns.add(name);
      // Documents of one save ask at the same moment: it waits for others, never for itself.
      const taken = this.#mine.get(name) ?? this.#turns.take(name);
      this.#mine.set(name, taken);
      await taken;
    }
  }

  /**
   * Whether all that it stands on was so since it began: what was guessed is read. Where it was not, what was refused by it was not
   * refused.
   */
  async stands(): Promise<boolean> {
    const are = await Promise.all(
      [...this.#guesses.values()].map(async ({ revision, read }) => (await read()).revision === revision),
    );
    if (are.every(Boolean)) return true;
    this.#forgetRefused();
    return false;
  }
  #forgetRefused(): void {
    for (const name of this.#leftOut) this.request.leftOut.delete(name);
  }

  /**
   * Writes all of it and answers where the last part came to lie, {@link NOWHERE} for rows alone. An outcome that nobody
   * told is found by the ids of the events: they are sent again as they are.
   * @throws as `append` and `appendAll` of the port; {StoreUnavailable} when the outcome stays unknown for 5 s.
   */
  async write(beside?: Beside): Promise<Appended> {
    for (const giveUpAt = performance.now() + STORE_AWAY_MS; ;) {
      try {
        return await this.#writeOnce(beside);
      } catch (error) {
        if (!mayGoAgain(error) || performance.now() > giveUpAt) throw error;
        this.#mayBeThere = true;
        await pause(BACKOFF_MS);
      }
    }
  }

  async #writeOnce(beside?: Beside): Promise<Appended> {
    const appended = await this.#appendParts(beside);
    for (const [index, { committed }] of this.#parts.entries()) committed(appended[index] as Appended);
    return appended.at(-1) ?? NOWHERE;
  }

  async #appendParts(beside?: Beside): Promise<readonly Appended[]> {
    const [first] = this.#parts;
    if (first === undefined) {
      if (this.#rowWriter === undefined || beside === undefined) throw new Error('nothing waits to be written');
      await this.#rowWriter.write(beside(NOWHERE));
      return [];
    }
    const { stream, expected, events } = first;
    if (this.#parts.length === 1) return [await this.#store.append(stream, expected, events, beside)];
    return appendAllOf(this.#store)(this.#parts, beside);
  }

  /** It was decided on streams that are not so: whoever remembers them has to read. */
  misfit(): void {
    for (const { stream } of this.#parts) memoryOf({ store: this.#store }).forget(stream);
  }

  override end(): void {
    for (const taken of this.#mine.values()) void taken.then((give) => give());
    this.#mine.clear();
    super.end();
  }
}
