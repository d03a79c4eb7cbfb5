/**
 * Set-up shared by `npm start` and `npm test`; runs on any Node ≥ 20, before anything is installed, so it uses
 * built-in modules only. Each step is skipped when its inputs did not change.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const repo = join(import.meta.dirname, '..');
const cache = join(repo, '.cache');

/** Runs a command in the repository; its output is shown only when it fails, unless `quiet` is false. */
export const run = (command, args, { quiet = true, env = process.env } = {}) => {
  const ended = spawnSync(command, args, { cwd: repo, env, encoding: 'utf8', stdio: quiet ? 'pipe' : 'inherit' });
  if (ended.status === 0) return;
  if (quiet) process.stderr.write(`${ended.stdout ?? ''}${ended.stderr ?? ''}\n`);
  process.stderr.write(`命令失败：${command} ${args.join(' ')}\n`);
  process.exit(ended.status ?? 1);
};

const LOCK = 'package-lock.json';
/** Where node_modules says what npm put there, last of all that it does. */
const INSTALLED = 'node_modules/.package-lock.json';
const packagesIn = (file) => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : null);
/** npm put there what the lock file in `folder` asks for, `running`: as far as it is needed to run. What is optional may be of another machine. */
export const isInstalled = (folder, { running }) => {
  const there = packagesIn(join(folder, INSTALLED));
  const asked = Object.entries(packagesIn(join(folder, LOCK)) ?? {}).filter(([place]) => place !== '');
  const spared = ({ optional, dev, devOptional }) => optional || (running && (dev || devOptional));
  return (
    there !== null &&
    asked.every(([place, one]) => (place in there ? there[place].version === one.version : spared(one)))
  );
};
/**
 * npm ci when the lock file is not the one that was installed last. A command beside the house (`running`) leaves alone what is enough
 * for it: an installation of another user's, an image without what only builds, a house that runs.
 */
export const install = ({ running = false } = {}) => {
  const stamp = join(cache, 'installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(repo, LOCK)))
    .digest('hex');
  if (existsSync(join(repo, 'node_modules')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  if (running && isInstalled(repo, { running })) return;
  if (!isInstalled(repo, { running: false })) {
    console.log('正在安装依赖（npm ci，约半分钟）…');
    run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline']);
  }
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, lock);
};

/** Path of a Node ≥ 24: the one npm brought for this platform, else the system's. Exits with a clear message when there is none. */
export const node24 = () => {
  const brought = join(repo, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  if (existsSync(brought)) return brought;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  process.stderr.write(
    `需要 Node 24：没有适合 ${process.platform}-${process.arch} 的自带版本，而系统的 Node 是 ${process.versions.node}。\n` +
      `Node 24 is needed: none is bundled for ${process.platform}-${process.arch}, and the system has ${process.versions.node}.\n` +
      '请安装 Node 24 后重试。\n',
  );
  process.exit(1);
};

/** Environment with the project's tools and Node 24 first on PATH. */
export const environment = () => ({
  ...process.env,
  PATH: `${join(node24(), '..')}:${join(repo, 'node_modules/.bin')}:${process.env.PATH}`,
});

/** Builds and publishes what changed of the five front-end packages. */
export const buildWeb = () => run(node24(), ['root-config/build/web.mjs'], { env: environment() });

/**
 * How the server's process is started. Left alone, V8 lets garbage grow to several times of what lives (660 MB after a
 * minute of load where 90 are alive), and glibc keeps an arena for each of a dozen threads. In a young generation this small
 * it also takes what every request makes for long-lived and puts it among the old from the start: a quarter of a save's time
 * went into collecting that, and the slowest answers waited for it.
 */
export const SERVER_FLAGS = [
  '--max-semi-space-size=8',
  '--max-old-space-size=1024',
  '--no-allocation-site-pretenuring',
];
export const SERVER_ENV = {
  MALLOC_ARENA_MAX: '2',
  // What Node compiled and stripped of types is kept for the next start; types become blanks, so lines stay true.
  NODE_COMPILE_CACHE: join(repo, '.cache/node'),
};

/** A program of the house, `services/….ts`, with the settings of `npm start`; ends with its code, `failed` where it was killed. */
export const runBeside = (file, args, failed = 1) => {
  install({ running: true });
  const child = spawn(node24(), [file, ...args], { cwd: repo, env: environment(), stdio: 'inherit' });
  // A terminal tells both; whoever tells this one alone means the other.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => child.kill(signal));
  child.on('close', (code) => process.exit(code ?? failed));
};
