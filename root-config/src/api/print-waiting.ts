/** Whether labels wait in this browser's print queue; the queue's own code need not be there to know. */
import { readStored, writeStored } from './storage.ts';
import { createStore } from './store.ts';

const KEY = 'jewel:print:waiting';
export const printWaiting = createStore<boolean>(readStored<unknown>('local', KEY, false) === true);
/** The next page of this browser knows it too. */
export const setPrintWaiting = (waiting: boolean): void => {
  writeStored('local', KEY, waiting ? true : undefined);
  printWaiting.set(waiting);
};
