/** What a count makes of weights: what stands, what is judged against which books, what asks a word, what is noted (R135, R148). */
import { describe, expect, test } from 'vitest';
import { actor } from '../platform/testing/transfer-sample.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { LOT_LIST, resultOf, type MaterialCheckHeader, type MaterialCheckLine } from './contract.ts';
import { countAsks, judgeCount, lossNote } from './judge.ts';
import type { CountedLot } from './live-checks.ts';
import { linesOf } from './prepare.ts';

const NOW = new Date('2026-11-12T10:00:00Z');
const BEFORE = '2026-11-12T09:00:00.000Z';
const lot = (lotId: number, change: Partial<CountedLot> = {}): CountedLot => ({
  lotId,
  shopId: 1,
  fineness: '足金',
  category: '戒指',
  style: '光圈',
  name: '',
  leftMg: 10_000,
  heldMg: 0,
  movedAt: Date.parse('2026-11-10T00:00:00Z'),
  ...change,
});
const line = (lotId: number, bookMg: number, weighedMg: number, name = '李四'): MaterialCheckLine => ({
  list: LOT_LIST,
  lineId: String(lotId),
  lotId,
  fineness: '足金',
  category: '戒指',
  style: '光圈',
  name: '',
  bookMg,
  weighedMg,
  weighedAt: BEFORE,
  weigher: { id: 7, name },
});
const header: MaterialCheckHeader = {
  shopId: 1,
  checkedOn: '2026-11-12',
  fineness: '',
  blind: false,
  openedAt: BEFORE,
  remark: '',
};
type Sent = { readonly lotId: number; readonly weighed: number | null; readonly weighedAt: string | null };
const sent = (lotId: number, weighed: number | null, weighedAt: string | null = null): Sent => ({
  lotId,
  weighed,
  weighedAt,
});
const by = { user: { ...actor('weigh').user, id: 7, nickName: '李四' }, now: NOW };
const prepared = (
  lots: readonly CountedLot[],
  lotList: readonly Sent[],
  { fineness = '', stood = [] as readonly MaterialCheckLine[] } = {},
) => {
  const before = stood.length === 0 ? null : { id: 1, header, lines: stood, lastLineIds: new Map() };
  const found = new Map(lots.map((one) => [one.lotId, one]));
  return linesOf(found, { lotList: [...lotList], shopId: 1, fineness }, before, by);
};
const saidOf = (verdict: ReturnType<typeof prepared>): unknown => (isRefusal(verdict) ? verdict.fields : verdict);

describe('a line', () => {
  test('is weighed against what the books have now, by whoever sends it', () => {
    expect(prepared([lot(3)], [sent(3, 9_900, BEFORE), sent(4, null)])).toMatchObject([
      { lotId: 3, bookMg: 10_000, weighedMg: 9_900, weigher: { id: 7, name: '李四' } },
    ]);
  });
  test('stays as it stood when it is sent so, whatever moved since', () => {
    const stood = line(3, 10_000, 9_900, '王五');
    const now = lot(3, { leftMg: 4_000, movedAt: NOW.getTime() });
    expect(prepared([now], [sent(3, 9_900, BEFORE)], { stood: [stood] })).toEqual([stood]);
    expect(prepared([now], [sent(3, 9_900)], { stood: [stood] })).toEqual([stood]);
    // The same weight at another time is another weighing.
    const again = prepared([now], [sent(3, 4_000, NOW.toISOString())], { stood: [stood] });
    expect(again).toMatchObject([{ lineId: '3', bookMg: 4_000, weighedMg: 4_000, weigher: { id: 7 } }]);
  });
  test.each([
    [
      'a lot that moved after it lay on the scale',
      lot(3, { movedAt: Date.parse(BEFORE) + 1 }),
      '旧料JL3在称重后有变动，请重新称重',
    ],
    ['a lot of another shop', lot(3, { shopId: 2 }), '旧料JL3不在本店'],
    ['a lot of another fineness', lot(3, { fineness: '18K金' }), '旧料JL3是18K金，本单只盘足金'],
    ['a lot that is used up', lot(3, { leftMg: 0 }), '旧料JL3账面已无剩余，不用盘点'],
    ['a lot whose lack others hold', lot(3, { heldMg: 9_950 }), '旧料JL3缺少的部分已被其他单据占用，请先处理那张单据'],
    ['a lot that is none', lot(4), '旧料JL3不存在'],
  ])('is refused for %s', (_what, found, message) => {
    const verdict = prepared([found], [sent(3, 9_900, BEFORE)], { fineness: '足金' });
    expect(saidOf(verdict)).toEqual([{ path: 'lotList.0.lotId', message }]);
  });
  test('is refused the second time, and a count needs one', () => {
    expect(saidOf(prepared([lot(3)], [sent(3, 1), sent(3, 1)]))).toEqual([
      { path: 'lotList.1.lotId', message: '旧料JL3重复' },
    ]);
    expect(saidOf(prepared([lot(3)], [sent(3, null)]))).toEqual([{ path: 'lotList', message: '请称重旧料！' }]);
  });
  test('says what came of it', () => {
    const results = [10_000, 0, 9_999, 10_001].map((weighedMg) => resultOf({ bookMg: 10_000, weighedMg }));
    expect(results).toEqual(['found', 'missing', 'lighter', 'heavier']);
  });
});

describe('the audit', () => {
  const BP = 150;
  test('asks for each lot that differs by more than the limit, whichever way, and for no other', () => {
    expect(countAsks([line(1, 10_000, 9_850), line(2, 10_000, 10_150), line(3, 1, 1)], BP)).toEqual([]);
    expect(countAsks([line(1, 10_000, 9_849), line(2, 10_000, 10_151)], BP)).toMatchObject([
      {
        path: 'lotList.0.weighed',
        rule: 'material-counted',
        message: 'JL1 足金 盘亏0.151克（1.51%），最多0.150克',
        value: 0.151,
        limit: 0.15,
        binds: [1, 10_000, 9_849],
      },
      { message: 'JL2 足金 盘盈0.151克（1.51%），最多0.150克' },
    ]);
  });
  test('of a small lot rounds the limit up to a whole milligram', () => {
    expect(countAsks([line(1, 500, 492)], BP)).toEqual([]);
    expect(countAsks([line(1, 500, 491)], BP)).toHaveLength(1);
  });
  test('notes every loss with who weighed and who audits, the greatest first', () => {
    const lines = [line(1, 10_000, 9_999), line(2, 10_000, 10_000), line(3, 4_000, 0, '王五')];
    expect(lossNote({ id: 12, header, lines }, { verb: '审核', by: '张三' })).toEqual({
      kind: 'material-loss',
      shopId: 1,
      documentNo: 'PL12',
      second: { id: 7, name: '王五' },
      what: '旧料盘点PL12：JL3 足金少4.000克，JL1 足金少0.001克；称重王五、李四，审核张三',
    });
    expect(lossNote({ id: 12, header, lines: [line(1, 5, 6)] }, { verb: '审核', by: '张三' })).toBeNull();
  });
  test('waits for every lot, and for another count of the same lots; a deletion notes what lacked', async () => {
    const rules = (unweighed: readonly number[], other: number | null) => ({
      lookup: { setting: async () => null },
      unweighed: async () => unweighed,
      otherCount: async () => other,
    });
    const counted = { id: 12, header, lines: [line(1, 10_000, 9_999)], state: {} as never, revision: 3 };
    const saver = { ...actor('audit'), ...by };
    const judged = (action: 'audit' | 'remove' | 'reverse', unweighed: readonly number[], other: number | null) =>
      judgeCount(rules(unweighed, other))(action, counted, saver as never);
    expect(await judged('audit', [4, 5], null)).toMatchObject({ message: '还有旧料没有称重：JL4、JL5' });
    expect(await judged('audit', [1, 2, 3, 4, 5, 6], null)).toMatchObject({
      message: '还有旧料没有称重：JL1、JL2、JL3、JL4、JL5等',
    });
    expect(await judged('audit', [], 13)).toMatchObject({ message: 'PL13也在盘点同样的旧料，请先删除其中一张' });
    expect(await judged('audit', [], null)).toMatchObject({ asks: [], exceptions: [{ kind: 'material-loss' }] });
    expect(await judged('remove', [4], 13)).toMatchObject({ exceptions: [{ kind: 'material-loss' }] });
    expect(await judged('reverse', [4], 13)).toEqual({});
  });
});
