/** `npm run backup`: house/commands/backup.ts, with the settings of `npm start`. */
import { runBeside } from './prepare.mjs';

runBeside('house/commands/backup.ts', process.argv.slice(2));
