import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { isRefusal } from '../contracts/refusal.ts';
import { storeWith } from '../platform/event-store/store-with.ts';
import type { EventStore, Recorded } from '../platform/event-store/port.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import { afterScan, checkStream, type CheckEvent, type CheckHeader } from './contract.ts';
import { checkDecider, parseCheckEvent, type CheckCommand } from './decider.ts';
import { CheckStreams } from './check-streams.ts';
import { countTotals } from './books.ts';
import { codesOf } from './scan.ts';

const id = 10_007;
const header: CheckHeader = { shopId: 1, checkedOn: '2026-11-10', category: '戒指', style: '', remark: '' };
const opened: CheckEvent = { type: 'StockCheckOpened', data: { documentId: id, header, bookPosition: 40 } };
const totals = { lineCount: 1, bookNum: 1, factNum: 1, scanNum: 1, notFound: 0 };
const audited: CheckEvent = {
  type: 'StockCheckAudited',
  data: { documentId: id, auditor: '李四', bookPosition: 40, totals },
};
const stateAfter = (...events: readonly CheckEvent[]) => events.reduce(checkDecider.evolve, checkDecider.initial);
type Sent = CheckCommand extends infer One ? (One extends CheckCommand ? Omit<One, 'documentId'> : never) : never;
const decided = (command: Sent, ...events: readonly CheckEvent[]) =>
  checkDecider.decide({ ...command, documentId: id } as CheckCommand, stateAfter(...events));
const refusalOf = (...call: Parameters<typeof decided>): string => {
  const verdict = decided(...call);
  if (!isRefusal(verdict)) throw new Error('was not refused');
  return `${verdict.kind} ${verdict.message}`;
};
const missing = { barcode: 'A002', reason: '已售', detail: '已售出' } as const;
const by = { round: 0, header } as const;
const found = { barcode: 'A001', scans: 1, bookNum: 1, received: 1, missing: null } as const;
const lost = { barcode: 'A002', scans: 1, bookNum: 0, missing } as const;

describe('a check', () => {
  test('keeps the position of its books', () => {
    expect(stateAfter(opened)).toMatchObject({ stage: 'pending', bookPosition: 40, header });
  });
  test('writes each scan of a piece, and a code that is not found once', () => {
    const scan = { type: 'Scan', items: [found, lost], device: '手机', by } as const;
    const counted: CheckEvent = {
      type: 'StockCounted',
      data: { documentId: id, round: 0, barcode: 'A001', scans: 1, bookNum: 1, device: '手机' },
    };
    const unknown: CheckEvent = { type: 'StockNotFound', data: { documentId: id, round: 0, ...missing } };
    expect(decided(scan, opened)).toEqual([counted, unknown]);
    expect(decided(scan, opened, counted, unknown)).toEqual([counted]);
  });
  test('a finished count takes nothing more until somebody goes on with it; twice is once', () => {
    const finished: CheckEvent = { type: 'StockCheckFinished', data: { documentId: id } };
    const resumed: CheckEvent = { type: 'StockCheckResumed', data: { documentId: id } };
    const scan = { type: 'Scan', items: [found], device: '', by } as const;
    expect(decided({ type: 'Finish' }, opened)).toEqual([finished]);
    expect(decided({ type: 'Finish' }, opened, finished)).toEqual([]);
    for (const more of [scan, { type: 'SetLines', lines: [] }, { type: 'Reset', bookPosition: 9 }] as const) {
      expect(refusalOf(more, opened, finished)).toContain('已完成盘点');
    }
    expect(refusalOf({ type: 'CorrectHeader', header }, opened, finished)).toContain('已完成盘点');
    expect(decided({ type: 'Resume' }, opened, finished)).toEqual([resumed]);
    expect(decided({ type: 'Resume' }, opened)).toEqual([]);
    expect(decided(scan, opened, finished, resumed)).toHaveLength(1);
    const reversed: CheckEvent = { type: 'StockCheckReversed', data: { documentId: id, reason: '录错' } };
    expect(decided(scan, opened, audited, reversed)).toHaveLength(1);
  });
  test('a blind count keeps its scope, counts up to the lot as received, and stays finished once audited', () => {
    const blind: CheckEvent = { type: 'StockCheckOpened', data: { ...opened.data, blind: true } };
    const command = { type: 'Open', header, bookPosition: 40, blind: true } as const;
    expect(decided(command)).toEqual([blind]);
    expect(decided({ ...command, blind: false })).toEqual([opened]);
    const lot = { barcode: 'A001', scans: 9, bookNum: 3, received: 5, missing: null } as const;
    const [counted] = decided({ type: 'Scan', items: [lot], device: '', by }, blind) as CheckEvent[];
    expect(counted).toMatchObject({ type: 'StockCounted', data: { bookNum: 3, cap: 5 } });
    const { scans, bookNum, cap } = (counted as Extract<CheckEvent, { type: 'StockCounted' }>).data;
    expect(afterScan({ factNum: 0, scanNum: 0 }, { scans, bookNum, cap })).toEqual({ factNum: 5, scanNum: 9 });
    expect(refusalOf({ type: 'CorrectHeader', header: { ...header, category: '项链' } }, blind)).toContain('不能修改');
    expect(decided({ type: 'CorrectHeader', header: { ...header, remark: '二楼' } }, blind)).toHaveLength(1);
    const reversed: CheckEvent = { type: 'StockCheckReversed', data: { documentId: id, reason: '录错' } };
    expect(stateAfter(blind, audited, reversed)).toMatchObject({ stage: 'pending', finished: true });
  });
  test('a reset begins a new round on fresh books', () => {
    const unknown: CheckEvent = { type: 'StockNotFound', data: { documentId: id, round: 0, ...missing } };
    const verdict = decided({ type: 'Reset', bookPosition: 90 }, opened, unknown);
    expect(verdict).toEqual([{ type: 'StockCheckReset', data: { documentId: id, round: 1, bookPosition: 90 } }]);
    expect(stateAfter(opened, unknown, ...(verdict as CheckEvent[]))).toMatchObject({
      round: 1,
      bookPosition: 90,
      notFound: [],
    });
  });
  test('the not-found set is set as a whole', () => {
    const unknown: CheckEvent = { type: 'StockNotFound', data: { documentId: id, round: 0, ...missing } };
    const other = { barcode: 'A003', reason: '未知', detail: '条码不存在' } as const;
    expect(decided({ type: 'SetNotFound', notFound: [other], instead: ['A002'], by }, opened, unknown)).toEqual([
      { type: 'StockNotFoundCleared', data: { documentId: id, barcodes: ['A002'] } },
      { type: 'StockNotFound', data: { documentId: id, round: 0, ...other } },
    ]);
  });
  test('the same header again changes nothing', () => {
    expect(decided({ type: 'CorrectHeader', header }, opened)).toEqual([]);
  });
});

describe('stages', () => {
  const reset = { type: 'Reset', bookPosition: 90 } as const;
  test('nothing is done to what is not there or deleted', () => {
    expect(refusalOf(reset)).toBe('not-found 单据不存在');
    const deleted: CheckEvent = { type: 'StockCheckDeleted', data: { documentId: id } };
    expect(refusalOf(reset, opened, deleted)).toBe('conflict 单据已删除');
  });
  test('audited is final', () => {
    expect(refusalOf({ type: 'Scan', items: [found], device: '', by }, opened, audited)).toBe(
      'conflict 已审核的单据不能盘点',
    );
    expect(refusalOf({ type: 'CorrectHeader', header }, opened, audited)).toBe('conflict 已审核的单据不能修改');
    expect(refusalOf({ type: 'Delete' }, opened, audited)).toBe('conflict 已审核的单据不能删除');
    expect(refusalOf({ type: 'Audit', auditor: '李四', totals }, opened, audited)).toBe(
      'conflict 单据已审核，不能重复审核',
    );
  });
  test('反审核 makes it pending again, and only an audited one', () => {
    expect(refusalOf({ type: 'Reverse', reason: '错' }, opened)).toBe('conflict 单据未审核，不能反审核');
    const reversed = decided({ type: 'Reverse', reason: '错' }, opened, audited) as CheckEvent[];
    expect(stateAfter(opened, audited, ...reversed)).toMatchObject({ stage: 'pending', bookPosition: 40 });
  });
});

describe('counting (R9)', () => {
  test('a single piece is counted once, its scans add up (S0§4/9)', () => {
    const once = afterScan({ factNum: 0, scanNum: 0 }, { scans: 1, bookNum: 1 });
    expect(once).toEqual({ factNum: 1, scanNum: 1 });
    expect(afterScan(once, { scans: 2, bookNum: 1 })).toEqual({ factNum: 1, scanNum: 3 });
  });
  test('a lot counts up to its books; what was typed above stands (S0§4/9)', () => {
    expect(afterScan({ factNum: 2, scanNum: 2 }, { scans: 5, bookNum: 4 })).toEqual({ factNum: 4, scanNum: 7 });
    expect(afterScan({ factNum: 9, scanNum: 0 }, { scans: 1, bookNum: 4 })).toEqual({ factNum: 9, scanNum: 1 });
  });
  test('however scans are cut into batches, the count is the same', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 })), fc.integer({ min: 0, max: 20 }), (batches, bookNum) => {
        const cut = batches.reduce((count, scans) => afterScan(count, { scans, bookNum }), { factNum: 0, scanNum: 0 });
        const whole = batches.reduce((sum, scans) => sum + scans, 0);
        expect(cut).toEqual(afterScan({ factNum: 0, scanNum: 0 }, { scans: whole, bookNum }));
      }),
    );
  });
  test('the not-found text is a set, whatever separates it', () => {
    expect(codesOf('a001,Ａ００２，A001 \n x9,')).toEqual(['A001', 'A002', 'X9']);
  });
});

test('a long check is read from where it was read before, and folds to the same', async () => {
  const plain = new MemoryStore();
  let handed = 0;
  const read = async (...asked: Parameters<EventStore['read']>): Promise<readonly Recorded[]> => {
    const events = await plain.read(...asked);
    handed += events.length;
    return events;
  };
  const streams = new CheckStreams(storeWith(plain, { read }));
  const stream = checkStream(id);
  const meta = { key: 'k', correlationId: 'k', causationId: 'r', userId: 1, userName: '张三', shopId: 1 };
  const event = (index: number, fact: CheckEvent) => ({
    ...fact,
    id: `event-${index}`,
    meta: { ...meta, at: '2026-11-10T10:00:00.000+08:00', schema: 1 },
  });
  await plain.append(stream, 'none', [event(0, opened)]);
  for (let index = 1; index <= 1500; index += 1) {
    const scan: CheckEvent =
      index === 20
        ? { type: 'StockNotFound', data: { documentId: id, round: 0, ...missing } }
        : {
            type: 'StockCounted',
            data: { documentId: id, round: 0, barcode: `B${index}`, scans: 1, bookNum: 1, device: '' },
          };
    await plain.append(stream, index - 1, [event(index, scan)]);
    if (index % 7 === 0) await Promise.all([streams.load(id), streams.load(id)]);
  }
  handed = 0;
  const [recent, all] = [await streams.load(id), await plain.read(stream)];
  const fold = (events: typeof all) =>
    events.reduce((state, one) => checkDecider.evolve(state, parseCheckEvent(one)), checkDecider.initial);
  expect(recent.state).toEqual(fold(all));
  expect(handed).toBeLessThan(600);
  expect(recent).toMatchObject({ revision: all.at(-1)?.revision, position: all.at(-1)?.position });
  expect(countTotals(all)).toEqual({ factNum: 1499, scanNum: 1499 });
});
