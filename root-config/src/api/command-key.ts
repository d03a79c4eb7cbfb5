/** The idempotency key of one intended command: kept while its outcome is unknown, new after every definite answer. */
import { ApiError } from './errors.ts';
import { newId } from './new-id.ts';

export type CommandKey = {
  readonly current: () => string;
  /** Whether an attempt with this key got no definite answer, so it may have been saved. */
  readonly unsettled: () => boolean;
  readonly succeeded: () => void;
  readonly failed: (error: unknown) => void;
  /** Goes on with the key of a draft: what came to it may have been saved before the form was closed. */
  readonly resume: (earlier: string) => void;
};

/** @param next makes keys; random ones unless a test names them. */
export const createCommandKey = (next: () => string = newId): CommandKey => {
  let key = next();
  let open = false;
  const renew = (): void => {
    key = next();
    open = false;
  };
  return {
    current: () => key,
    unsettled: () => open,
    succeeded: renew,
    failed: (error) => {
      if (error instanceof ApiError && error.definite) renew();
      else if (!(error instanceof ApiError && error.status === 401)) open = true;
    },
    resume: (earlier) => {
      key = earlier;
      open = true;
    },
  };
};

/** Attempts after the first, milliseconds before each. */
export const RETRY_DELAYS = [1_000, 2_000, 4_000];
/** A lost connection and a busy or restarting server are worth another try with the same key. */
export const worthRetry = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.stillRunning || [502, 503, 504].includes(error.status));
