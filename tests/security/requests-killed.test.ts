/** Whatever a killed process acknowledged has its row in the operation log, and what it left open gets an outcome. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databaseUrlOf, houseProcess, type HouseProcess } from '../chaos/support/house-process.ts';
import { ADMIN_PASSWORD } from '../support/app.ts';

const json = { 'content-type': 'application/json' };

describe('kill -9', () => {
  let house: HouseProcess;
  let token = '';
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${house.url}/api/v1${path}`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const shop = (name: string) => ({ name, status: '2', remark: '' });
  const signIn = async (): Promise<void> => {
    const reply = await post('/login', { username: 'admin', password: ADMIN_PASSWORD });
    token = z.object({ token: z.string() }).parse(await reply.json()).token;
  };
  const inDatabase = async <Result>(work: (db: pg.Client) => Promise<Result>): Promise<Result> => {
    const db = new pg.Client({ connectionString: databaseUrlOf(house) });
    db.on('error', () => undefined);
    await db.connect();
    return work(db).finally(() => db.end().catch(() => undefined));
  };
  const rows = () =>
    inDatabase(async (db) => {
      const found = await db.query<{ status: string; oper_param: string; message: string }>(
        "SELECT status, oper_param, message FROM master.command WHERE oper_url LIKE '%/base-shop' ORDER BY id",
      );
      return found.rows;
    });
  beforeAll(async () => {
    house = houseProcess();
    await house.start();
    await signIn();
  });
  afterAll(() => house.remove());

  test('between the claim and the outcome: the row is there, and reads 中断', async () => {
    await inDatabase(async (db) => {
      await db.query('BEGIN; LOCK TABLE master.shop IN ACCESS EXCLUSIVE MODE');
      const answered = post('/base-shop', shop('被锁的店')).catch(() => 'gone');
      await expect.poll(async () => (await rows()).map(({ status }) => status), { timeout: 20_000 }).toEqual(['0']);
      await house.kill();
      expect(await answered).toBe('gone');
    });
    await house.start();
    await signIn();
    const listed = async () => {
      const reply = await fetch(`${house.url}/api/v1/sys-opera-log`, { headers: { authorization: `Bearer ${token}` } });
      const body = z.object({
        data: z.object({ list: z.array(z.object({ status: z.string(), errorMsg: z.string() })) }),
      });
      return body.parse(await reply.json()).data.list;
    };
    await expect.poll(listed, { timeout: 30_000 }).toEqual([{ status: '1', errorMsg: '中断' }]);
  });
  test('amid many writes: whatever was acknowledged has its row', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `店${index}号`);
    let acknowledged = 0;
    const accepted: string[] = [];
    const all = names.map(async (name) => {
      const reply = await post('/base-shop', shop(name)).catch(() => null);
      if (reply?.status !== 200) return;
      accepted.push(name);
      acknowledged += 1;
      if (acknowledged === 60) await house.kill();
    });
    await Promise.all(all);
    await house.start();
    const logged = (await rows()).map(({ oper_param: param }) => param).join('\n');
    expect(accepted.length).toBeGreaterThanOrEqual(60);
    expect(accepted.filter((name) => !logged.includes(`"${name}"`))).toEqual([]);
    const unlogged = await inDatabase(async (db) => {
      const found = await db.query<{ name: string }>("SELECT name FROM master.shop WHERE name LIKE '店%号'");
      return found.rows.filter(({ name }) => !logged.includes(`"${name}"`));
    });
    expect(unlogged).toEqual([]);
    await expect
      .poll(async () => (await rows()).filter(({ status }) => status === '0'), { timeout: 30_000 })
      .toEqual([]);
  });
});
