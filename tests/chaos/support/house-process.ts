/** The house as it really runs: a `node house/main.ts` of its own, with its embedded Postgres, that can be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../../../services/platform/embedded-postgres/index.ts';
import { ADMIN_PASSWORD } from '../../support/app.ts';
import { COMPILED } from './moving.ts';

/** How its saves are written. */
export type Way = 'together' | 'steps';
const MAIN: Readonly<Record<Way, string>> = {
  together: fileURLToPath(new URL('../../../house/main.ts', import.meta.url)),
  steps: fileURLToPath(new URL('house-in-steps.ts', import.meta.url)),
};
const START_MS = 60_000;

export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly ms: number };
export type Victim = 'all' | 'postmaster' | 'backend';
export type HouseProcess = {
  readonly dataDir: string;
  /** `http://127.0.0.1:<port>`; the port is another after each start. */
  readonly url: string;
  readonly start: () => Promise<void>;
  /** Waits until the house has started anew by itself, elsewhere than at `url`. */
  readonly startedAgain: (url: string) => Promise<void>;
  readonly kill: () => Promise<void>;
  /** As it would hang: it does nothing any more, and its connections stand. */
  readonly hang: () => void;
  readonly goOn: () => void;
  /** kill -9 of the postmaster and everything it started, of the postmaster alone, or of one backend. */
  readonly killPostgres: (which: Victim) => void;
  readonly postgresPid: () => number | null;
  /** Sends SIGTERM and waits for the end. */
  readonly terminate: () => Promise<Ended>;
  /** What the process wrote, its end only. */
  readonly log: () => string;
  /** Ends everything and removes the folder. */
  readonly remove: () => Promise<void>;
};

const childrenOf = (pid: number): readonly number[] =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, rest = ''] = fs.readFileSync(`/proc/${name}/stat`, 'utf8').split(') ');
        return Number(rest.split(' ')[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);

const strike = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was faster.
  }
};

const KEPT_LOG = 40_000;

/** How a process ended; null while it runs. */
const endOf = ({ exitCode, signalCode }: ChildProcess): number | string | null => exitCode ?? signalCode;

class Process implements HouseProcess {
  readonly dataDir: string;
  url = '';
  #child: ChildProcess | null = null;
  #said = '';

  readonly #env: Readonly<Record<string, string>>;
  readonly #way: Way;

  constructor(dataDir: string, env: Readonly<Record<string, string>>, way: Way) {
    this.dataDir = dataDir;
    this.#env = env;
    this.#way = way;
  }

  async start(): Promise<void> {
    const { PATH = '', HOME = '/tmp' } = process.env;
    const settings = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: this.dataDir, DEMO: 'off', LOGIN_CODE: 'none' };
    const child = spawn(process.execPath, [MAIN[this.#way]], {
      env: { PATH, HOME, ...COMPILED, ...settings, ADMIN_PASSWORD, LOG_LEVEL: 'warn', ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      this.#said = `${this.#said}${chunk.toString()}`.slice(-KEPT_LOG);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const deadline = Date.now() + START_MS;
    for (;;) {
      const url = /就绪.*?(http:\/\/\S+)/.exec(said)?.[1];
      if (url !== undefined) {
        this.url = url;
        return;
      }
      const ended = endOf(child);
      if (ended !== null || Date.now() > deadline) throw new Error(`the house did not start (${ended}): ${said}`);
      await pause(20);
    }
  }

  async startedAgain(url: string): Promise<void> {
    const deadline = Date.now() + START_MS;
    for (;;) {
      const last = [...this.#said.matchAll(/就绪.*?(http:\/\/\S+)/g)].at(-1)?.[1];
      if (last !== undefined && last !== url) {
        this.url = last;
        return;
      }
      if (Date.now() > deadline) throw new Error(`the house did not start again: ${this.#said}`);
      await pause(20);
    }
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  hang(): void {
    this.#child?.kill('SIGSTOP');
  }

  goOn(): void {
    this.#child?.kill('SIGCONT');
  }

  postgresPid(): number | null {
    try {
      const file = path.join(this.dataDir, 'postgres', 'postmaster.pid');
      return Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
    } catch {
      return null;
    }
  }

  killPostgres(which: Victim): void {
    const postmaster = this.postgresPid();
    if (postmaster === null) return;
    const started = childrenOf(postmaster);
    if (which !== 'backend') strike(postmaster);
    for (const pid of which === 'postmaster' ? [] : which === 'backend' ? started.slice(-1) : started) strike(pid);
  }

  async terminate(): Promise<Ended> {
    const child = this.#child;
    if (child === null) throw new Error('nothing runs');
    const started = performance.now();
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    child.kill('SIGTERM');
    const [code, signal] = await ended;
    return { code, signal, ms: performance.now() - started };
  }

  log(): string {
    return this.#said;
  }

  async remove(): Promise<void> {
    await this.kill();
    if (fs.existsSync(path.join(this.dataDir, 'postgres'))) {
      const left = await startEmbeddedPostgres({ dataDir: this.dataDir });
      await left.stop();
    }
    fs.rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Not yet started. `dataDir` defaults to a fresh folder; `env` is more of the environment. */
export const houseProcess = (
  dataDir?: string,
  env: Readonly<Record<string, string>> = {},
  way: Way = 'together',
): HouseProcess => new Process(dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-chaos-')), env, way);

/** The superuser's connection string of a house's database. */
export const databaseUrlOf = ({ dataDir }: HouseProcess): string => {
  const read = (name: string): string => fs.readFileSync(path.join(dataDir, name), 'utf8').trim();
  return `postgresql://postgres:${read('postgres.password')}@127.0.0.1:${read('postgres.port')}/postgres`;
};
