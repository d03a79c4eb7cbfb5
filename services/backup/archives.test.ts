import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { forgetOld, nameAt } from './archives.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-kept-'));
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

test('what a killed run left goes; what another back-up is writing stays', () => {
  const now = new Date('2026-11-27T03:30:00+08:00');
  const written = (name: string, minutesAgo: number): void => {
    fs.writeFileSync(path.join(folder, name), '');
    const at = new Date(now.getTime() - minutesAgo * 60_000);
    fs.utimesSync(path.join(folder, name), at, at);
  };
  const whole = nameAt(now, false);
  written(whole, 30);
  written('backup-20261126-030000.ndjson.part.gz', 1470);
  written('backup-20261127-032900.ndjson.part.gz', 1);
  forgetOld(folder, { keep: 7, days: null }, now);
  expect(fs.readdirSync(folder)).toEqual([whole, 'backup-20261127-032900.ndjson.part.gz'].toSorted());
});
