/** What interrupts one read model mostly interrupts all of its process: a connection cut, a disk full. */
import { chainOf, faultOf, type Fault } from 'services/platform/base/faults';
import type { Log } from '../following/log.ts';

const QUIET_MS = 5_000;

export type Interruptions = (error: unknown) => void;

/** Each kind of fault is told once in a while, by the first that it hits, without a stack: nothing is to be mended in the program. */
export const interruptionsIn = (log: Log): Interruptions => {
  const toldAt = new Map<Fault, number>();
  return (error) => {
    const fault = faultOf(error);
    if (performance.now() - (toldAt.get(fault) ?? -Infinity) < QUIET_MS) return;
    toldAt.set(fault, performance.now());
    const cause = [...chainOf(error)].map(({ message }) => message).join(': ');
    log.warn({ fault, cause }, 'read models are interrupted and go on by themselves');
  };
};
