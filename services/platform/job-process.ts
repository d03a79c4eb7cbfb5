/** Starts the process that a run of a job is, on schedule or asked for. */
import { fork, type ChildProcess } from 'node:child_process';

const FLAGS = ['--max-old-space-size=1024'];
/** What such a process needs of this one's surroundings; secrets come with the request, if at all. */
const INHERITED = ['PATH', 'TZ', 'LANG', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];
const surroundings = (): Record<string, string> =>
  Object.fromEntries(
    INHERITED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** What it says comes through pipes; the request goes to it as a message. */
export const forkJob = (module: URL): ChildProcess =>
  fork(module, { execArgv: FLAGS, env: surroundings(), stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
