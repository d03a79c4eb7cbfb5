/**
 * `npm run verify`: reckons the log of this installation anew and compares it with its seals; the house may run meanwhile.
 * Ends with 1 where anything differs.
 */
import { answered, askedOf, VERIFY_HELP } from '../../services/log-seal/verify-command.ts';
import { sealEvidence, wholeLog } from '../../services/log-seal/seals.ts';
import { withDatabase } from '../../services/platform/commands/command-database.ts';
import { runCommand, say } from '../../services/platform/commands/command-line.ts';
import { openRawStore } from '../log/open-store.ts';

const reckon = async (args: readonly string[], stop: AbortSignal): Promise<boolean> => {
  const asked = askedOf(args);
  return withDatabase({ applicationName: 'verify', size: 2, stop }, async ({ config, url, db }) => {
    const log = await openRawStore(config, url);
    try {
      const evidence = await sealEvidence(db);
      const head = await log.head();
      const events = wholeLog(log, head, stop);
      return await answered({ ...evidence, events }, asked, say);
    } finally {
      await log.close();
    }
  });
};

await runCommand(VERIFY_HELP, async (args, stop) => ((await reckon(args, stop)) ? 0 : 1));
