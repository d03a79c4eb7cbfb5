/** `npm run move-log`: house/commands/move-log.ts, with the settings of `npm start`. */
import { runBeside } from './prepare.mjs';

runBeside('house/commands/move-log.ts', process.argv.slice(2));
