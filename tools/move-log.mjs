/** `npm run move-log`: services/move-log.ts, with the settings of `npm start`. */
import { runBeside } from './prepare.mjs';

runBeside('services/move-log.ts', process.argv.slice(2));
