/**
 * The price on the wall (S1§2.14): one page without framework, its sheet inside, and one plain script of the language of 2015, as
 * televisions bought years ago have no newer browser.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { plainScript } from './plain-script.mjs';
import { SHOPPERS } from './shared-deps.mjs';

const folder = join(import.meta.dirname, '../..', SHOPPERS);
const dist = join(folder, 'dist');
/** Begins the names of its files in the dist of the shoppers' pages. */
const PREFIX = 'wall-';
const WORKER = 'wall-worker.js';
const TARGET = 'es2015';

const scriptOf = (root, entry) => plainScript(root, entry, { name: 'wall', target: TARGET });
const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 10);

/** Its script and worker, beside the shoppers' own. */
export const withWall = (root) => ({
  name: 'price-on-the-wall',
  apply: 'build',
  async generateBundle() {
    const code = await scriptOf(root, 'src/wall/main.ts');
    this.emitFile({ type: 'asset', fileName: `${PREFIX}${hashOf(code)}.js`, source: code });
    this.emitFile({ type: 'asset', fileName: WORKER, source: await scriptOf(root, 'src/wall/worker.ts') });
  },
});
export const isOfWall = (file) => file.startsWith(PREFIX);

const pageWith = (script) => {
  const style = `<style>${readFileSync(join(folder, 'src/wall/wall.css'), 'utf8')}</style>`;
  return readFileSync(join(folder, 'wall.html'), 'utf8').replace('<!--head-->', () => `${style}\n    ${script}`);
};
/** In development: its script still to be found by the server. */
export const wallInDevelopment = () =>
  pageWith(`<script type="module" src="/@fs${join(folder, 'src/wall/main.ts')}"></script>`);

/** Writes the page and its worker into the site. `writeWhole` replaces a file at once. */
export const renderWall = (site, writeWhole) => {
  const file = readdirSync(dist).find((name) => isOfWall(name) && name !== WORKER);
  if (file === undefined) throw new Error('the script of the price on the wall is not built');
  const script = `/${SHOPPERS}/${file}`;
  const html = pageWith(`<script defer src="${script}"></script>`);
  writeWhole(join(site, 'shopper/report-price.html'), html);
  const release = { name: hashOf(html), script };
  const worker = readFileSync(join(dist, WORKER), 'utf8');
  writeWhole(join(site, WORKER), `const RELEASE = ${JSON.stringify(release)};\n${worker}`);
};
