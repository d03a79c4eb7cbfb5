/** What a word that stands allows, and to whom (R132). */
import { expect, test } from 'vitest';
import type { LongApproval } from '../contracts/long-approval.ts';
import type { BeyondLine } from './approve.ts';
import { underStanding } from './long-approvals.ts';

const GIVER = { id: 7, name: '店长' };
const WORD: LongApproval = {
  id: 91,
  giver: GIVER,
  reason: '清仓',
  percentBp: 5_000,
  from: '2026-11-20',
  until: '2026-11-30',
  barcodes: ['A1'],
  category: '',
  style: '',
};
const floor = { rule: 'floor', limit: 80_000, value: 50_000, ofCost: true } as const;
const cut = { rule: 'cut-down', limit: 200, value: 900, ofCost: false } as const;
const lineOf = (change: Partial<BeyondLine['line']> = {}, exceeded: BeyondLine['exceeded'] = [floor]): BeyondLine => ({
  path: 'sellGoodsList.0',
  line: {
    barcode: 'A1',
    category: '戒指',
    style: '光圈',
    quantity: 1,
    tagPriceFen: 100_000,
    amountFen: 50_000,
    ...change,
  } as BeyondLine['line'],
  exceeded,
  fullFen: 100_000,
});
const BY = { user: { id: 3, nickName: '小李' }, now: new Date('2026-11-28T04:00:00Z') } as Parameters<
  typeof underStanding
>[3];
const judged = (line: BeyondLine, words: readonly LongApproval[], parties: readonly number[] = [3]) =>
  underStanding([line], words, { shopId: 1, parties }, BY);

test('a line at its percentage is allowed by whoever gave the word, and told', () => {
  const { beyond, approvals, notes } = judged(lineOf(), [WORD]);
  expect(beyond).toEqual([]);
  expect(approvals).toEqual([
    {
      approver: GIVER,
      asker: { id: 3, name: '小李' },
      at: '2026-11-28T12:00:00.000+08:00',
      reason: '长期授权：清仓',
      lines: [{ barcode: 'A1', tagFen: 100_000, amountFen: 50_000, exceeded: [floor] }],
      standing: 91,
    },
  ]);
  expect(notes).toEqual([
    {
      kind: 'standing-word',
      shopId: 1,
      who: GIVER,
      second: { id: 3, name: '小李' },
      amountFen: 50_000,
      what: '小李按店长给出的长期授权销售A1（不低于50%，清仓）',
    },
  ]);
});
test.each([
  ['a fen below it', lineOf({ amountFen: 49_999 })],
  ['another piece', lineOf({ barcode: 'A2' })],
  ['a piece whose full price nobody knows', { ...lineOf(), fullFen: null }],
])('%s asks', (_name, line) => {
  expect(judged(line, [WORD])).toEqual({ beyond: [line], approvals: [], notes: [] });
});
test('whoever gave it and sells, or enters, asks another; a second one’s word does', () => {
  const line = lineOf();
  expect(judged(line, [WORD], [3, 7]).beyond).toEqual([{ ...line, notBy: [GIVER] }]);
  const other = { ...WORD, id: 92, giver: { id: 8, name: '总经理' } };
  expect(judged(line, [WORD, other], [3, 7]).approvals.map(({ standing }) => standing)).toEqual([92]);
});
test('one of a category and style is for its pieces alone', () => {
  const word = { ...WORD, barcodes: [], category: '戒指', style: '光圈' };
  expect(judged(lineOf(), [word]).beyond).toEqual([]);
  expect(judged(lineOf({ style: '素圈' }), [word]).beyond).toHaveLength(1);
});
test('gold that is cut off asks beside it, without telling the difference to the tag twice', () => {
  const { beyond, approvals } = judged(lineOf({}, [floor, cut]), [WORD]);
  expect(approvals[0]?.lines.map(({ exceeded }) => exceeded)).toEqual([[floor]]);
  expect(beyond.map(({ exceeded, line }) => [exceeded, line.tagPriceFen])).toEqual([[[cut], 0]]);
  const alone = lineOf({}, [cut]);
  expect(judged(alone, [WORD]).beyond).toEqual([alone]);
});
