/** A disk that is really full: saves are refused in words and not half done; with space again all that was acknowledged is read. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { houseProcess } from './support/house-process.ts';
import { openPlace, receiptBody } from './support/shift.ts';
import { Till } from './support/till.ts';

const SIZE = '320m';
const REFUSALS = 5;
const MOST = 600;

/** A small disk of its own; null where the machine allows no mount. */
const smallDisk = (): string | null => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-small-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder]);
  if (mounted.status === 0) return folder;
  fs.rmdirSync(folder);
  return null;
};
/** Takes all that is left, to the last page. */
const fill = (file: string): void => {
  const descriptor = fs.openSync(file, 'w');
  for (const bytes of [1024 * 1024, 4096]) {
    const block = Buffer.alloc(bytes, 1);
    try {
      for (;;) fs.writeSync(descriptor, block);
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    }
  }
  fs.closeSync(descriptor);
};

test('saves are refused with 507, and after it every acknowledged receipt is read without a restart', async (context) => {
  // Only whoever may mount has a disk that a test can fill; the skip says so, and where the fault is tried without one.
  const disk = smallDisk();
  if (disk === null) return context.skip('no mount is allowed here: containment.test.ts has the fault at the driver');
  const house = houseProcess(path.join(disk, 'data'));
  const ballast = path.join(disk, 'ballast');
  try {
    await house.start();
    const { url } = house;
    const till = new Till(() => house.url);
    const place = await openPlace(till);
    const acknowledged: number[] = [];
    const refused: (readonly [status: number, msg: string])[] = [];
    const save = async (key: string): Promise<number> => {
      const { status, msg, data } = await till.once('POST', '/biz-goods-in', { body: receiptBody(place), key });
      if (status === 200) acknowledged.push(Number(data));
      else refused.push([status, msg]);
      return status;
    };
    await save('before');
    fill(ballast);
    for (let n = 0; refused.length < REFUSALS && n < MOST; n += 1) await save(`full-${n}`);
    expect(refused[0]).toEqual([507, '磁盘空间不足，输入已保留']);
    // The log of the database itself may be full next: it then starts anew until there is space.
    for (const [status] of refused) expect([503, 507]).toContain(status);
    const warnings = async () => JSON.stringify(await (await fetch(`${house.url}/readyz`)).json());
    await vi.waitFor(async () => expect(await warnings()).toContain('磁盘只剩0.0 GB'), {
      timeout: 20_000,
      interval: 200,
    });

    fs.rmSync(ballast);
    await vi.waitFor(async () => expect(await save('after')).toBe(200), { timeout: 30_000, interval: 200 });
    await vi.waitFor(
      async () => {
        const { data } = await till.get('/biz-goods-in?pageSize=1000');
        const listed = (data as { list: { id: number }[] }).list.map(({ id }) => id);
        expect(listed).toEqual(expect.arrayContaining(acknowledged));
        expect((await fetch(`${house.url}/readyz`)).status).toBe(200);
      },
      { timeout: 30_000, interval: 200 },
    );
    expect(house.url).toBe(url);
  } finally {
    await house.remove();
    spawnSync('umount', [disk]);
    fs.rmdirSync(disk);
  }
}, 180_000);
