/** R153 beside its rule: a scan that comes between reading the counts and writing over them stays. */
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import { NOW, clerk as user } from '../platform/testing/transfer-sample.ts';
import { countsOf } from './books.ts';
import { CheckStreams, type CheckStep } from './check-streams.ts';
import { checkStream } from './contract.ts';
import { fillLines } from './fill.ts';
import { withoutLoss } from './lines.ts';

const ID = 1;
const HEADER = { shopId: 1, checkedOn: '2026-11-10', category: '戒指', style: '', remark: '' };
const LINE = { barcode: 'A1', factNum: 1, scanNum: 1, remark: null };
const actor = (key: string) => ({ user, now: NOW, key, requestId: key });

test('a line keeps its counts only where the form saw fewer scans than there are', () => {
  const stored = { factNum: 3, scanNum: 4 };
  expect(withoutLoss(LINE, stored)).toEqual({ ...LINE, ...stored });
  expect(withoutLoss({ ...LINE, scanNum: 4 }, stored)).toEqual({ ...LINE, scanNum: 4 });
  expect(withoutLoss({ ...LINE, scanNum: null }, stored)).toEqual({ ...LINE, scanNum: null });
  expect(withoutLoss(LINE, undefined)).toEqual(LINE);
});

test('a scan that comes while the form is written is read again, with and without a revision that was seen', async () => {
  for (const [seen, counts] of [
    [false, { factNum: 2, scanNum: 2 }],
    [true, { factNum: 1, scanNum: 1 }],
  ] as const) {
    const store = new MemoryStore();
    const streams = new CheckStreams(store);
    const step = (key: string, command: CheckStep) => streams.send(ID, command, { actor: actor(key), header: HEADER });
    await step('open', { type: 'Open', header: HEADER, bookPosition: 0, blind: false });
    const scan = async (key: string): Promise<void> => {
      const { state } = await streams.load(ID);
      const items = [{ barcode: 'A1', scans: 1, bookNum: 9, received: 9, missing: null }];
      await step(key, { type: 'Scan', items, device: '', by: state });
    };
    await scan('first');
    const before = await streams.load(ID);
    let read = 0;
    const overtaken = {
      read: async (...call: Parameters<MemoryStore['read']>) => {
        const events = await store.read(...call);
        read += 1;
        if (read === 1) await scan('second');
        return events;
      },
    };
    if (seen) await scan('second');
    const done = await fillLines({ store: overtaken, streams, id: ID }, { before, lines: [LINE], seen }, actor('save'));
    expect(isRefusal(done)).toBe(false);
    expect(countsOf(await store.read(checkStream(ID))).get('A1')).toEqual(counts);
  }
});
