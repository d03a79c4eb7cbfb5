import { describe, expect, test } from 'vitest';
import { forgetLog, otherLog, rememberLog } from './same-log.ts';
import { daemonsPerTest, received, until } from '../testing/daemons.ts';
import { memoryStore, type MemoryStore } from '../testing/memory-store.ts';
import { stock } from '../testing/samples.ts';

const { at, start, rowsOf, checkpoint } = daemonsPerTest();

/** A log of the same beginning: as many of the first events, and others behind them. */
const copyOf = (original: MemoryStore, kept: number, added = 0): MemoryStore => {
  const copy = memoryStore();
  copy.events.push(...original.events.slice(0, kept));
  for (let n = 0; n < added; n += 1) {
    const position = copy.record(received('X'));
    Object.assign(copy.events[position]!, { id: `11111111-0000-5000-8000-${String(position).padStart(12, '0')}` });
  }
  return copy;
};
/** Read models that have read `count` events, and whose process has ended. */
const readAll = async (count: number): Promise<void> => {
  at.store.record(...Array.from({ length: count }, (_, n) => received(`A${n}`)));
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  await rememberLog(at.db, at.store);
  await daemon.stop();
};

describe('which log it is', () => {
  test('nothing was read: whatever log is there is the one', async () => {
    expect(await otherLog(at.db, copyOf(at.store, 0, 3))).toBeNull();
  });

  test('the same, and the same with more behind', async () => {
    await readAll(5);
    expect(await otherLog(at.db, at.store)).toBeNull();
    expect(await otherLog(at.db, copyOf(at.store, 5, 2))).toBeNull();
  });

  test('an older copy is told, with what it lacks and when it ends', async () => {
    await readAll(5);
    const copy = copyOf(at.store, 3);
    const ended = copy.events[2]!.meta.at;
    expect(await otherLog(at.db, copy)).toEqual({ kind: 'older', common: 2, at: ended, missing: 2, counted: true });
  });

  test('an older copy that was written to since is told however long it is', async () => {
    await readAll(5);
    const other = await otherLog(at.db, copyOf(at.store, 3, 9));
    expect(other).toMatchObject({ kind: 'forked', missing: 5 });
  });

  test('another log is told, also where the first event had not been remembered', async () => {
    await readAll(5);
    const another = copyOf(at.store, 0, 9);
    expect(await otherLog(at.db, another)).toEqual({
      kind: 'another',
      common: -1,
      at: another.events[0]!.meta.at,
      missing: 5,
      counted: true,
    });
    await at.db.query('delete from projection.log');
    expect(await otherLog(at.db, another)).toMatchObject({ kind: 'another' });
  });

  test('an empty log is told', async () => {
    await readAll(5);
    expect(await otherLog(at.db, memoryStore())).toMatchObject({ kind: 'empty', at: null, missing: 5 });
  });

  test('a database from before its checkpoints named events is taken as it is, unless it has read too far', async () => {
    await readAll(5);
    await at.db.query('update projection.checkpoint set anchor_position = null, anchor_id = null');
    await at.db.query('delete from projection.log');
    expect(await otherLog(at.db, copyOf(at.store, 3))).toMatchObject({ kind: 'older', missing: 2 });
    expect(await otherLog(at.db, at.store)).toBeNull();
    const { rows } = await at.db.query<{ first_id: string }>('select first_id from projection.log');
    expect(rows).toEqual([{ first_id: at.store.events[0]!.id }]);
  });

  test('a rebuilt version knows its log too', async () => {
    await readAll(5);
    const daemon = await start([stock()]);
    await daemon.rebuild('sample-stock');
    await daemon.stop();
    await at.db.query('delete from projection.log');
    expect(await otherLog(at.db, copyOf(at.store, 3, 9))).not.toBeNull();
    expect(await otherLog(at.db, at.store)).toBeNull();
  });
});

test('once the log is forgotten, nothing is shown until the read models are made anew from the log of now', async () => {
  await readAll(5);
  at.store = copyOf(at.store, 2, 1);
  await forgetLog(at.db);
  await expect(rowsOf('sample_stock')).rejects.toThrow(/does not exist/);
  expect(await otherLog(at.db, at.store)).toBeNull();
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  await until(async () => (await rowsOf('sample_stock')).length === 3);
  expect(await checkpoint('sample-stock')).toMatchObject({ position: 2, run: 1 });
  const { rows } = await at.db.query(`select count(*) from projection.checkpoint where state = 'retired'`);
  expect(Number((rows[0] as { count: string }).count)).toBe(1);
});
