/** `npm run reset-second-factor -- <username>`: takes away somebody's second factor, with the settings of `npm start`. */
import { runBeside } from './prepare.mjs';

runBeside('services/system/commands/reset-second-factor.ts', process.argv.slice(2));
