/**
 * `node verify-log.mjs --backup FILE [--seal NO:DIGEST …] [--fingerprint HEX] [--identity FILE]`: this file alone, bundled, is what a stranger
 * checks a back-up with; it needs no house and no database. Ends with 1 where anything differs.
 */
import { answered, askedOf, VERIFY_HELP } from './verify-command.ts';
import { runCommand, say } from '../platform/commands/command-line.ts';
import { openerOf } from '../platform/archive/opening.ts';
import { openBackup } from './backup.ts';

await runCommand(VERIFY_HELP, async (args) => {
  const asked = askedOf(args);
  if (asked.backup === undefined) throw new TypeError('请用 --backup 给出备份文件');
  return (await answered(await openBackup(asked.backup, openerOf(asked.identities)), asked, say)) ? 0 : 1;
});
