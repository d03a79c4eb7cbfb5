/** Every thread of a process that gives way does, also those that were there before. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Compresses before and after, and says the priority of each of its threads. */
const SCRIPT = `
  import fs from 'node:fs';
  import { promisify } from 'node:util';
  import { gzip } from 'node:zlib';
  import { giveWay } from ${JSON.stringify(new URL('give-way.ts', import.meta.url).href)};
  const busy = () => Promise.all(Array.from({ length: 8 }, () => promisify(gzip)(Buffer.alloc(1000))));
  await busy();
  const before = fs.readdirSync('/proc/self/task').length;
  giveWay();
  await busy();
  const priorities = fs.readdirSync('/proc/self/task').map((thread) =>
    Number(fs.readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').split(') ')[1].split(' ')[16]));
  console.log(JSON.stringify({ before, priorities }));
`;
test.skipIf(!fs.existsSync('/proc/self/task'))('threads that compress and collect garbage give way too', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', SCRIPT]);
  const { before, priorities } = JSON.parse(stdout) as { before: number; priorities: number[] };
  expect(before).toBeGreaterThan(4);
  expect([...new Set(priorities)]).toEqual([19]);
});
