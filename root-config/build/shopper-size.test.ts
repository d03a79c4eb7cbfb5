import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { shopperPageFiles } from './shopper.mjs';

const repo = join(import.meta.dirname, '../..');
const dist = join(repo, 'mfe-mobile/dist');
const isBuilt = existsSync(join(dist, '.vite/manifest.json'));
/** Scripts and styles of any page of shoppers, gzip. */
const MOST = 26_000;
const gzipped = (file: string): number => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

describe.skipIf(!isBuilt)('the built pages of shoppers', () => {
  it('load at most 26 KB of script and styles, whichever is opened', async () => {
    const pages = await shopperPageFiles();
    expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['/wx', '/wx/code', '/wx/userinfo']));
    const sizes = pages.map(({ path, files }) => ({
      path,
      bytes: files.reduce((sum, file) => sum + gzipped(file), 0),
    }));
    expect(sizes.filter(({ bytes }) => bytes > MOST)).toEqual([]);
    // A page that were measured without what draws it would always pass.
    expect(Math.min(...sizes.map(({ bytes }) => bytes))).toBeGreaterThan(12_000);
  });

  it('hold nothing of the console and nothing of the server', () => {
    const scripts = readdirSync(dist).filter((file) => file.endsWith('.js'));
    const texts = scripts.map((file) => readFileSync(join(dist, file), 'utf8'));
    expect(scripts.length).toBeGreaterThan(3);
    const foreign = /single-spa|@primer|--fgColor-|react-query|react\.(?:element|transitional)|importmap|珠宝管理系统/;
    expect(scripts.filter((_file, index) => foreign.test(texts[index] ?? ''))).toEqual([]);
    // None imports by a bare name: there is no import map.
    const bare = /\bfrom\s*["'](?!\.{0,2}\/)[^"']+["']|\bimport\s*["'](?!\.{0,2}\/)/;
    expect(scripts.filter((_file, index) => bare.test(texts[index] ?? ''))).toEqual([]);
  });
});
