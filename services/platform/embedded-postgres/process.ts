import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CannotStart } from '../base/cannot-start.ts';
import { environment } from '../process/surroundings.ts';
import type { Placement } from './account.ts';

export const serverEnvironment = (): Record<string, string> => ({
  PATH: environment['PATH'] ?? '/usr/bin:/bin',
  TZ: 'UTC',
  LC_ALL: 'C.UTF-8',
});

const COLLECTED_MS = 500;
const LOG_LIMIT_BYTES = 16 * 1024 * 1024;

export type RunningServer = { readonly pid: number; readonly port: number };

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The server already running on this cluster, left behind by an earlier run; undefined when there is none. */
export function findRunning(cluster: string): RunningServer | undefined {
  const lock = readLock(cluster);
  return lock !== undefined && isPostmasterOf(lock.pid, cluster) ? lock : undefined;
}

function readLock(cluster: string): RunningServer | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, folder, , port] = lines;
  if (folder === undefined || !samePath(folder, cluster)) return undefined;
  return { pid: Number(pid), port: Number(port) };
}

const samePath = (a: string, b: string): boolean =>
  a === b || (fs.existsSync(a) && fs.realpathSync(a) === fs.realpathSync(b));

/** After a reboot the number in postmaster.pid may belong to anyone: the command line tells. */
function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!(pid > 0) || !isAlive(pid)) return false;
  if (!fs.existsSync('/proc/self/cmdline')) return true;
  try {
    const words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.some((word) => word !== '' && samePath(word, cluster));
  } catch {
    return false;
  }
}

type StartOptions = {
  readonly settings: Readonly<Record<string, string>>;
  readonly log: string;
  /** A server found running: only waited for, never started beside. */
  readonly running: RunningServer | undefined;
};

/**
 * Starts a server in its own process group (a Ctrl-C must not stop it before the application has drained) and waits
 * until it takes connections. A server another process started meanwhile is taken over.
 */
export async function startServer(place: Placement, port: number, options: StartOptions): Promise<RunningServer> {
  const deadline = Date.now() + 60_000;
  let child = options.running === undefined ? launch(place, port, options) : undefined;
  for (;;) {
    const running = findRunning(place.cluster);
    if (running !== undefined && running.port > 0 && (await takesConnections(running.port))) return running;
    if (Date.now() > deadline) throw new CannotStart(`自带的数据库一分钟内没有启动，原因见 ${options.log}`);
    if (running === undefined && hasEnded(child)) {
      // Right after a crash the old server's processes may hold the shared memory a moment longer.
      if (Date.now() > deadline - 55_000) throw new CannotStart(`自带的数据库启动后又停止了，原因见 ${options.log}`);
      await wait(500);
      child = launch(place, port, options);
    }
    await wait(20);
  }
}

/** A child that was never started, ended or could not be executed. */
const hasEnded = (child: ChildProcess | undefined): boolean =>
  child === undefined || child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

function launch(place: Placement, port: number, options: StartOptions): ChildProcess {
  const lock = readLock(place.cluster);
  if (lock !== undefined && !isPostmasterOf(lock.pid, place.cluster)) {
    fs.rmSync(path.join(place.cluster, 'postmaster.pid'), { force: true });
  }
  const settings = { ...options.settings, port: String(port) };
  const words = [...place.prefix, path.join(place.native, 'bin', 'postgres'), '-D', place.cluster];
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...args] = [...words, ...flags];
  const log = openLog(options.log);
  const child = spawn(command, args, {
    ...place.ids,
    cwd: '/',
    env: serverEnvironment(),
    stdio: ['ignore', log, log],
    detached: true,
  });
  child.on('error', () => undefined); // shows as an exit code, reported by the caller
  child.unref();
  fs.closeSync(log);
  return child;
}

function openLog(file: string): number {
  if (fs.existsSync(file) && fs.statSync(file).size > LOG_LIMIT_BYTES) fs.renameSync(file, `${file}.1`);
  return fs.openSync(file, 'a', 0o600);
}

/** True once the server answers a start-up packet with a request to authenticate. */
function takesConnections(port: number): Promise<boolean> {
  const body = Buffer.from('user\0postgres\0database\0postgres\0\0');
  const header = Buffer.alloc(8);
  header.writeInt32BE(body.length + 8, 0);
  header.writeInt32BE(196_608, 4);
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const finish = (ready: boolean): void => {
      socket.destroy();
      resolve(ready);
    };
    socket.setTimeout(1000, () => finish(false));
    socket.on('error', () => finish(false));
    socket.on('close', () => finish(false));
    socket.on('connect', () => socket.write(Buffer.concat([header, body])));
    socket.on('data', (answer) => finish(answer[0] === 'R'.charCodeAt(0)));
  });
}

/** Stops the server: clients are cut, nothing committed is lost. Returns when it is gone (≤ 30 s, then forced). */
export async function stopServer(cluster: string, pid: number): Promise<void> {
  const runs = (): boolean => isPostmasterOf(pid, cluster);
  for (const [signal, milliseconds] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (runs()) signalServer(pid, signal);
    await untilNot(runs, milliseconds);
  }
  // An ended process stays in the table until its parent asks for it, which a parent that is not ours may never do.
  await untilNot(() => isAlive(pid), COLLECTED_MS);
}

async function untilNot(condition: () => boolean, milliseconds: number): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (condition() && Date.now() < deadline) await wait(10);
}

function signalServer(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}
