/** `npm start`: set up what is missing, then serve. The house gets the signals, so it can stop cleanly. */
import { spawn } from 'node:child_process';
import { SERVER_ENV, SERVER_FLAGS, buildWeb, environment, install, node24, repo } from './prepare.mjs';

const began = Date.now();
/** Told like the server's own steps (house/start/console.ts), which cannot run before this one. */
const step = (title, work) => {
  const started = Date.now();
  work();
  console.log(`✓ ${title}    ${((Date.now() - started) / 1000).toFixed(1).padStart(6)} 秒`);
};

step('安装', install);
step('构建', buildWeb);
const node = node24();
const args = [...SERVER_FLAGS, 'house/main.ts'];
const env = { ...environment(), ...SERVER_ENV, START_AT: String(began) };
process.chdir(repo);
// The starter becomes the house, which saves its memory. A Node before 22.15 cannot: a first start by such a one stays, and passes signals on.
if (process.execve !== undefined) process.execve(node, [node, ...args], env);
const server = spawn(node, args, { env, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
