import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseAst } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { isBuilt } from './size.mjs';
import { missingAfter, missingNames, namesTaken, offeredNames, promisedNames } from './shared-names.mjs';

const taken = (code: string): Record<string, string[]> => namesTaken(parseAst(code).body);

it('names that are taken are those before "as", of shared modules alone', () => {
  expect(
    taken(`import { useState as a, useRef } from 'react'; import b, * as c from 'zod'; import { d } from './x.js';
      import 'react-dom'; export { client as e } from 'root-config/api';`),
  ).toEqual({
    react: ['useState', 'useRef'],
    zod: ['default', '*'],
    'react-dom': [],
    'root-config/api': ['client'],
  });
});
it('a name that the shell does not hand out is told with who needs it', () => {
  const offered = { react: ['useState'], 'root-config/ui': ['Label', 'ListScreen'] };
  expect(missingNames({ 'mfe-stock': { react: ['useState'], 'root-config/ui': ['Label'] } }, offered)).toEqual([]);
  expect(
    missingNames(
      { 'mfe-stock': { 'root-config/ui': ['Label', 'Gone'], zod: ['*'] }, 'mfe-sales': { react: ['use'] } },
      offered,
    ),
  ).toEqual(['mfe-stock needs Gone of root-config/ui', 'mfe-stock needs * of zod', 'mfe-sales needs use of react']);
});

it('what is published together is judged together, against what stays', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'site-'));
  onTestFinished(() => fs.rmSync(root, { recursive: true }));
  const put = (place: string, names: Record<string, string[]>): void => {
    fs.mkdirSync(path.join(root, place, '..'), { recursive: true });
    fs.writeFileSync(path.join(root, place), JSON.stringify(names));
  };
  put('mfe-stock/dist/shared-taken.json', { 'root-config/ui': ['New'] });
  expect(missingAfter(root, ['mfe-stock'])).toEqual([]);
  put('site/shared-offered.json', { 'root-config/ui': ['Old'] });
  put('site/mfe-sales/shared-taken.json', { 'root-config/ui': ['Old'] });
  expect(missingAfter(root, ['mfe-stock'])).toEqual(['mfe-stock needs New of root-config/ui']);
  put('root-config/dist/shared-offered.json', { 'root-config/ui': ['New'] });
  expect(missingAfter(root, ['root-config', 'mfe-stock'])).toEqual(['mfe-sales needs Old of root-config/ui']);
  put('mfe-sales/dist/shared-taken.json', { 'root-config/ui': ['New'] });
  expect(missingAfter(root, ['root-config', 'mfe-stock', 'mfe-sales'])).toEqual([]);
});
it.skipIf(!isBuilt())(
  'the shell hands out what it ever promised, and what is new is promised: node root-config/build/shared-names.mjs',
  () => {
    expect(offeredNames()).toEqual(promisedNames());
  },
);
