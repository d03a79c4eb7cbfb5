/** `npm run doctor`: looks at everything the house stands on, with the settings of `npm start`; `-- --json`, `-- --address https://…`. */
import { runBeside } from './prepare.mjs';

runBeside('house/commands/doctor.ts', process.argv.slice(2), 2);
