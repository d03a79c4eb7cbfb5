/** `npm run backup`: services/backup-house.ts, with the settings of `npm start`. */
import { runBeside } from './prepare.mjs';

runBeside('services/backup-house.ts', process.argv.slice(2));
