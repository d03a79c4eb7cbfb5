/**
 * Appends that a server has taken and not yet answered. As a real one does, it drops an append that comes again while the first
 * one is in flight: nothing happens until its deadline has passed.
 */
import type { ServiceError } from '@grpc/grpc-js';
import type { Faults } from './faults.ts';
import type { Expected, Log, Outcome, Proposed } from './log.ts';

export type FlightTimes = {
  /** How long an append is in flight before it is written (default: until the next turn of the event loop). */
  readonly writeMs?: number;
  /** When the server gives up on one that it has dropped (default 2,000, as a real one does). */
  readonly deadlineMs?: number;
};
/** `refuses`: what this node says instead of writing. */
type Options = FlightTimes & { readonly refuses: () => Partial<ServiceError> | undefined };
export type Append = {
  readonly stream: string;
  readonly expected: Expected;
  readonly proposed: readonly Proposed[];
};
type Answer = {
  readonly done: (outcome: Outcome) => void;
  readonly failed: (error: Partial<ServiceError>) => void;
  readonly late: () => void;
};
export type Fly = (append: Append, answer: Answer) => void;

export const flights = (log: Log, faults: Faults, { writeMs = 0, deadlineMs = 2_000, refuses }: Options): Fly => {
  const flying = new Set<string>();
  const write = ({ stream, expected, proposed }: Append, { done, failed }: Answer): void => {
    const outcome = log.append(stream, expected, proposed);
    const after = faults.take('append', 'after');
    const late = faults.lateness();
    const tell = (): void => (after === undefined ? done(outcome) : failed(after));
    if (late === 0) tell();
    else setTimeout(tell, late);
  };
  return (append, answer) => {
    const before = refuses() ?? faults.take('append', 'before');
    if (before !== undefined) return answer.failed(before);
    const key = [append.stream, ...append.proposed.map(({ id }) => id)].join();
    if (flying.has(key)) return void setTimeout(answer.late, deadlineMs);
    flying.add(key);
    const land = (): void => {
      flying.delete(key);
      write(append, answer);
    };
    if (writeMs === 0) setImmediate(land);
    else setTimeout(land, writeMs);
  };
};
