/** A save in steps: each of its events is durable when it is sent, and whoever goes on after a crash finds what was begun. */
import type { Refusal } from '../../contracts/refusal.ts';
import type { Fact, Handled, LoadedState, Recipient, Save, SendOptions } from '../../contracts/save.ts';
import { StoreUnavailable, type EventStore } from '../event-store/port.ts';
import { handle, loadState } from './handle.ts';
import { noIds, SaveRequest } from './save-request.ts';

export class Steps implements Save {
  readonly waits = false;
  readonly #store: EventStore;
  readonly #request: SaveRequest;
  readonly #afterwards: (() => Promise<void>)[] = [];
  readonly #undos: (() => Promise<void>)[] = [];
  readonly #enders: (() => void)[] = [];
  #drawn = 0;

  constructor(store: EventStore, newId = noIds) {
    this.#store = store;
    this.#request = new SaveRequest(newId);
  }

  read<State, Command, Event extends Fact>(
    recipient: Recipient<State, Command, Event>,
    stream: string,
  ): Promise<LoadedState<State>> {
    return loadState({ ...recipient, store: this.#store }, stream);
  }

  send<State, Command, Event extends Fact>(
    recipient: Recipient<State, Command, Event>,
    stream: string,
    command: Command,
    options: SendOptions,
  ): Promise<Handled<State, Event> | Refusal> {
    return handle({ ...recipient, store: this.#store }, stream, command, options);
  }

  bind(table: string): void {
    throw new Error(`${table}: in steps a row is bound before the first event`);
  }

  id(): Promise<number> {
    return this.#request.id(this.#drawn++);
  }

  once<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> {
    return this.#request.once(name, work);
  }

  afterwards(work: () => Promise<void>): void {
    this.#afterwards.push(work);
  }

  undo(work: () => Promise<void>): void {
    this.#undos.push(work);
  }

  apart<Done>(_name: string, work: () => Promise<Done | Refusal>): Promise<Done | Refusal> {
    return work();
  }

  onEnded(listener: () => void): void {
    this.#enders.push(listener);
  }

  async turns(): Promise<void> {
    // Whoever comes later stands behind the append.
  }

  /** Runs it to its end. An append without an answer may still be written: what was taken for it stays taken. */
  async run<Done>(work: (save: Save) => Promise<Done>, isRefused: (done: Done) => boolean): Promise<Done> {
    try {
      const done = await work(this);
      await (isRefused(done) ? this.#giveBack() : this.#follow());
      return done;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) await this.#giveBack();
      throw error;
    } finally {
      for (const ended of this.#enders) ended();
    }
  }

  async #giveBack(): Promise<void> {
    for (const undo of this.#undos.toReversed()) await undo();
  }

  /** What follows must not fail what is saved. */
  async #follow(): Promise<void> {
    for (const work of this.#afterwards) await work().catch(() => undefined);
  }
}
