/** A decider: the pure heart of a slice. No clock, no I/O, no npm. */
import type { Refusal } from './refusal.ts';

/** Events to append; an empty list means "already true", and nothing is written. */
export type Verdict<Event> = readonly Event[] | Refusal;

export type Decider<State, Command, Event> = {
  readonly initial: State;
  /** Folds one event; never throws and never decides: the event already happened. */
  readonly evolve: (state: State, event: Event) => State;
  /** Repeat first (`[]`), refusals next, the facts last. */
  readonly decide: (command: Command, state: State) => Verdict<Event>;
};
