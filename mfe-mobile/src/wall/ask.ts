/** Asks the house; never throws, always ends. An old browser has no fetch that can be given up. */
import type { PollAnswer } from './state.ts';

const PATIENCE_MS = 20_000;
export const ask = (address: string, done: (heard: PollAnswer) => void): void => {
  const request = new XMLHttpRequest();
  request.open('GET', address);
  request.timeout = PATIENCE_MS;
  request.onloadend = () => done({ status: request.status, body: request.status === 0 ? '' : request.responseText });
  request.send();
};
