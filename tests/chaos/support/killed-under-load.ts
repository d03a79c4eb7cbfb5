/** kill -9 of the process and of its database, at random moments, under load: what was acknowledged is there, once. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseUrlOf, houseProcess, type Victim, type Way } from './house-process.ts';
import { expectSettled } from './settled-log.ts';
import { openPlace, work, type Place, type Shelf } from './shift.ts';
import { Till, type Outcome } from './till.ts';

const ROUNDS = 8;
const SAMPLE = 12;

/** Declares the tests, for a house that writes documents with their pieces together, or in steps. */
export const killUnderLoad = (way: Way): void => {
  const house = houseProcess(undefined, {}, way);
  const tills = Array.from({ length: 4 }, () => new Till(() => house.url));
  const shelf: Shelf = { pieces: [], mobiles: 0 };
  let place: Place;

  beforeAll(async () => {
    await house.start();
    place = await openPlace(new Till(() => house.url));
    for (const till of tills) await till.signIn();
  }, 90_000);
  afterAll(() => house.remove(), 60_000);

  const withDatabase = async (look: (db: pg.Client) => Promise<void>): Promise<void> => {
    const db = new pg.Client({ connectionString: databaseUrlOf(house) });
    await db.connect();
    try {
      await look(db);
    } finally {
      await db.end();
    }
  };

  /** The last accepted answers of a till, asked for again under their keys. */
  const repeated = async (till: Till): Promise<void> => {
    const accepted = till.told.filter(({ status }) => status === 200).slice(-SAMPLE);
    const again = await Promise.all(
      accepted.map(async ({ method, path, body, key }: Outcome) => till.once(method, path, { body, key })),
    );
    expect(again.map(({ status, data }) => [status, data])).toEqual(accepted.map(({ data }) => [200, data]));
  };

  const check = async (): Promise<void> => {
    const told = tills.flatMap((till) => till.told);
    await withDatabase(async (db) => {
      await expectSettled(db, told);
      const customers = await db.query<{ id: number }>('select id::int as id from master.customer where not walk_in');
      const enrolled = told.filter(({ path, status }) => path === '/base-customer' && status === 200);
      expect(customers.rows.length).toBe(enrolled.length + 1);
      // Ids come from blocks: what a process that died had drawn, its successor never hands out again.
      const made = told.filter(({ method, status }) => method === 'POST' && status === 200).map(({ data }) => data);
      expect(new Set(made).size).toBe(made.length);
    });
    for (const till of tills) await repeated(till);
    expect(tills.flatMap((till) => till.faults)).toEqual([]);
  };

  const round = async (strike: () => Promise<void>): Promise<void> => {
    const closing = new AbortController();
    const working = Promise.all(tills.map((till) => work(till, place, shelf, closing.signal)));
    await pause(200 + Math.random() * 700);
    await strike();
    await pause(300);
    closing.abort();
    await working;
    await check();
  };

  test(`the database is killed ${ROUNDS} times and the house starts it again`, async () => {
    const victims: readonly Victim[] = ['all', 'postmaster', 'backend'];
    for (let n = 0; n < ROUNDS; n += 1) {
      await round(async () => house.killPostgres(victims[n % victims.length] ?? 'all'));
    }
    expect(tills.some(({ away }) => away > 0)).toBe(true);
  }, 180_000);

  test(`the process is killed ${ROUNDS} times and started again`, async () => {
    for (let n = 0; n < ROUNDS; n += 1) {
      await round(async () => {
        await house.kill();
        await house.start();
      });
    }
  }, 240_000);
};
