/** `npm start`: set up what is missing, then serve. The server process gets the signals, so it can stop cleanly. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWeb, environment, install, node24, repo } from './prepare.mjs';

install();
buildWeb();
const server = spawn(node24(), ['services/main.ts'], {
  cwd: repo,
  // What Node compiled and stripped of types is kept for the next start; types become blanks, so lines stay true.
  env: { ...environment(), NODE_COMPILE_CACHE: join(repo, '.cache/node') },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
