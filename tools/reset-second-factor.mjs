/** `npm run reset-second-factor -- <username>`: takes away somebody's second factor, with the settings of `npm start`. */
import { spawnSync } from 'node:child_process';
import { environment, install, node24, repo } from './prepare.mjs';

install();
const { status } = spawnSync(node24(), ['services/system/commands/reset-second-factor.ts', ...process.argv.slice(2)], {
  cwd: repo,
  env: environment(),
  stdio: 'inherit',
});
process.exit(status ?? 1);
