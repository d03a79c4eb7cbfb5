/** `npm run move-log`: services/move-log.ts, with the settings of `npm start`. */
import { spawn } from 'node:child_process';
import { environment, install, node24, repo } from './prepare.mjs';

install();
const args = ['services/move-log.ts', ...process.argv.slice(2)];
const child = spawn(node24(), args, { cwd: repo, env: environment(), stdio: 'inherit' });
// A terminal tells both; whoever tells this one alone means the other.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 1));
