import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../base/cannot-start.ts';
import { isCluster, type Placement } from './account.ts';
import { isAlive, serverEnvironment } from './process.ts';

/**
 * With lc_ctype C, pg_trgm ignores Chinese; without any flag and no LANG the cluster would be SQL_ASCII.
 * Byte order for sorting is the fastest and lets a btree serve LIKE 'x%'; pinyin order is asked for per query.
 */
const INITDB_FLAGS =
  '--username=postgres --auth=scram-sha-256 --no-instructions --data-checksums --encoding=UTF8 --lc-collate=C ' +
  '--lc-ctype=C.UTF-8 --lc-messages=C --lc-monetary=C --lc-numeric=C --lc-time=C';

export const PASSWORD_FILE = 'postgres.password';
/**
 * Creates the cluster when there is none and answers the superuser's password.
 * Initialises beside the final place and renames, so a kill in between leaves nothing half.
 */
export function ensureCluster(place: Placement, dataDir: string): string {
  const passwordFile = path.join(dataDir, PASSWORD_FILE);
  if (isCluster(place.cluster)) return readPassword(passwordFile);
  removeAbandoned(place.cluster);
  const password = keepPassword(passwordFile);
  initialise(place, password);
  return password;
}

function readPassword(file: string): string {
  if (!fs.existsSync(file)) throw new CannotStart(`缺少 ${file}：没有它打不开旁边的数据库，请把它放回去`);
  return fs.readFileSync(file, 'utf8').trim();
}

function keepPassword(file: string): string {
  if (!fs.existsSync(file)) {
    const partial = `${file}.${process.pid}`;
    fs.writeFileSync(partial, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    fs.renameSync(partial, file);
  }
  return readPassword(file);
}

function initialise(place: Placement, password: string): void {
  const partial = `${place.cluster}.init-${process.pid}`;
  const passwordCopy = `${partial}.password`;
  fs.mkdirSync(partial, { recursive: true, mode: 0o700 });
  fs.writeFileSync(passwordCopy, `${password}\n`, { mode: 0o600 });
  try {
    if (place.ids !== undefined) {
      for (const owned of [partial, passwordCopy]) fs.chownSync(owned, place.ids.uid, place.ids.gid);
    }
    const words = [...place.prefix, path.join(place.native, 'bin', 'initdb'), '-D', partial];
    const [command = '', ...args] = [...words, `--pwfile=${passwordCopy}`, ...INITDB_FLAGS.split(' ')];
    const result = spawnSync(command, args, { ...place.ids, cwd: '/', env: serverEnvironment(), encoding: 'utf8' });
    if (result.status !== 0)
      throw new CannotStart(`自带的数据库建不起来：${(result.stderr || String(result.error)).trim()}`);
    fs.renameSync(partial, place.cluster);
  } finally {
    fs.rmSync(partial, { recursive: true, force: true });
    fs.rmSync(passwordCopy, { force: true });
  }
}

/** Half-made clusters of processes that are gone. */
function removeAbandoned(cluster: string): void {
  const parent = path.dirname(cluster);
  const half = new RegExp(`^${path.basename(cluster)}\\.init-(\\d+)(\\.password)?$`);
  for (const name of fs.readdirSync(parent)) {
    const pid = half.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      fs.rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}
