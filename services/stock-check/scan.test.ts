/** What a scan tells of a piece that lies in another shop (R9, R13). */
import { expect, test } from 'vitest';
import type { PieceView } from '../goods/contract.ts';
import { judgeScans, type ScanRules } from './scan.ts';

const header = { shopId: 1, checkedOn: '2026-11-10', category: '戒指', style: '', remark: '' };
const away = (...holders: readonly (readonly [kind: string, id: number, no: string])[]): PieceView =>
  ({
    stage: 'audited',
    received: 1,
    attributes: { category: '戒指', style: '' },
    holdings: [{ shopId: 2, onHand: 1, held: holders.length, rowId: 1, rowIds: [1], unitCostFen: 0 }],
    holds: holders.map(([kind, id, no]) => ({ shopId: 2, quantity: 1, holder: { kind, id, no }, by: '', at: '' })),
  }) as unknown as PieceView;
const told = async (now: PieceView, lastMove: string | null = null): Promise<unknown> => {
  const rules: ScanRules = {
    pieceTimes: async () => ({ before: null, now, lastMove }),
    lookup: { shop: async (id) => ({ id, name: `${id}店`, enabled: true }) as never },
    // DB7 goes to the shop that is counted, all others between other shops.
    transfersWith: async (ids) => new Set(ids.filter((id) => id === 7)),
  };
  const [scanned] = await judgeScans(rules, { header, bookPosition: 40 }, ['RING01']);
  const { reason, detail } = scanned?.missing ?? {};
  return [reason, detail];
};

test('where it lies, and that somebody has it; by number only what goes between that shop and this one', async () => {
  expect(await told(away())).toEqual(['其他分店', '账在2店']);
  expect(await told(away(['transfer', 7, 'DB7']))).toEqual(['占用', '账在2店，已被DB7占用']);
  expect(await told(away(['sale', 8, 'XS8']))).toEqual(['占用', '账在2店，已被占用']);
  expect(await told(away(['transfer', 9, 'DB9']))).toEqual(['占用', '账在2店，已被占用']);
  expect(await told(away(['sale', 8, 'XS8'], ['transfer', 7, 'DB7']))).toEqual(['占用', '账在2店，已被DB7占用']);
});

test.each([
  ['GoodsSold', '已售', '已售出'],
  ['GoodsReturnedToSupplier', '已退', '已退供应商'],
  ['GoodsWrittenOff', '已报损', '已报损，可报溢入账'],
  ['GoodsCustomerReturned', '已退', '退货后已转旧料'],
  ['GoodsInspected', '已退', '退货后已转旧料'],
  ['GoodsCustomerReturnReversed', '已售', '已售出'],
])('what is nowhere any more and left by %s is %s: %s', async (lastMove, ...said) => {
  expect(await told({ ...away(), holdings: [] }, lastMove)).toEqual(said);
});
