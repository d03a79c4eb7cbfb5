/** Before the house opens: is the store there (R65)? */
import { setTimeout as pause } from 'node:timers/promises';
import { ErrorType, isCommandError } from '@eventstore/db-client';
import { StoreUnavailable, type EventStore } from '../port.ts';

const PAUSE_MS = 500;
const TELL_EVERY = 20;
const WRONG: readonly (readonly [RegExp, string])[] = [
  [/name resolution failed/i, 'its host name is not known'],
  [/certificate|altnames/i, 'its certificate is not trusted (authority, host name or date)'],
  [/wrong version number|ssl routines|tls/i, 'it does not speak TLS as the address says'],
];

/** What is wrong with the address, where asking again would not help; null: the store may only be away. */
const wrongWith = (error: unknown): string | null => {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  if (!(cause instanceof Error)) return null;
  if (isCommandError(cause) && cause.type === ErrorType.ACCESS_DENIED) return 'user or password is refused';
  return WRONG.find(([sign]) => sign.test(cause.message))?.[1] ?? null;
};

type Waiting = { readonly signal?: AbortSignal | undefined; readonly wait?: () => Promise<void> };
/**
 * Answers null when the store does (one that is away is waited for until `signal`), or what is wrong with its name, password or
 * authority.
 */
export const untilReachable = async (
  store: Pick<EventStore, 'head'>,
  tell: (message: string) => void,
  { signal, wait = () => pause(PAUSE_MS, undefined, { signal }) }: Waiting = {},
): Promise<string | null> => {
  for (let asked = 0; ; asked += 1) {
    try {
      await store.head();
      return null;
    } catch (error) {
      const wrong = wrongWith(error);
      if (wrong !== null) return wrong;
      if (!(error instanceof StoreUnavailable)) throw error;
      if (asked % TELL_EVERY === 0) tell('事件存储（EVENT_STORE_URL）暂时无法连接，正在等待');
      signal?.throwIfAborted();
      await wait();
    }
  }
};
