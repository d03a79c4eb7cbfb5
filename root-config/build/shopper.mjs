/**
 * The shoppers' pages (S1§2.16): a site of their own with nothing of the console in it. One HTML file an address, which names its
 * title and what it needs, so that a phone asks for everything at once.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { plainScript } from './plain-script.mjs';
import { SHOPPERS } from './shared-deps.mjs';
import { isOfWall, withWall } from './wall.mjs';

const repo = join(import.meta.dirname, '../..');
const folder = join(repo, SHOPPERS);
const dist = join(folder, 'dist');
/** Where the house finds the pages: `wx-bill.html` for /wx/bill. */
const PAGES = 'shopper';
const WORKER = 'worker.js';
const ENTRY = 'src/main.tsx';
const CHECKER = 'checker.js';
const CHECKER_FILE = /^checker-[\w-]+\.js$/;

const STAFF =
  /node_modules[\\/](?:react|react-dom|@primer|@emotion|@tanstack|single-spa|zod)[\\/]|root-config[\\/]src[\\/](?:ui|api|shell)[\\/]/;
const SERVER_CODE = /[\\/](?:services|projections)[\\/](?!contracts[\\/]|[^\\/]+[\\/]landing\.ts)/;
const SHARED = /node_modules[\\/]preact[\\/]|mfe-mobile[\\/]src[\\/](client|parts|offline|pages[\\/]index\.ts)/;
/** Fails the build when something of the console or of the server comes along. */
const alone = {
  name: 'shoppers-alone',
  apply: 'build',
  generateBundle(_options, bundle) {
    const ids = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
    const foreign = ids.filter((id) => STAFF.test(id) || SERVER_CODE.test(id));
    if (foreign.length > 0) this.error(`not for the pages of shoppers: ${foreign.join(', ')}`);
  },
};

/** The worker, and the checker of warranties, which stands in a file of its own, too (R162). */
const withScripts = (root) => ({
  name: 'shoppers-scripts',
  apply: 'build',
  async generateBundle() {
    const worker = await plainScript(root, 'src/offline/worker.ts', { name: 'worker' });
    this.emitFile({ type: 'asset', fileName: WORKER, source: worker });
    const checker = await plainScript(root, 'src/warranty/checker.ts', { name: 'checker' });
    this.emitFile({ type: 'asset', name: CHECKER, source: checker });
  },
});

/** The whole build: `export default defineShopperPages(import.meta.dirname)`. */
export const defineShopperPages = (root) => ({
  root,
  base: `/${basename(root)}/`,
  cacheDir: `../.cache/vite-${basename(root)}`,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [alone, withScripts(root), withWall(root)],
  build: {
    target: 'es2020',
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      input: { main: ENTRY },
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        // What pages share comes in one file instead of one per module.
        codeSplitting: { groups: [{ name: 'shared', test: SHARED }] },
      },
    },
  },
});

/** The table of pages, as the pages themselves have it. */
const pagesOf = async () => (await import(pathToFileURL(join(folder, 'src/pages/index.ts')).href)).PAGES;
const manifest = () => JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
/** The sheet of all pages, small enough to stand in each of them: nothing is waited for before the first picture. */
const sheetOf = (chunks) => chunks['style.css'].file;
/** Scripts of an entry with everything it imports statically. */
const filesOf = (chunks, key) => {
  const files = new Set();
  const seen = new Set();
  const take = (each) => {
    if (seen.has(each)) return;
    seen.add(each);
    const chunk = chunks[each];
    if (chunk === undefined) throw new Error(`${each} is not in the manifest of ${SHOPPERS}`);
    files.add(chunk.file);
    for (const next of chunk.imports ?? []) take(next);
  };
  take(key);
  return [...files];
};
/** Scripts that a page loads before it stands, the entry first. */
const scriptsOf = (chunks, { folder: name }) => [
  ...new Set([...filesOf(chunks, ENTRY), ...filesOf(chunks, `src/pages/${name}/page.tsx`)]),
];
/** @returns {Promise<{path: string, files: string[]}[]>} what a page loads, and the sheet in it, as paths below dist */
export const shopperPageFiles = async () => {
  const chunks = manifest();
  return (await pagesOf()).map((page) => ({
    path: page.path,
    files: [...scriptsOf(chunks, page), sheetOf(chunks)],
  }));
};

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const templateOf = () => readFileSync(join(folder, 'page.html'), 'utf8');
/** In development: the page of an address, its script still to be found by the server. */
export const shopperPageInDevelopment = async (pathname) => {
  const { title } = (await pagesOf()).find(({ path }) => path === pathname) ?? { title: '会员中心' };
  const script = `<script type="module" src="/@fs${join(folder, ENTRY)}"></script>`;
  return templateOf().replace('<!--title-->', escaped(title)).replace('<!--head-->', script);
};

const headOf = (page, chunks) => {
  const [entry, ...others] = scriptsOf(chunks, page).map((file) => `/${SHOPPERS}/${file}`);
  return [
    `<style>${readFileSync(join(dist, sheetOf(chunks)), 'utf8')}</style>`,
    ...(page.ask === undefined
      ? []
      : [`<link rel="preload" as="fetch" crossorigin="anonymous" href="/api/v1${page.ask}">`]),
    `<script type="module" crossorigin src="${entry}"></script>`,
    ...others.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
  ].join('\n    ');
};
const nameOf = (path) => `${path.slice(1).replaceAll('/', '-')}.html`;

/** The page of /v/ and the same as one file, its script inside; a `</script>` in it would end it early. */
const renderChecker = (site, writeWhole) => {
  const script = readdirSync(dist).find((file) => CHECKER_FILE.test(file));
  if (script === undefined) throw new Error('the checker of warranties was not built');
  const style = ['src/parts/base.css', 'src/warranty/checker.css'].map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  );
  const html = readFileSync(join(folder, 'src/warranty/checker.html'), 'utf8').replace('<!--style-->', () =>
    style.join('\n'),
  );
  const code = readFileSync(join(dist, script), 'utf8').replaceAll('</script', String.raw`<\/script`);
  writeWhole(
    join(site, PAGES, 'v.html'),
    html.replace('<!--script-->', `<script defer src="/${SHOPPERS}/${script}"></script>`),
  );
  writeWhole(
    join(site, PAGES, 'checker.txt'),
    html.replace('<!--script-->', () => `<script>${code}</script>`),
  );
};

/** Writes the pages and the worker into the site. `writeWhole` replaces a file at once. */
export const renderShopperPages = async (site, writeWhole) => {
  const chunks = manifest();
  const template = templateOf();
  mkdirSync(join(site, PAGES), { recursive: true });
  mkdirSync(join(site, 'wx'), { recursive: true });
  const pages = await pagesOf();
  const texts = pages.map((page) => ({
    page,
    html: template.replace('<!--title-->', escaped(page.title)).replace('<!--head-->', () => headOf(page, chunks)),
  }));
  for (const { page, html } of texts) writeWhole(join(site, PAGES, nameOf(page.path)), html);
  renderChecker(site, writeWhole);
  const files = readdirSync(dist).filter(
    (file) => file.endsWith('.js') && file !== WORKER && !CHECKER_FILE.test(file) && !isOfWall(file),
  );
  const offline = texts.filter(({ page }) => page.path.startsWith('/wx/'));
  const hash = createHash('sha256').update(files.toSorted().join());
  for (const { html } of texts) hash.update(html);
  const release = {
    name: hash.digest('hex').slice(0, 12),
    files: files.map((file) => `/${SHOPPERS}/${file}`),
    pages: offline.map(({ page }) => page.path),
  };
  const worker = readFileSync(join(dist, WORKER), 'utf8');
  writeWhole(join(site, 'wx', WORKER), `const RELEASE = ${JSON.stringify(release)};\n${worker}`);
};
