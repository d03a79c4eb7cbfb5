/** A save in steps: each of its events is durable when it is sent, and whoever goes on after a crash finds what was begun. */
import type { Refusal } from '../../contracts/refusal.ts';
import type { Fact, Handled, LoadedState, Recipient, Save, SendOptions } from '../../contracts/save.ts';
import { StoreUnavailable, type EventStore } from '../event-store/port.ts';
import { handle, loadState } from './handle.ts';
import { noIds, SaveRequest } from './save-request.ts';
import { SaveRun } from './save-run.ts';

export class Steps extends SaveRun implements Save {
  readonly waits = false;
  readonly #store: EventStore;

  constructor(store: EventStore, newId = noIds) {
    super(new SaveRequest(newId));
    this.#store = store;
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

  apart<Done>(_name: string, work: () => Promise<Done | Refusal>): Promise<Done | Refusal> {
    return work();
  }

  async turns(): Promise<void> {
    // Whoever comes later stands behind the append.
  }

  /** Runs it to its end. An append without an answer may still be written: what was taken for it stays taken. */
  async run<Done>(work: (save: Save) => Promise<Done>, isRefused: (done: Done) => boolean): Promise<Done> {
    try {
      const done = await work(this);
      await (isRefused(done) ? this.lapsed() : this.saved());
      return done;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) await this.lapsed();
      throw error;
    } finally {
      this.end();
    }
  }
}
