import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { withDatabase, type CommandDatabase } from './command-database.ts';
import { parseConfig } from '../process/config.ts';

let folder = '';
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-command-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const pool = (stop?: AbortSignal) => ({
  applicationName: 'command',
  size: 1,
  makes: true,
  config: parseConfig({ DATA_DIR: path.join(folder, 'data') }),
  stop,
});
const isUp = (): boolean => fs.existsSync(path.join(folder, 'data/postgres/postmaster.pid'));
const asks = ({ db }: CommandDatabase): Promise<number> =>
  db.oneFirst(sql.type(z.object({ n: z.int() }))`SELECT 1 AS n`);

test('a mistyped folder gets no database', async () => {
  const config = parseConfig({ DATA_DIR: path.join(folder, 'mistyped') });
  const opened = withDatabase({ applicationName: 'command', size: 1, config }, asks);
  await expect(opened).rejects.toThrow('mistyped 里没有数据库：请核对 DATA_DIR');
  expect(fs.existsSync(config.dataDir)).toBe(false);
});

test('of two commands the one that started the server may end first; the last one stops it', async () => {
  const [begun, may] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const second = Promise.withResolvers<Promise<number>>();
  await withDatabase(pool(), async (first) => {
    await asks(first);
    second.resolve(
      withDatabase(pool(), async (opened) => {
        await asks(opened);
        begun.resolve();
        await may.promise;
        return asks(opened);
      }),
    );
    await begun.promise;
  });
  expect(isUp()).toBe(true);
  may.resolve();
  expect(await second.promise.then((asked) => asked)).toBe(1);
  expect(isUp()).toBe(false);
}, 60_000);

test('told to end in the middle it leaves no server behind', async () => {
  const told = new AbortController();
  const working = withDatabase(pool(told.signal), async ({ db }) => {
    const statement = db.query(sql.unsafe`SELECT pg_sleep(60)`);
    told.abort(new Error('已停止'));
    return statement;
  });
  await expect(working).rejects.toThrow('已停止');
  expect(isUp()).toBe(false);
}, 60_000);
