/** `npm run doctor`: looks at everything the house stands on, with the settings of `npm start`; `-- --json`, `-- --address https://…`. */
import { spawnSync } from 'node:child_process';
import { environment, install, node24, repo } from './prepare.mjs';

install();
const args = ['services/doctor.ts', ...process.argv.slice(2)];
process.exit(spawnSync(node24(), args, { cwd: repo, env: environment(), stdio: 'inherit' }).status ?? 2);
