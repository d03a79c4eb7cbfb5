/** What goes on beside the requests: housekeeping every hour, watchers of documents. */
import { postgresLease } from './documents/lease.ts';
import { watchDocuments, type LateDocuments } from './documents/watcher.ts';
import type { CommandLog } from './platform/command-log/command-log.ts';
import type { Slice, SliceDeps } from './platform/slice.ts';
import type { Teardown } from './platform/teardown.ts';
import { markChecked } from './platform/wire-ids.ts';

const HOUSEKEEPING_MS = 3_600_000;

export const keepHouse = (commandLog: CommandLog, deps: SliceDeps, teardown: Teardown): void => {
  const tidy = async (): Promise<void> => {
    await commandLog.prune();
    await deps.sessions.prune(deps.clock());
    await deps.store.snapshots?.prune();
    await markChecked(deps.master, await deps.store.head());
  };
  const run = (): void => void tidy().catch((error: unknown) => deps.log.warn('housekeeping failed', { error }));
  run();
  const timer = setInterval(run, HOUSEKEEPING_MS);
  teardown.add('housekeeping', async () => {
    clearInterval(timer);
    await commandLog.stop();
    await markChecked(deps.master, await deps.store.head());
  });
};

/** Answers how to ask which documents are late. */
export const startWatchers = (
  joined: readonly Slice[],
  { store, master, log }: SliceDeps,
  teardown: Teardown,
): LateDocuments => {
  let late: LateDocuments = () => [];
  const onLate = (now: LateDocuments): void => void (late = now);
  const stopping = new AbortController();
  const documents = joined.flatMap(({ watched = [] }) => watched);
  const lease = postgresLease(master, 'documents');
  const resumption: Pick<Slice, 'name' | 'start'> = {
    name: 'documents',
    start: (signal) => watchDocuments({ store, documents, lease, log, onLate }, signal),
  };
  const running = [resumption, ...joined].map(async ({ name, start }) => {
    try {
      await start?.(stopping.signal);
    } catch (error) {
      log.error('watcher stopped', { slice: name, error });
    }
  });
  teardown.add('watchers', async () => {
    stopping.abort();
    await Promise.all(running);
  });
  return () => late();
};
