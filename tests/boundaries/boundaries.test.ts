/** Who may import whom (architecture). The rules lie in .dependency-cruiser.json; this test proves that they can fail. */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';

const repo = join(import.meta.dirname, '../..');
const FOLDERS = ['services', 'projections', 'root-config/src', 'mfe-stock', 'mfe-sales', 'mfe-admin', 'mfe-mobile'];
type Cruise = {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
};

const cruise = async (): Promise<Cruise> => {
  const cli = join(repo, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [cli, '--config', '.dependency-cruiser.json', '--output-type', 'json', ...FOLDERS];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: repo,
    maxBuffer: 256 * 1024 * 1024,
  }).catch((ended: { stdout: string }) => ended);
  return JSON.parse(stdout) as Cruise;
};
const names = (result: Cruise): string[] =>
  result.summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`);

const planted: string[] = [];
const plant = (file: string, text: string): void => {
  const path = join(repo, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  planted.push(path);
};
afterEach(() => {
  for (const path of planted.splice(0)) rmSync(path, { force: true });
});

test('the house keeps its boundaries, and all of it was read', { timeout: 120_000 }, async () => {
  const result = await cruise();
  expect(names(result)).toEqual([]);
  for (const folder of FOLDERS) {
    expect(
      result.modules.some(({ source }) => source.startsWith(`${folder}/`)),
      folder,
    ).toBe(true);
  }
  expect(result.modules.filter(({ source }) => !source.includes('node_modules')).length).toBeGreaterThan(100);
});

test('a planted violation of each fence is caught, type-only and .tsx included', { timeout: 120_000 }, async () => {
  plant('services/transfer/planted-target.ts', 'export type X = string;\nexport const x = 1;\n');
  plant(
    'services/transfer/decider-planted.ts',
    "import { readFileSync } from 'node:fs';\nimport pg from 'pg';\nexport const read = [readFileSync, pg];\n",
  );
  plant('services/sale/planted.ts', "import type { X } from '../transfer/planted-target.ts';\nexport type Y = X;\n");
  plant('mfe-stock/src/planted.tsx', "export * from '../../mfe-sales/src/main.tsx';\n");
  plant(
    'mfe-sales/src/planted.tsx',
    "import type { X } from '../../services/transfer/planted-target.ts';\nexport type Y = X;\n",
  );
  plant(
    'projections/goods-in/planted.ts',
    "import { x } from '../../services/transfer/planted-target.ts';\nexport const y = x;\n",
  );
  const caught = names(await cruise());
  for (const [rule, file] of [
    ['decider-does-no-io', 'services/transfer/decider-planted.ts'],
    ['decider-is-pure', 'services/transfer/decider-planted.ts'],
    ['slices-meet-in-contracts', 'services/sale/planted.ts'],
    ['micro-frontends-stand-alone', 'mfe-stock/src/planted.tsx'],
    ['screens-know-contracts', 'mfe-sales/src/planted.tsx'],
    ['read-side-knows-contracts-and-ports', 'projections/goods-in/planted.ts'],
  ]) {
    expect(
      caught.some((one) => one.startsWith(`${rule}: ${file}`)),
      `${rule} in ${file}\n${caught.join('\n')}`,
    ).toBe(true);
  }
});
