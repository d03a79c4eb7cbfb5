/** Whether the fault is that of a signal that aborted. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Until the signal aborts. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
