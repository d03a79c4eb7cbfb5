/** An earlier release of the house beside this one: its source and its built console, in a folder that stands until another is asked for. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ADMIN_PASSWORD } from '../../support/app.ts';
import { testDatabase } from '../../support/database.ts';

const REPO = path.join(import.meta.dirname, '../../..');
/** The last one before releases were made to meet. */
const BEFORE = '18d54302';
const KEPT = path.join(REPO, '.cache/releases');

const git = (...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: REPO, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 512 * 1024 * 1024 });
/** The commit; null in a copy without that part of the history. */
const commitBefore = (): string | null => {
  try {
    return git('rev-parse', '--verify', `${BEFORE}^{commit}`).toString().trim();
  } catch {
    return null;
  }
};
const ALONE = /^(?:node_modules|site|dist|coverage|\.git|\.data.*|\.cache)$/;
/** What is installed serves both; the packages of the house are those of the folder. */
const install = (root: string): void => {
  const from = path.join(REPO, 'node_modules');
  for (const name of fs.readdirSync(from)) {
    const place = path.join(from, name);
    const isOwn = fs.lstatSync(place).isSymbolicLink();
    const target = isOwn ? path.join(root, path.basename(fs.realpathSync(place))) : place;
    fs.mkdirSync(path.join(root, 'node_modules'), { recursive: true });
    fs.symlinkSync(target, path.join(root, 'node_modules', name));
  }
};
const build = (root: string): void => {
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [path.join(root, 'root-config/build/web.mjs')], { env, stdio: 'ignore' });
};

/** Its folder. Where the history does not reach so far, this release stands in for it: then both are the same. */
export const releaseBefore = (): string => {
  const commit = commitBefore();
  const root = path.join(KEPT, commit ?? 'this');
  if (commit !== null && fs.existsSync(path.join(root, 'site/index.html'))) return root;
  fs.rmSync(KEPT, { recursive: true, force: true });
  fs.mkdirSync(root, { recursive: true });
  if (commit === null) {
    for (const name of fs.readdirSync(REPO).filter((each) => !ALONE.test(each)))
      fs.cpSync(path.join(REPO, name), path.join(root, name), {
        recursive: true,
        filter: (file) => !ALONE.test(path.basename(file)),
      });
  } else execFileSync('tar', ['-x', '-C', root], { input: git('archive', '--format=tar', commit) });
  install(root);
  build(root);
  return root;
};

const OF_SHELL = ['root-config/build', 'root-config/dist', 'root-config/package.json'];
/** A site of the shell of one folder and the micro-frontends of another, published as a deployment does. */
export const siteOf = (parts: { readonly shell: string; readonly mfes: string }): string => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'two-releases-'));
  for (const name of OF_SHELL) fs.cpSync(path.join(parts.shell, name), path.join(root, name), { recursive: true });
  const mfes = ['mfe-stock', 'mfe-sales', 'mfe-admin'];
  for (const name of mfes)
    fs.cpSync(path.join(parts.mfes, name, 'dist'), path.join(root, name, 'dist'), { recursive: true });
  fs.symlinkSync(path.join(REPO, 'node_modules'), path.join(root, 'node_modules'));
  execFileSync(process.execPath, [path.join(root, 'root-config/build/deploy.mjs'), 'root-config', ...mfes], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return path.join(root, 'site');
};

export type ServerBefore = { readonly url: string; readonly stop: () => Promise<void> };
const urlSaid = async (child: ChildProcess): Promise<string> => {
  let said = '';
  const hear = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
        if (url !== undefined) resolve(url);
      });
    child.once('exit', () => reject(new Error(`the earlier release did not start: ${said}`)));
  });
  return hear;
};
/** Its server, with the console of `site`, before a database of its own. */
export const startBefore = async (root: string, site: string): Promise<ServerBefore> => {
  fs.rmSync(path.join(root, 'site.own'), { recursive: true, force: true });
  fs.renameSync(path.join(root, 'site'), path.join(root, 'site.own'));
  fs.symlinkSync(site, path.join(root, 'site'));
  const database = await testDatabase();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'release-before-'));
  const { PATH = '', HOME = '/tmp' } = process.env;
  const env = { PATH, HOME, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: database.url };
  const settings = { ADMIN_PASSWORD, LOGIN_CAPTCHA: 'off', DEMO: 'off', ROLES: 'api,projector' };
  const child = spawn(process.execPath, [path.join(root, 'services/main.ts')], { env: { ...env, ...settings } });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'close');
    }
    await database.drop();
    fs.rmSync(dataDir, { recursive: true, force: true });
    fs.rmSync(path.join(root, 'site'));
    fs.renameSync(path.join(root, 'site.own'), path.join(root, 'site'));
  };
  try {
    return { url: await urlSaid(child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
