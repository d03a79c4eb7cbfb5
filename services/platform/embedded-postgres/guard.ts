/** Keeps a server running: one that died is started again on its port, with growing pauses while that fails. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../base/log.ts';
import { findRunning, type RunningServer } from './process.ts';

const LOOK_MS = 200;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** A server that lived this long did not die of what the last start did. */
const STEADY_MS = 60_000;

export type Guard = {
  /** The server now running, or the last one that did. */
  readonly server: () => RunningServer;
  /** No more starts; returns once a start at work has ended. */
  readonly release: () => Promise<void>;
};

/** `restart` starts the server and resolves when it takes connections; it is called only while none runs. */
export function guard(
  cluster: string,
  first: RunningServer,
  { restart, log }: { readonly restart: () => Promise<RunningServer>; readonly log: Log },
): Guard {
  const released = new AbortController();
  let server = first;
  const watch = async (): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS;
    let startedAt = Date.now();
    while (!released.signal.aborted) {
      if (findRunning(cluster) !== undefined) {
        await wait(LOOK_MS, undefined, { signal: released.signal }).catch(() => undefined);
        continue;
      }
      if (Date.now() - startedAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
      try {
        log.error('postgres died: starting it again', { pid: server.pid });
        server = await restart();
        startedAt = Date.now();
        log.warn('postgres is back', { pid: server.pid });
      } catch (error) {
        log.error('postgres did not start', { error, pauseMs });
      }
      await wait(pauseMs, undefined, { signal: released.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  };
  const watching = watch();
  return {
    server: () => server,
    release: async () => {
      released.abort();
      await watching;
    },
  };
}
