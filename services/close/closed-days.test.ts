/** A closing against those who write in the same moment (R141). */
import type { CommonQueryMethods } from 'slonik';
import { expect, test } from 'vitest';
import type { WriterPlace, Writership } from '../platform/event-store/port.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { ClosedDayBook } from './closed-days.ts';

const DAY = '2026-11-27';
const HERE = { shopId: 1, day: DAY };
const bookOf = (rows: { until: string | null }) => {
  let place: WriterPlace = { kind: 'here', epoch: 1, since: '' };
  let reads = 0;
  const db = {
    any: async () => {
      reads += 1;
      return [{ shopId: 1, until: rows.until }];
    },
  } as unknown as CommonQueryMethods;
  const store = { writership: { place: () => place } as Writership };
  const lookup = { shop: async (id: number) => ({ id, name: '罗湖店', enabled: true }) };
  const steps: string[] = [];
  const claims = {
    enter: async () => {
      steps.push('enter');
      return { end: async () => void steps.push('end'), lapse: () => void steps.push('lapse') };
    },
    settled: async () => steps.push('settled') < 0,
  };
  const shared = new ClosedDayBook({ db, store: {}, lookup, claims });
  return {
    book: new ClosedDayBook({ db, store, lookup, claims }),
    /** Any number of processes write. */
    shared,
    steps,
    reads: () => reads,
    goesTo: (other: WriterPlace) => {
      place = other;
    },
  };
};
const said = (outcome: unknown): unknown => (isRefusal(outcome) ? outcome.message : outcome);

test('a closed day and those before it refuse, later ones and other shops do not', async () => {
  const { book } = bookOf({ until: DAY });
  const write = async (shopId: number, day: string) => said(await book.writing([{ shopId, day }], async () => 'saved'));
  expect(await write(1, DAY)).toBe('罗湖店 已结账至 2026-11-27');
  expect(await write(1, '2026-01-01')).toBe('罗湖店 已结账至 2026-11-27');
  expect(await write(1, '2026-11-28')).toBe('saved');
  expect(await write(2, DAY)).toBe('saved');
});
test('what had begun is waited for; what begins behind the day is refused', async () => {
  const { book } = bookOf({ until: null });
  const { promise, resolve } = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  const slow = book.writing([HERE], () => {
    begun.resolve();
    return promise;
  });
  await begun.promise;
  book.published(1, DAY);
  expect(said(await book.writing([HERE], async () => 'saved'))).toContain('已结账至');
  let settled = false;
  const waiting = book.settled(HERE).then(() => {
    settled = true;
  });
  await book.settled({ ...HERE, shopId: 2 });
  await book.settled({ ...HERE, day: '2026-11-26' });
  expect(settled).toBe(false);
  resolve('saved');
  await waiting;
  expect(await slow).toBe('saved');
});
test('what waits in one commit is under way until that has ended', async () => {
  const { book } = bookOf({ until: null });
  const ends: (() => void)[] = [];
  const save = { waits: true, onEnded: (end: () => void) => void ends.push(end) };
  expect(await book.writing([HERE], async () => 'gathered', save as never)).toBe('gathered');
  let settled = false;
  const waiting = book.settled(HERE).then(() => {
    settled = true;
  });
  await book.settled({ ...HERE, shopId: 2 });
  expect(settled).toBe(false);
  for (const end of ends) end();
  await waiting;
  expect(settled).toBe(true);
});
test('a day is read once while this process writes, and anew when another one did meanwhile', async () => {
  const rows = { until: null as string | null };
  const { book, reads, goesTo } = bookOf(rows);
  for (let left = 3; left > 0; left -= 1) expect(await book.refusal([HERE])).toBeNull();
  expect(reads()).toBe(1);
  rows.until = DAY;
  goesTo({ kind: 'nobody' });
  expect(said(await book.refusal([HERE]))).toContain('已结账至');
  goesTo({ kind: 'here', epoch: 3, since: '' });
  expect(said(await book.refusal([HERE]))).toContain('已结账至');
  expect(reads()).toBe(3);
});
test('among other processes a save leaves its claim before it reads, and takes it away once its outcome is known', async () => {
  const rows = { until: null as string | null };
  const { shared, steps, reads } = bookOf(rows);
  const save = (work: () => Promise<string>) => shared.writing([HERE], work);
  const working = async () => {
    steps.push(`work after ${reads()} readings`);
    return 'saved';
  };
  expect(await save(working)).toBe('saved');
  rows.until = DAY;
  expect(said(await save(working))).toContain('已结账至');
  expect(steps).toEqual(['enter', 'work after 1 readings', 'end', 'enter', 'end']);
  rows.until = null;
  steps.length = 0;
  await expect(save(() => Promise.reject(new Error('the store is away')))).rejects.toThrow('away');
  expect(steps).toEqual(['enter', 'lapse']);
  expect([shared.writer(), await shared.settled(HERE)]).toEqual(['any', false]);
  expect(steps.at(-1)).toBe('settled');
});
