/** Ids of lines (S1§3): a line keeps its own, an absent one is new, a foreign one is refused. */
import { expect, test } from 'vitest';
import fc from 'fast-check';
import { isRefusal } from '../contracts/refusal.ts';
import { SaleCleanLineBody, SaleLine, cleanLineOf } from './contract.ts';
import { identified } from './line-identity.ts';
import { freeLineIds, lineIdOnWire, lineOfWireId } from './line-ids.ts';

const SALE = 10_007;
const cleaned = (remark: string) =>
  cleanLineOf(SaleCleanLineBody.parse({ type: '项链', style: '机织链', price: 50, remark }), {
    soldOn: '2026-11-10',
    days: 7,
  });
const standing = (...remarks: string[]): readonly SaleLine[] =>
  remarks.map((remark, index) => ({ list: 'clean', lineId: String(index), ...cleaned(remark) }));
const ask = (ids: readonly (number | null)[], lines: readonly SaleLine[], saleId = SALE) =>
  identified({
    list: 'clean',
    path: 'sellCleanList',
    sent: ids.map((id) => ({ id })),
    before: lines.length === 0 ? null : { id: saleId, lines },
    lines: ids.map((_, index) => cleaned(`第${index}行`)),
  });
const idsOf = (answer: ReturnType<typeof ask>): readonly string[] =>
  isRefusal(answer) ? [answer.message] : answer.map(({ lineId }) => lineId);

test('an id of the wire names its order and its line (S1§3/1)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), fc.integer({ min: 0, max: 9_999 }), (saleId, line) => {
      expect(lineOfWireId(lineIdOnWire(saleId, String(line)))).toEqual({ saleId, lineId: String(line) });
    }),
  );
});
test('lines that stand keep their ids in any order, new ones get ids that none has (S1§3/1)', () => {
  const lines = standing('a', 'b', 'c');
  const wire = (line: number) => lineIdOnWire(SALE, String(line));
  expect(idsOf(ask([null, wire(2), wire(0)], lines))).toEqual(['3', '2', '0']);
  expect(idsOf(ask([null, null], []))).toEqual(['0', '1']);
  const gone = lines.slice(0, 1);
  expect(idsOf(ask([wire(0), null], gone))).toEqual(['0', '1']);
});
test.each([
  ['of another order', [lineIdOnWire(SALE + 1, '0')], standing('a')],
  ['of a line that is gone', [lineIdOnWire(SALE, '7')], standing('a')],
  ['of a new order', [lineIdOnWire(SALE, '0')], []],
])('an id %s is refused at its line', (_, ids, lines) => {
  expect(ask(ids, lines)).toMatchObject({ kind: 'invalid', fields: [{ path: 'sellCleanList.0.id' }] });
});
test('no line is sent twice (S1§3/1)', () => {
  const id = lineIdOnWire(SALE, '0');
  expect(ask([id, id], standing('a'))).toMatchObject({ fields: [{ path: 'sellCleanList.1.id' }] });
});
test('a line that is gone leaves its number to nobody', () => {
  const before = { id: SALE, lines: standing('a'), lastLineIds: new Map([['clean', 4]]) };
  const asked = { list: 'clean', path: 'sellCleanList', sent: [{ id: null }], before, lines: [cleaned('新')] } as const;
  expect(idsOf(identified(asked))).toEqual(['5']);
});
test('used-up numbers go on with the lowest that are free', () => {
  const next = freeLineIds(['9998', '0', '2']);
  expect([next(), next(), next(), next()]).toEqual(['9999', '1', '3', '4']);
  const after = freeLineIds(['0', '2'], 9999);
  expect([after(), after()]).toEqual(['1', '3']);
});
