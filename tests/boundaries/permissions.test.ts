/** A permission key that a route or a screen asks for can be granted: it is seeded as a menu of type F. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MENU_SEEDS } from '../../services/system/seeds/menus.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = [
  'house',
  'services',
  'projections',
  'root-config/src',
  'mfe-stock',
  'mfe-sales',
  'mfe-admin',
  'mfe-mobile',
];
const KEY = /['"`]((?:admin|base|biz|job|mall|report|tool):[A-Za-z]+:[A-Za-z]+)['"`]/g;

test('every key that is asked for is seeded once', () => {
  const seeded = MENU_SEEDS.filter((menu) => menu.menu_type === 'F').map((menu) => menu.permission);
  expect(seeded.filter((key, index) => seeded.indexOf(key) !== index)).toEqual([]);
  const known = new Set(seeded);
  const asked = new Map<string, string>();
  for (const folder of FOLDERS) {
    for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name) || /\.test\.|node_modules|dist\//.test(name)) continue;
      const file = path.join(folder, name);
      for (const [, key] of readFileSync(path.join(root, file), 'utf8').matchAll(KEY)) asked.set(key!, file);
    }
  }
  expect(asked.size).toBeGreaterThan(50);
  expect([...asked].filter(([key]) => !known.has(key))).toEqual([]);
});
