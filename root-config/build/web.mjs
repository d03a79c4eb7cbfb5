/**
 * node root-config/build/web.mjs [--force] [package...]
 * Builds the shell and the micro-frontends and publishes them into ./site. A package whose inputs did not change since
 * its last build is skipped.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MFES, SHOPPERS } from './shared-deps.mjs';

const repo = join(import.meta.dirname, '../..');
const cache = join(repo, '.cache/web');
const SOURCE = /\.(?:ts|tsx|mjs|js|css|html|svg|png|json)$/;
const IGNORED = /(?:^|[\\/])(?:node_modules|dist|golden)[\\/]|\.test\.tsx?$/;

const hashFolder = (hash, folder) => {
  const files = readdirSync(join(repo, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => SOURCE.test(file) && !IGNORED.test(file))
    .toSorted();
  for (const file of files) hash.update(file).update(readFileSync(file));
};
/** Contracts of services and projections are bundled, so they count as inputs of every package: read once for all. */
const shared = createHash('sha256').update(readFileSync(join(repo, 'package-lock.json')));
for (const folder of ['root-config/build', 'services', 'projections']) hashFolder(shared, folder);
const inputsOf = (name) => {
  const hash = shared.copy();
  hashFolder(hash, name);
  // Its bars are those of the papers, bundled.
  if (name === SHOPPERS) hashFolder(hash, 'root-config/src/print');
  return hash.digest('hex');
};

const args = process.argv.slice(2);
const force = args.includes('--force');
const wanted = args.filter((arg) => !arg.startsWith('--'));
const started = performance.now();
mkdirSync(cache, { recursive: true });
const stale = [];
for (const name of ['root-config', ...MFES, SHOPPERS].filter((each) => wanted.length === 0 || wanted.includes(each))) {
  const inputs = inputsOf(name);
  const mark = join(cache, `${name}.sha256`);
  const published = existsSync(join(repo, name, 'dist')) && existsSync(join(repo, 'site/index.html'));
  if (!force && published && existsSync(mark) && readFileSync(mark, 'utf8') === inputs) continue;
  stale.push({ name, inputs, mark });
}
// Loaded only when there is something to build: every start asks.
const { build } = stale.length > 0 ? await import('vite') : {};
for (const { name } of stale) {
  const configFile = join(repo, name, 'vite.config.mjs');
  await build({ configFile, root: join(repo, name), logLevel: 'warn' });
}
if (stale.length > 0) {
  const { deploy } = await import('./deploy.mjs');
  await deploy(stale.map(({ name }) => name));
}
for (const { mark, inputs } of stale) writeFileSync(mark, inputs);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  stale.length === 0
    ? `web: nothing changed (${seconds} s)`
    : `web: ${stale.map(({ name }) => name).join(', ')} (${seconds} s)`,
);
