/** `npm run backup`: services/backup-house.ts, with the settings of `npm start`. */
import { spawnSync } from 'node:child_process';
import { environment, install, node24, repo } from './prepare.mjs';

install();
const args = ['services/backup-house.ts', ...process.argv.slice(2)];
process.exit(spawnSync(node24(), args, { cwd: repo, env: environment(), stdio: 'inherit' }).status ?? 1);
