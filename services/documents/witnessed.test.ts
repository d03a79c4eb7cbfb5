/** What was printed or counted by a shift (R142): what of it changes freely, what by a word, and what an owner reads. */
import { expect, test } from 'vitest';
import { differences, judgeChange, judgeRemoval, type Change, type Facts, type Witnessed } from './witnessed.ts';

const PLACES = { paid: 'factFee', lines: 'sellGoodsList', methods: 'sellBalanceList' };
const BEFORE: Facts = {
  paidFen: 200_000,
  methods: [{ method: '现金', amountFen: 200_000 }],
  sellers: [7],
  lines: [['goods', 'A1', 1, 3_215, 200_000]],
};
const MADE = '2026-11-28T10:00:00.000+08:00';
const printed: Witnessed = { printed: true, counted: false, makerId: 7, at: MADE };
const counted: Witnessed = { ...printed, printed: false, counted: true };
const minutes = (after: number, userId = 7): Change['by'] => ({
  userId,
  now: new Date(Date.parse(MADE) + after * 60_000),
});
const judged = (witnessed: Witnessed, change: Partial<Facts>, by = minutes(5)) => {
  const after = { ...BEFORE, ...change };
  const found = differences(BEFORE, after, PLACES);
  const { asks, notes } = judgeChange({
    witnessed,
    found,
    before: BEFORE,
    after,
    by,
    shopId: 1,
    documentNo: 'XS10001',
  });
  return { asks: asks.map(({ path, rule, amountFen }) => [path, rule, amountFen]), notes };
};
const cash = (fen: number) => [{ method: '现金', amountFen: fen }];
const LOWER = { paidFen: 136_180, methods: cash(136_180) };
const BY_PHONE = { methods: [{ method: '微信', amountFen: 200_000 }] };
const HALF = {
  methods: [
    { method: '微信', amountFen: 100_000 },
    { method: '现金', amountFen: 100_000 },
  ],
};

test('what nobody saw changes as it likes', () => {
  expect(judged({ ...printed, printed: false }, LOWER)).toEqual({ asks: [], notes: [] });
});
test('a bill that a shift counted is lowered by 638.20: a word, and a row that says by how much', () => {
  const { asks, notes } = judged(counted, LOWER);
  expect(asks).toEqual([['factFee', 'witnessed', 63_820]]);
  expect(notes).toEqual([
    {
      kind: 'edit-after-print',
      shopId: 1,
      documentNo: 'XS10001',
      what: 'XS10001已交班后实付由2000.00元改为1361.80元',
      amountFen: 63_820,
    },
  ]);
});
test.each([
  ['the seller', { sellers: [8] }],
  ['the way it was paid, of the same sum', BY_PHONE],
  ['one way into two of the same sum', HALF],
])('its maker corrects %s within fifteen minutes before a shift: a row, no word', (_name, change) => {
  expect(judged(printed, change)).toMatchObject({ asks: [], notes: [{ kind: 'edit-after-print' }] });
  expect(judged(printed, change, minutes(15)).asks).toEqual([]);
});
test.each([
  ['a second after fifteen minutes', printed, { sellers: [8] }, minutes(15 + 1 / 60)],
  ['another than the maker', printed, { sellers: [8] }, minutes(1, 9)],
  ['the maker once a shift counted it', counted, BY_PHONE, minutes(1)],
  ['the maker of other lines', printed, { lines: [['goods', 'A2', 1, 3_215, 200_000]] }, minutes(1)],
  ['the maker of a lower sum', printed, LOWER, minutes(1)],
  ['whoever, where nobody knows the maker', { ...printed, makerId: null }, BY_PHONE, minutes(1)],
])('%s asks', (_name, witnessed, change, by) => {
  expect(judged(witnessed, change, by).asks).toHaveLength(1);
});
test('each point of what differs binds something else: their marks are not the same', () => {
  const after = { ...BEFORE, ...LOWER, lines: [], sellers: [8] };
  const found = differences(BEFORE, after, PLACES);
  const change = { found, before: BEFORE, after, by: minutes(1), shopId: 1, documentNo: 'XS10001' };
  const { asks } = judgeChange({ ...change, witnessed: counted });
  expect(new Set(asks.map(({ binds }) => JSON.stringify(binds))).size).toBe(3);
});
test('the same ways in another order are the same, and more paid in the same way is no other way', () => {
  const turned = { ...BEFORE, methods: [...HALF.methods].toReversed() };
  expect(differences({ ...BEFORE, ...HALF }, turned, PLACES)).toEqual([]);
  expect(differences(BEFORE, { ...BEFORE, paidFen: 210_000, methods: cash(210_000) }, PLACES)).toEqual([]);
});
test('more that is paid out is less', () => {
  const out = (fen: number): Facts => ({ ...BEFORE, paidFen: -fen, methods: cash(fen) });
  expect(differences(out(50_000), out(50_001), PLACES)).toMatchObject([{ path: 'factFee', small: false }]);
});
test.each([
  ['remove', 'delete-after-print', '删除'],
  ['reverse', 'edit-after-print', '反审核'],
] as const)('%s asks of what was seen, whoever made it', (action, kind, verb) => {
  const removal = { shopId: 1, documentNo: 'CZ10001', paidFen: -60_000, action };
  expect(judgeRemoval({ ...removal, witnessed: { ...printed, printed: false } })).toEqual({ asks: [], notes: [] });
  expect(judgeRemoval({ ...removal, witnessed: counted })).toEqual({
    asks: [
      {
        path: '',
        rule: 'witnessed',
        message: `CZ10001已交班，${verb}需授权`,
        value: -600,
        binds: ['CZ10001', action],
        amountFen: 60_000,
      },
    ],
    notes: [{ kind, shopId: 1, documentNo: 'CZ10001', what: `CZ10001已交班后${verb}`, amountFen: 60_000 }],
  });
});
