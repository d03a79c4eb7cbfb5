import { expect, test } from 'vitest';
import { whereItIs } from './whereabouts.ts';

const row = (shopName: string, state: '在库' | '已售' | '已调出' | '待审' | '待审核', billType: '1' | '2' = '1') => ({
  shopName,
  state,
  billType,
  heldBy: state === '待审' ? ['XS12'] : [],
});

test('one barcode says where its piece is, in one line', () => {
  expect(whereItIs([])).toBeUndefined();
  expect(whereItIs([row('罗湖店', '在库')])).toBe('该货品在罗湖店');
  expect(whereItIs([row('罗湖店', '已调出'), row('南山店', '在库', '2')])).toBe('该货品在南山店（调拨入库）');
  expect(whereItIs([row('罗湖店', '已调出'), row('南山店', '已售', '2')])).toBe('该货品已在南山店售出');
  expect(whereItIs([row('罗湖店', '待审')])).toBe('该货品在罗湖店，XS12 待审');
});
test('of a piece that left the shops one may see, only that is told', () => {
  expect(whereItIs([row('罗湖店', '已调出')])).toBe('该货品已从罗湖店调出');
});
