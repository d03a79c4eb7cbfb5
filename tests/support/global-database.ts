/** One throw-away Postgres for a whole test run, shared by every project of vitest.config.ts that asks for it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../services/platform/embedded-postgres/index.ts';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
  }
}

const PREFIX = 'jewel-test-pg-';
/** Nothing here has to outlive the run; files side by side start several houses each. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '250',
  max_wal_size: '512MB',
};

const IN_MEMORY = '/dev/shm';
/** A whole run needs less than half of it. */
const ROOM = 4 * 1024 ** 3;
const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = fs.statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM && os.freemem() >= 2 * ROOM;
  } catch {
    return false;
  }
};
/** A house has two thousand files, and each test file copies them: on a disk that costs a second of the processor, in memory a twentieth. */
const parentFolder = (): string => (hasRoom() ? IN_MEMORY : os.tmpdir());

type Shared = { dataDir: string; server: Promise<EmbeddedPostgres>; users: number };
const shared = globalThis as typeof globalThis & { jewelTestDatabase?: Shared };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (shared.jewelTestDatabase === undefined) {
    removeAbandoned();
    const dataDir = path.join(parentFolder(), `${PREFIX}${process.pid}`);
    shared.jewelTestDatabase = { dataDir, server: startEmbeddedPostgres({ dataDir, settings: SETTINGS }), users: 0 };
  }
  const mine = shared.jewelTestDatabase;
  mine.users += 1;
  const server = await mine.server;
  project.provide('databaseUrl', server.url);
  return async () => {
    mine.users -= 1;
    if (mine.users > 0) return;
    delete shared.jewelTestDatabase;
    await server.stop();
    fs.rmSync(mine.dataDir, { recursive: true, force: true });
  };
}

/** Clusters of test runs that were killed before they could clean up. */
function removeAbandoned(): void {
  const parents = [os.tmpdir(), IN_MEMORY].filter((parent) => fs.existsSync(parent));
  for (const folder of parents.flatMap((parent) => fs.globSync(path.join(parent, `${PREFIX}*`)))) {
    if (isAlive(Number(path.basename(folder).slice(PREFIX.length)))) continue;
    stopServerOf(path.join(folder, 'postgres'));
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function stopServerOf(cluster: string): void {
  try {
    const pid = Number(fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster)) process.kill(pid, 'SIGQUIT');
  } catch {
    // no server there
  }
}
