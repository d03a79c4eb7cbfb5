/** Starts the process that a run of a job is, on schedule or asked for. */
import { fork, type ChildProcess } from 'node:child_process';
import { handedOn } from './surroundings.ts';

const FLAGS = ['--max-old-space-size=1024'];
/** What such a process needs of this one's surroundings; secrets come with the request, if at all. */
const INHERITED = ['PATH', 'TZ', 'LANG', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];

/** What it says comes through pipes; the request goes to it as a message. */
export const forkJob = (module: URL): ChildProcess =>
  fork(module, { execArgv: FLAGS, env: handedOn(...INHERITED), stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
