/** What goes on beside the requests: housekeeping every hour, watchers of documents, and standing for the place of the writer. */
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from './core.ts';
import { postgresLease, type Lease } from '../services/documents/lease.ts';
import { watchDocuments, type LateDocuments } from '../services/documents/watcher.ts';
import type { CommandLog } from '../services/platform/command-log/command-log.ts';
import type { Config } from '../services/platform/process/config.ts';
import type { Writership } from '../services/platform/event-store/port.ts';
import { whileWriting } from '../services/platform/runtime/while-writing.ts';
import { VIEWS, type ReadSide } from './read-side.ts';
import type { Slice, SliceDeps } from '../services/platform/slice/slice.ts';
import type { Teardown } from '../services/platform/process/teardown.ts';
import { markChecked } from '../services/platform/streams/wire-ids.ts';

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

/** Where one process writes, that one brings documents to rest: of a writer that hangs nobody waits for a lease of its own. */
const leaseOf = ({ master, databaseUrl }: SliceDeps, writership: Writership | undefined): Lease => {
  const lease = postgresLease(master, 'documents', databaseUrl);
  if (writership === undefined) return lease;
  return { ...lease, run: (signal, work) => whileWriting(writership, signal, work) };
};
/** Answers how to ask which documents are late. */
export const startWatchers = (joined: readonly Slice[], deps: SliceDeps, teardown: Teardown): LateDocuments => {
  const { store, log } = deps;
  let late: LateDocuments = () => [];
  const onLate = (now: LateDocuments): void => void (late = now);
  const stopping = new AbortController();
  const documents = joined.flatMap(({ watched = [] }) => watched);
  const { writership } = store;
  // Whoever still finishes something here has written by then.
  teardown.add('writer', async () => writership?.resign());
  const lease = leaseOf(deps, writership);
  const resumption: Pick<Slice, 'name' | 'start' | 'startAppends'> = {
    name: 'documents',
    start: (signal) => watchDocuments({ store, documents, lease, log, onLate }, signal),
  };
  const running = [resumption, ...joined].map(async ({ name, start, startAppends }) => {
    try {
      if (startAppends === true) await whileWriting(writership, stopping.signal, async (mine) => start?.(mine));
      else await start?.(stopping.signal);
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

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);
const addressOf = ({ advertiseUrl, host }: Config, port: number): string => {
  const name = EVERY_ADDRESS.has(host) ? os.hostname() : host;
  return advertiseUrl ?? `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};
/** A process that takes requests stands for the place of the writer as soon as others can reach it. */
export const standForWriting = (
  { deps, listener }: Pick<Core, 'deps' | 'listener'>,
  { alone }: ReadSide,
  config: Config,
  port: number,
): void => {
  if (!config.roles.has('api')) return;
  deps.store.writership?.stand({ address: addressOf(config, port), process: listener.process, alone });
};

const SETTLED_MS = 10_000;
const SETTLED_LOOK_MS = 20;
/** Whether this process writes, once that is known. */
export const writesHere = async (writership: Writership | undefined): Promise<boolean> => {
  const giveUpAt = performance.now() + SETTLED_MS;
  for (;;) {
    const { kind } = writership?.place() ?? { kind: 'here' };
    if (kind === 'here' || kind === 'elsewhere' || performance.now() > giveUpAt) return kind === 'here';
    await pause(SETTLED_LOOK_MS);
  }
};

const SHOWN_MS = 60_000;
/** As `caughtUp` of the house, of the read models that other processes run, too. */
export const shownByAll =
  ({ caughtUp, gate }: Pick<ReadSide, 'caughtUp' | 'gate'>, { store }: Pick<SliceDeps, 'store'>) =>
  async (): Promise<void> => {
    await caughtUp();
    await gate.waitFor(VIEWS, await store.head(), SHOWN_MS);
  };
