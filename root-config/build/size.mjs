/**
 * node root-config/build/size.mjs
 * What a browser loads, gzipped, from the sign-in page to the first list, and a failure above the budget. Reads the
 * built packages (dist and their manifests).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const repo = join(import.meta.dirname, '../..');
const FIRST_LIST = { name: 'mfe-stock', screen: 'src/screens/goods-in/screen.tsx' };
/** The chunk that loads ahead once the list stands. */
const AHEAD = 'dialogs';
/** login-config, app-config, login, getinfo, menurole, demo-progress, base-shop/tree and the list itself. */
const ANSWERS = 8;
const ANSWER_BYTES = 2_000;

/** Bytes over the wire, gzip; requests until the list stands, without pictures. */
export const BUDGET = { js: 280_000, css: 60_000, total: 353_800, requests: 20 };

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const dist = (name) => join(repo, name, 'dist');
export const isBuilt = () =>
  ['root-config', FIRST_LIST.name].every((name) => existsSync(join(dist(name), '.vite/manifest.json')));

/** Files of an entry, or of a chunk by its name, with everything it imports statically. */
const filesOf = (name, entry) => {
  const manifest = readJson(join(dist(name), '.vite/manifest.json'));
  const files = new Set();
  const take = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is not in the manifest of ${name}`);
    if (files.has(join(name, 'dist', chunk.file))) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(join(name, 'dist', file));
    for (const next of chunk.imports ?? []) take(next);
  };
  take(entry in manifest ? entry : Object.keys(manifest).find((key) => manifest[key].name === entry));
  return [...files];
};
const sharedFiles = (files) => {
  const { imports } = readJson(join(dist('root-config'), 'importmap.shared.json'));
  const code = files.filter((file) => file.endsWith('.js')).map((file) => readFileSync(join(repo, file), 'utf8'));
  const used = Object.entries(imports).filter(([specifier]) =>
    code.some((text) => new RegExp(`(?:from|import)\\s*["']${specifier}["']`).test(text)),
  );
  return used.map(([, url]) => join('root-config/dist', url));
};

const gzipped = (file) => gzipSync(readFileSync(join(repo, file)), { level: 9 }).length;
const sum = (files, suffix) =>
  files.filter((file) => file.endsWith(suffix)).reduce((bytes, file) => bytes + gzipped(file), 0);

/** @returns {{js: number, css: number, total: number, requests: number, files: string[], ahead: number}} */
export const firstListSize = () => {
  const { name, screen } = FIRST_LIST;
  const stock = [...filesOf(name, 'src/main.tsx'), ...filesOf(name, screen)];
  const files = [...new Set([...filesOf('root-config', 'index.html'), ...stock, ...sharedFiles(stock)])];
  const ahead = filesOf('root-config', AHEAD).filter((file) => !files.includes(file));
  const js = sum(files, '.js');
  const css = sum(files, '.css');
  const later = sum(ahead, '.js') + sum(ahead, '.css');
  const html = gzipped('root-config/dist/index.html');
  return {
    js,
    css,
    ahead: later,
    total: html + js + css + later + ANSWERS * ANSWER_BYTES,
    requests: 1 + files.length + ANSWERS,
    files: [...files, ...ahead],
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, ...size } = firstListSize();
  for (const file of files) console.log(String(gzipped(file)).padStart(8), file);
  for (const [what, most] of Object.entries(BUDGET)) console.log(`${what}: ${size[what]} of ${most}`);
  if (Object.entries(BUDGET).some(([what, most]) => size[what] > most)) process.exitCode = 1;
}
