/**
 * node root-config/build/deploy.mjs <root-config|mfe-x>...
 * Publishes built packages into ./site and touches nothing else: hashed files stay (open tabs keep their version),
 * one import-map entry changes per micro-frontend, index.html is rendered again with the map inside. Refuses, before it touches
 * anything, what would not find a name in what is there.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MFES, SHOPPERS } from './shared-deps.mjs';
import { missingAfter } from './shared-names.mjs';
import { renderShopperPages } from './shopper.mjs';
import { renderWall } from './wall.mjs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const repo = join(import.meta.dirname, '../..');
const site = join(repo, 'site');
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const writeWhole = (file, text) => {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
};

const publish = (name, map) => {
  const dist = join(repo, name, 'dist');
  if (name === 'root-config') {
    const keep = (file) => !file.includes('.vite') && !/(?:index\.html|importmap\.shared\.json)$/.test(file);
    cpSync(dist, site, { recursive: true, filter: keep });
    cpSync(join(dist, 'index.html'), join(site, 'index.template.html'));
    Object.assign(map.imports, readJson(join(dist, 'importmap.shared.json')).imports);
  } else {
    cpSync(dist, join(site, name), { recursive: true, filter: (file) => !file.includes('.vite') });
    if (name !== SHOPPERS)
      map.imports[name] = `/${name}/${readJson(join(dist, '.vite/manifest.json'))['src/main.tsx'].file}`;
  }
};

const START = /<script type="module"[^>]*><\/script>/;
/** Pages of their own that a micro-frontend builds: the console's page with another script, and the same import map. */
const renderPages = (html) => {
  for (const name of MFES) {
    const manifestFile = join(repo, name, 'dist/.vite/manifest.json');
    if (!existsSync(manifestFile)) continue;
    for (const { isEntry, name: page, file, css = [] } of Object.values(readJson(manifestFile))) {
      if (isEntry !== true || page === 'main') continue;
      if (!START.test(html)) throw new Error('the page of the console has no script to put another in its place');
      const sheets = css.map((sheet) => `<link rel="stylesheet" href="/${name}/${sheet}">`).join('');
      mkdirSync(join(site, page), { recursive: true });
      writeWhole(
        join(site, page, 'index.html'),
        html.replace(START, () => `<script type="module" crossorigin src="/${name}/${file}"></script>${sheets}`),
      );
    }
  }
};

const COMPRESSIBLE = /\.(?:js|css|svg|json|html|wasm)$/;
/** A page is written anew under its name, also where that looks like one with a hash (`wx-userinfo.html`). */
export const isHashed = (file) => /-[\w-]{8}\.(?!html$)\w+$/.test(file);
/** Writes .br and .gz beside each text file; hashed names never change content, so existing ones stand. */
const compressAll = async () => {
  const files = readdirSync(site, { recursive: true }).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(
    files.map(async (file) => {
      const path = join(site, file);
      if (isHashed(file) && existsSync(`${path}.br`)) return;
      const bytes = readFileSync(path);
      if (bytes.length < 512) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
      writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
};

const refuseMissing = (names) => {
  const missing = missingAfter(repo, names);
  if (missing.length > 0)
    throw new Error(`nothing is published: the shell would not hand out what is asked of it\n${missing.join('\n')}`);
};

/**
 * @param {readonly string[]} names packages to publish; their dist folders must be built.
 * @throws where a micro-frontend would ask the shell for a name that it does not have
 */
export const deploy = async (names) => {
  refuseMissing(names);
  mkdirSync(site, { recursive: true });
  const mapFile = join(site, 'importmap.json');
  const map = existsSync(mapFile) ? readJson(mapFile) : { imports: {} };
  for (const name of names) publish(name, map);
  // It was a micro-frontend once.
  delete map.imports[SHOPPERS];
  const text = JSON.stringify(map);
  writeWhole(mapFile, text);
  const template = readFileSync(join(site, 'index.template.html'), 'utf8');
  const filled = template.replace('<!--importmap-->', () => `<script type="importmap">${text}</script>`);
  // The page knows its own, and every answer of the house says which one is published.
  const release = createHash('sha256').update(filled).digest('hex').slice(0, 12);
  const page = filled.replace('</head>', () => `<meta name="release" content="${release}" /></head>`);
  writeWhole(join(site, 'index.html'), page);
  writeWhole(join(site, 'release'), release);
  renderPages(page);
  if (names.includes(SHOPPERS)) {
    await renderShopperPages(site, writeWhole);
    renderWall(site, writeWhole);
  }
  // The content security policy allows exactly this inline script.
  writeWhole(join(site, 'importmap.sha256'), `sha256-${createHash('sha256').update(text).digest('base64')}`);
  await compressAll();
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await deploy(process.argv.slice(2));
