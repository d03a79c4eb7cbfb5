/**
 * What one press of 保存 writes, said once: a handler reads and sends through its save and knows nothing else of storage. How it is
 * written (together, or in steps) was chosen before the handler runs (docs/the-way-of-a-save.md).
 *
 * A handler may run more than once, so beside its save it only reads.
 */
import type { Decider } from './decider.ts';
import type { JsonObject, Position, Recorded } from './event.ts';
import type { Refusal } from './refusal.ts';
import type { Actor } from './user.ts';

export type Fact = { readonly type: string; readonly data: JsonObject };
/** What decides for the streams of one kind. */
export type Recipient<State, Command, Event extends Fact> = {
  readonly decider: Decider<State, Command, Event>;
  /** The slice's door: upcasts and validates a stored event. */
  readonly parse: (recorded: Recorded) => Event;
  /** Schema number written with new events; default 1. */
  readonly schema?: number;
  /** States are never changed in place and small: the last ones are remembered, and a command needs no read. */
  readonly remember?: true;
  /**
   * Long streams are kept as they were: the number of this state's shape and of the fold that makes it, raised with either.
   * States are plain values, maps and sets, without fields that are undefined.
   */
  readonly snapshot?: number;
};

export type SendOptions = {
  readonly actor: Pick<Actor, 'user' | 'now' | 'key' | 'requestId'>;
  /** Shop the fact belongs to, null for chain-wide ones. */
  readonly shopId: number | null;
  /** Revision the client saw (If-Match). */
  readonly expected?: number | undefined;
  readonly correlationId?: string;
  /**
   * Tells apart several commands of one type that one key sends to one stream (two lines of a sale that hold the
   * same lot); default: the command's type. The same key, stream and tag is a repeat and changes nothing.
   */
  readonly tag?: string;
  /**
   * The stream is most likely empty: the first pass appends without reading, and reads when that is refused. A repeat
   * that the store knows by its event ids answers what the first try answered, its events included.
   */
  readonly isNew?: boolean;
};
export type Handled<State, Event> = {
  /** Position of the stream's last event: what a reader waits for; -1 when the stream is empty, or what was sent still waits. */
  readonly position: Position;
  /** Last revision of the stream; -1 when it is empty. */
  readonly revision: number;
  /** As a read right after it would fold it, the new events' metadata included. */
  readonly state: State;
  /** What this command appended; empty for a repeat. */
  readonly events: readonly Event[];
};
export type LoadedState<State> = {
  readonly state: State;
  readonly revision: number;
  readonly position: Position;
  /** Did this user and key write here already, with that tag? Then the command is a repeat, whatever the rules say now. */
  readonly wrote: (by: Pick<Actor, 'user' | 'key'>, tag: string) => boolean;
};

export interface Save {
  /** State as this save sees it: with what it sent before. */
  read<State, Command, Event extends Fact>(
    recipient: Recipient<State, Command, Event>,
    stream: string,
  ): Promise<LoadedState<State>>;
  /** Decides a command; the refusal is the handler's to use. A repeat (same user, key, stream, tag) appends nothing. */
  send<State, Command, Event extends Fact>(
    recipient: Recipient<State, Command, Event>,
    stream: string,
    command: Command,
    options: SendOptions,
  ): Promise<Handled<State, Event> | Refusal>;
  /** A row of `table` that is there if and only if the save is. */
  bind(table: string, values: Readonly<Record<string, string>>): void;
  /** The n-th call answers the n-th id, however often the handler runs (R40). */
  id(): Promise<number>;
  /** Asked once in a request, however often the handler runs: a password, a code. After a crash it is asked again (ADR 0020). */
  once<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer>;
  /** Done when it is saved, before the answer; best effort: what must not be missed follows the log. */
  afterwards(work: () => Promise<void>): void;
  /** Gives back what rules took elsewhere, where it is certain that nothing was saved; the last first. */
  undo(work: () => Promise<void>): void;
  /**
   * One of several things that are done independently, by its name: refused, it is left out, and the others are saved all the same.
   * What is refused besides saves none of them.
   */
  apart<Done>(name: string, work: () => Promise<Done | Refusal>): Promise<Done | Refusal>;
  /** What is sent waits for the end, and is there with all else or not at all; so nothing of it was there before. */
  readonly waits: boolean;
  /** Called once it is written or given up. */
  onEnded(listener: () => void): void;
  /** Waits until nobody else of this process writes to what is so named; it is this save's until it ends. */
  turns(names: readonly string[]): Promise<void>;
}

/** Of a call whose route says that it writes through it. */
export const saveOf = ({ save }: { readonly save?: Save | undefined }): Save => {
  if (save === undefined) throw new Error('the route does not say what it writes');
  return save;
};
