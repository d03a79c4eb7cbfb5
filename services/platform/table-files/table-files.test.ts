import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { TableFiles } from './table-files.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
const MINUTE_MS = 60_000;

test('what nobody looked at for an hour goes, whoever left it; what is newer stays', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'table-files-'));
  folders.push(folder);
  for (const [name, minutes] of [
    ['1-old', 61],
    ['7-cut-off', 600],
    ['1-new', 59],
  ] as const) {
    const file = path.join(folder, `${name}.jsonl`);
    writeFileSync(file, '{}\n');
    const at = new Date(Date.now() - minutes * MINUTE_MS);
    utimesSync(file, at, at);
  }
  await new TableFiles(folder).prune();
  expect(readdirSync(folder)).toEqual(['1-new.jsonl']);
  await new TableFiles(path.join(folder, 'none')).prune();
});
