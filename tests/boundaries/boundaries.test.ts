/** Who may import whom (architecture). The rules lie in .dependency-cruiser.json; this test proves that they can fail. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { FOLDERS, arrowsOf, cruise, drawn, type Cruise } from '../../tools/house.mjs';

const repo = join(import.meta.dirname, '../..');
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
  const { arrows, back } = arrowsOf(result.modules);
  expect(back).toEqual([]);
  expect(readFileSync(join(repo, 'docs/house.svg'), 'utf8'), 'node tools/house.mjs draws it').toBe(drawn(arrows));
});

test('a planted violation of each fence is caught, type-only and .tsx included', { timeout: 120_000 }, async () => {
  plant('services/transfer/planted-target.ts', 'export type X = string;\nexport const x = 1;\n');
  plant(
    'services/transfer/decider-planted.ts',
    "import { readFileSync } from 'node:fs';\nimport pg from 'pg';\nexport const read = [readFileSync, pg];\n",
  );
  plant('services/sale/planted.ts', "import type { X } from '../transfer/planted-target.ts';\nexport type Y = X;\n");
  plant(
    'services/stock-adjust/planted.ts',
    "import type { X } from '../transfer/planted-target.ts';\nexport type Y = X;\n",
  );
  plant('services/transfer/planted-tables.ts', "export { x } from './planted-target.ts';\n");
  plant('services/transfer/planted-clock.ts', "export { readFileSync } from 'node:fs';\n");
  plant('services/transfer/evolve.ts', "export * from './planted-clock.ts';\n");
  plant('services/documents/planted.ts', "import type { X } from '../transfer/contract.ts';\nexport type Y = X;\n");
  plant('services/platform/planted.ts', "export * from '../transfer/contract.ts';\n");
  plant('services/transfer/planted-reader.ts', "export * from '../../projections/goods-in/contract.ts';\n");
  plant('services/transfer/planted-host.ts', "export * from '../../house/slices.ts';\n");
  plant('house/planted-tool.ts', "export * from '../tools/house.mjs';\n");
  plant('mfe-stock/src/planted.tsx', "export * from '../../mfe-sales/src/main.tsx';\n");
  plant(
    'mfe-sales/src/planted.tsx',
    "import type { X } from '../../services/transfer/planted-target.ts';\nexport type Y = X;\n",
  );
  plant(
    'projections/goods-in/planted.ts',
    "import { x } from '../../services/transfer/planted-target.ts';\nexport const y = x;\n",
  );
  plant('projections/goods-in/planted-kafka.ts', "import type { Kafka } from 'kafkajs';\nexport type K = Kafka;\n");
  plant('projections/platform/planted-back.ts', "export * from '../goods-in/row.ts';\n");
  const result = await cruise();
  const caught = names(result);
  expect(arrowsOf(result.modules).back).toContain(
    'dispatcher → projections: projections/platform/planted-back.ts → projections/goods-in/row.ts',
  );
  for (const [rule, file] of [
    ['released-shapes-stand-alone', 'services/transfer/planted-tables.ts'],
    ['decider-does-no-io', 'services/transfer/decider-planted.ts'],
    ['decider-is-pure', 'services/transfer/decider-planted.ts'],
    ['pure-all-the-way', 'services/transfer/evolve.ts'],
    ['slices-meet-in-contracts', 'services/sale/planted.ts'],
    ['slices-meet-in-contracts', 'services/stock-adjust/planted.ts'],
    ['plumbing-knows-no-slice', 'services/documents/planted.ts'],
    ['plumbing-knows-no-slice', 'services/platform/planted.ts'],
    ['write-side-knows-no-read-side', 'services/transfer/planted-reader.ts'],
    ['nobody-knows-the-house', 'services/transfer/planted-host.ts'],
    ['house-joins-the-server', 'house/planted-tool.ts'],
    ['micro-frontends-stand-alone', 'mfe-stock/src/planted.tsx'],
    ['screens-know-contracts', 'mfe-sales/src/planted.tsx'],
    ['read-side-knows-contracts-and-ports', 'projections/goods-in/planted.ts'],
    ['kafka-in-one-folder', 'projections/goods-in/planted-kafka.ts'],
  ]) {
    expect(
      caught.some((one) => one.startsWith(`${rule}: ${file}`)),
      `${rule} in ${file}\n${caught.join('\n')}`,
    ).toBe(true);
  }
});
