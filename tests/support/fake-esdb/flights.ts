/**
 * Appends that a server has taken and not yet answered. As a real one does, it drops an append that comes again while the first
 * one is in flight: nothing happens until its deadline has passed. One that does not fit is refused at once, also where what it
 * does not fit to is in flight itself.
 */
import type { ServiceError } from '@grpc/grpc-js';
import type { Faults } from './faults.ts';
import type { Append, Log, Outcome } from './log.ts';

export type FlightTimes = {
  /** How long an append is in flight before it is written (default: until the next turn of the event loop). */
  readonly writeMs?: number;
  /** When the server gives up on one that it has dropped (default 2,000, as a real one does). */
  readonly deadlineMs?: number;
};
type Answer = {
  readonly done: (outcome: Outcome) => void;
  readonly failed: (error: Partial<ServiceError>) => void;
  readonly late: () => void;
};
/** `refused`: what this node says instead of writing. */
export type Fly = (append: Append, answer: Answer, refused?: Partial<ServiceError>) => void;

export const flights = (log: Log, faults: Faults, { writeMs = 0, deadlineMs = 2_000 }: FlightTimes): Fly => {
  const tell = (outcome: Outcome, { done, failed }: Answer): void => {
    const after = faults.take('append', 'after');
    const late = faults.lateness();
    const told = (): void => (after === undefined ? done(outcome) : failed(after));
    if (late === 0) told();
    else setTimeout(told, late);
  };
  return (append, answer, refused) => {
    const before = refused ?? faults.take('append', 'before');
    if (before !== undefined) return answer.failed(before);
    const taken = log.take(append);
    if (taken.kind === 'dropped') return void setTimeout(answer.late, deadlineMs);
    if (taken.kind === 'told') return tell(taken.outcome, answer);
    const land = (): void => tell(taken.land(), answer);
    if (writeMs === 0) setImmediate(land);
    else setTimeout(land, writeMs);
  };
};
