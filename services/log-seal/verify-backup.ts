/**
 * `node verify-log.mjs --backup FILE [--seal NO:DIGEST …] [--fingerprint HEX] [--identity FILE]`: this file alone, bundled, is what a stranger
 * checks a back-up with; it needs no house and no database. Ends with 1 where anything differs.
 */
import { answered, askedOf } from './asked.ts';
import { openerOf } from '../platform/archive/opening.ts';
import { openBackup } from './backup.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  const asked = askedOf(process.argv.slice(2));
  if (asked.backup === undefined) throw new TypeError('请用 --backup 给出备份文件');
  process.exitCode = (await answered(await openBackup(asked.backup, openerOf(asked.identities)), asked, say)) ? 0 : 1;
} catch (error) {
  say(`✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
