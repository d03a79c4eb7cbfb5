/** `npm run restore`: services/restore-house.ts, with the settings of `npm start`. */
import { runBeside } from './prepare.mjs';

runBeside('services/restore-house.ts', process.argv.slice(2));
