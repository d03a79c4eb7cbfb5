/** One throw-away Postgres for a whole test run, shared by every project of vitest.config.ts that asks for it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from 'services/platform/embedded-postgres/index';
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
};

type Shared = { server: Promise<EmbeddedPostgres>; users: number };
const shared = globalThis as typeof globalThis & { jewelTestDatabase?: Shared };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = path.join(os.tmpdir(), `${PREFIX}${process.pid}`);
  if (shared.jewelTestDatabase === undefined) {
    removeAbandoned();
    shared.jewelTestDatabase = { server: startEmbeddedPostgres({ dataDir, settings: SETTINGS }), users: 0 };
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
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Clusters of test runs that were killed before they could clean up. */
function removeAbandoned(): void {
  for (const name of fs.readdirSync(os.tmpdir())) {
    if (!name.startsWith(PREFIX) || isAlive(Number(name.slice(PREFIX.length)))) continue;
    const folder = path.join(os.tmpdir(), name);
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
