/** `npm run restore`: house/commands/restore.ts, with the settings of `npm start`. */
import { runBeside } from './prepare.mjs';

runBeside('house/commands/restore.ts', process.argv.slice(2));
