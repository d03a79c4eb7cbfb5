/** One-machine Postgres: finds the programs npm installed, initialises, starts or adopts, guards, and stops. */
import fs from 'node:fs';
import path from 'node:path';
import { placement } from './account.ts';
import { postgresBinaries } from './binaries.ts';
import { silentLog, type Log } from '../base/log.ts';
import { ensureCluster, PASSWORD_FILE } from './cluster.ts';
import { guard } from './guard.ts';
import { choosePort } from './port.ts';
import { findRunning, startServer, stopServer } from './process.ts';
import { defaultSettings } from './settings.ts';

export { NoPostgresBinary } from './binaries.ts';

export type EmbeddedPostgres = {
  /** Connection string of the superuser, password included: never log it. */
  readonly url: string;
  /** True when a server left running by an earlier process was taken over. */
  readonly adopted: boolean;
  /** Of the server now running. */
  readonly pid: number;
  /** Fast shutdown; returns when the server is gone. Safe to call twice. */
  stop(): Promise<void>;
  /** Looks after it no more and lets it run: whoever else uses it goes on. */
  leave(): Promise<void>;
};

/** One was made here: the cluster itself may lie elsewhere (account.ts). */
export const hasDatabase = (dataDir: string): boolean => fs.existsSync(path.join(dataDir, PASSWORD_FILE));

/**
 * Starts the database below `dataDir` (postgres/, postgres.password, postgres.port, postgres.log).
 * The first start initialises it; a server still running there is adopted with the settings it has.
 * From then on a server that dies is started again, on the same port, until `stop`.
 * @throws {NoPostgresBinary} when npm has no Postgres for this platform.
 */
export async function startEmbeddedPostgres(options: {
  readonly dataDir: string;
  readonly port?: number;
  /** Overrides of single server settings, for example `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: Log;
}): Promise<EmbeddedPostgres> {
  fs.mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = fs.realpathSync(path.resolve(options.dataDir));
  const place = placement(dataDir, postgresBinaries());
  const password = ensureCluster(place, dataDir);
  const left = findRunning(place.cluster);
  const port = left?.port ?? (await choosePort(dataDir, options.port));
  const settings = { ...defaultSettings(), ...options.settings };
  const file = path.join(dataDir, 'postgres.log');
  const start = (running: typeof left) => startServer(place, port, { settings, log: file, running });
  const first = await start(left);
  const guarded = guard(place.cluster, first, {
    restart: () => start(findRunning(place.cluster)),
    log: options.log ?? silentLog,
  });
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${first.port}/postgres`,
    adopted: left?.pid === first.pid,
    get pid() {
      return guarded.server().pid;
    },
    leave: () => guarded.release(),
    stop: async () => {
      await guarded.release();
      await stopServer(place.cluster, guarded.server().pid);
    },
  };
}
