/** A noted fact is never changed and none is refused: a repeat of the same command is known by its event. */
import type { Decider } from '../contracts/decider.ts';
import { EXCEPTION_EVENT, type ExceptionEvent } from './contract.ts';

export type NoteException = { readonly type: 'Note'; readonly fact: ExceptionEvent['data'] };
/** How many there are. */
export type NotedFacts = { readonly count: number };
export const exceptionDecider: Decider<NotedFacts, NoteException, ExceptionEvent> = {
  initial: { count: 0 },
  evolve: ({ count }) => ({ count: count + 1 }),
  decide: ({ fact }) => [{ type: EXCEPTION_EVENT, data: fact }],
};
