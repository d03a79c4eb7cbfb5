import type { CommonQueryMethods } from 'slonik';
import { expect, test, vi } from 'vitest';
import { inSnapshot } from './stream-rows.ts';

/** A pool that counts its open transactions. */
const poolOf = () => {
  const open = { now: 0, ever: 0 };
  const tx = { query: async () => undefined };
  const db = {
    transaction: async (work: (tx: unknown) => Promise<void>) => {
      open.now += 1;
      open.ever += 1;
      await work(tx).finally(() => (open.now -= 1));
    },
  };
  return { db: db as unknown as CommonQueryMethods, open };
};
const letters = (db: CommonQueryMethods) =>
  inSnapshot<string>(db, async (_tx, give) => {
    for (const letter of ['a', 'b']) if (!(await give(letter))) return;
  });
const rest = async (snapshot: AsyncGenerator<string>): Promise<string[]> => {
  const read: string[] = [];
  for await (const letter of snapshot) read.push(letter);
  return read;
};

test('files that are read slowly hold three connections, not all; the next one waits for its turn', async () => {
  const { db, open } = poolOf();
  const slow = Array.from({ length: 3 }, () => letters(db));
  for (const snapshot of slow) expect(await snapshot.next()).toMatchObject({ value: 'a' });
  const next = rest(letters(db));
  await vi.waitFor(() => expect(open.now).toBe(3), { timeout: 30_000 });
  expect(open.ever).toBe(3);
  expect(await rest(slow[0]!)).toEqual(['b']);
  expect(await next).toEqual(['a', 'b']);
  for (const snapshot of slow.slice(1)) await snapshot.return(undefined);
  expect(open).toEqual({ now: 0, ever: 4 });
});

test('who gives up while it waits gives its turn back', async () => {
  const { db, open } = poolOf();
  const slow = Array.from({ length: 3 }, () => letters(db));
  for (const snapshot of slow) await snapshot.next();
  const waiting = letters(db);
  const first = waiting.next();
  const left = waiting.return(undefined);
  for (const snapshot of slow) await snapshot.return(undefined);
  await Promise.all([first, left]);
  expect(open).toEqual({ now: 0, ever: 4 });
});

test('another pool has its own turns', async () => {
  const [one, other] = [poolOf(), poolOf()];
  const slow = Array.from({ length: 3 }, () => letters(one.db));
  for (const snapshot of slow) await snapshot.next();
  expect(await rest(letters(other.db))).toEqual(['a', 'b']);
  for (const snapshot of slow) await snapshot.return(undefined);
});
