/** Postgres refuses to run as root: who runs it instead, and from where. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export type Ids = { readonly uid: number; readonly gid: number };

/** How the server's programs are started, and the folders that account can reach. */
export type Placement = {
  /** Words before the program, for example the call that enters a user namespace. */
  readonly prefix: readonly string[];
  readonly ids: Ids | undefined;
  /** Folder with bin/. */
  readonly native: string;
  /** The cluster's folder (PGDATA); its parent exists and is writable for the account. */
  readonly cluster: string;
};

const SHARED_ROOT = '/var/lib/jewel-house';
const NAMESPACE = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];

export const isCluster = (folder: string): boolean => fs.existsSync(path.join(folder, 'PG_VERSION'));

/**
 * Chooses how to run: directly when not root; as the owner of an existing cluster; in a user namespace (works below
 * folders only root may enter); else as a system user with programs and data under /var/lib/jewel-house.
 */
export function placement(dataDir: string, native: string): Placement {
  const cluster = path.join(dataDir, 'postgres');
  if (process.getuid?.() !== 0) return { prefix: [], ids: undefined, native, cluster };

  const owner = isCluster(cluster) ? fs.statSync(cluster) : undefined;
  if (owner !== undefined && owner.uid !== 0) return asUser({ uid: owner.uid, gid: owner.gid }, native, cluster);

  const elsewhere = path.join(SHARED_ROOT, createHash('sha256').update(dataDir).digest('hex').slice(0, 12), 'postgres');
  const movedBefore = owner === undefined && isCluster(elsewhere);
  if (!movedBefore && namespaceReaches(native, dataDir)) return { prefix: NAMESPACE, ids: undefined, native, cluster };
  return elsewhereAs(systemUser(), native, { cluster, elsewhere });
}

/** In the folder `elsewhere`, which that account can enter; a cluster that is not there yet follows. */
function elsewhereAs(
  ids: Ids,
  native: string,
  { cluster, elsewhere }: { readonly cluster: string; readonly elsewhere: string },
): Placement {
  fs.mkdirSync(path.dirname(elsewhere), { recursive: true, mode: 0o755 });
  fs.chownSync(path.dirname(elsewhere), ids.uid, ids.gid);
  if (isCluster(cluster) && !isCluster(elsewhere)) moveCluster(cluster, elsewhere, ids);
  return asUser(ids, native, elsewhere);
}

function namespaceReaches(native: string, dataDir: string): boolean {
  const [command = '', ...args] = NAMESPACE;
  const postgres = path.join(native, 'bin', 'postgres');
  const script = '"$0" --version >/dev/null && test -w "$1"';
  return spawnSync(command, [...args, 'sh', '-c', script, postgres, dataDir], { cwd: '/' }).status === 0;
}

function asUser(ids: Ids, native: string, cluster: string): Placement {
  const runs = (folder: string): boolean =>
    spawnSync(path.join(folder, 'bin', 'postgres'), ['--version'], { ...ids, cwd: '/' }).status === 0;
  if (runs(native)) return { prefix: [], ids, native, cluster };
  const copy = path.join(SHARED_ROOT, `bin-${createHash('sha256').update(native).digest('hex').slice(0, 12)}`);
  if (!runs(copy)) {
    fs.mkdirSync(SHARED_ROOT, { recursive: true, mode: 0o755 });
    fs.rmSync(copy, { recursive: true, force: true });
    fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    if (!runs(copy)) throw new Error(`user ${ids.uid} cannot run ${copy}/bin/postgres`);
  }
  return { prefix: [], ids, native: copy, cluster };
}

function systemUser(): Ids {
  const known = lookup('postgres');
  if (known !== undefined) return known;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  return lookup('postgres') ?? lookup('nobody') ?? { uid: 65534, gid: 65534 };
}

function lookup(user: string): Ids | undefined {
  const line = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = line.find((entry) => entry.startsWith(`${user}:`))?.split(':');
  return fields === undefined ? undefined : { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** The machine once had user namespaces and has none now: the data follows to where the system user can read it. */
function moveCluster(from: string, to: string, ids: Ids): void {
  const partial = `${to}.moving`;
  fs.rmSync(partial, { recursive: true, force: true });
  run('cp', ['-a', from, partial]);
  run('chown', ['-R', `${ids.uid}:${ids.gid}`, partial]);
  fs.renameSync(partial, to);
  fs.renameSync(from, `${from}.moved`);
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || String(error)}`);
}
