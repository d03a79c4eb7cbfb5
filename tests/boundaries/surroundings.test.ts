/** What the house takes from the environment of its process comes in by one file. */
import { expect, test } from 'vitest';
import { ENVIRONMENT_NAMES } from '../../services/platform/process/config.ts';
import { filesOf, textOf } from './sources.ts';

const sources = filesOf('house/*.ts', 'services/*.ts', 'projections/*.ts').filter(
  (path) => !path.endsWith('.test.ts') && !path.includes('/testing/'),
);

test('one file reads process.env', () => {
  const code = (path: string): string => textOf(path).replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
  expect(sources.filter((path) => /\bprocess\.env\b/.test(code(path)))).toEqual([
    'services/platform/process/surroundings.ts',
  ]);
});
test('what is read beside the settings is named here, with its reader', () => {
  const read = sources.flatMap((path) =>
    [...textOf(path).matchAll(/\b(?:environment|env)\['([A-Z_]+)'\]/g)].map(([, name]) => `${path}: ${name}`),
  );
  expect(read.toSorted()).toEqual([
    'house/start/console.ts: LOG',
    'house/start/console.ts: START_AT',
    'services/platform/archive/opening.ts: BACKUP_PASSPHRASE',
    'services/platform/embedded-postgres/process.ts: PATH',
  ]);
  expect(ENVIRONMENT_NAMES).toContain('LOGIN_CODE');
});
