import { describe, expect, test } from 'vitest';
import { differenceOf, documentOfKey, type Move } from './difference.ts';

const move = (change: Partial<Move> = {}): Move => ({
  at: '11-21 14:02',
  type: '销售',
  kind: 'sale',
  id: 9,
  no: 'XS9',
  num: -1,
  by: '张三',
  ...change,
});
const line = {
  finished: true,
  bookNum: 1,
  factNum: 0,
  moves: [] as readonly Move[],
  held: 0,
  holdKeys: [] as readonly string[],
};
const names = (id: number): string | undefined => (id === 5 ? '南山店' : undefined);

describe('a difference explains itself', () => {
  test('nothing happened to it: missing', () => {
    expect(differenceOf(line, names)).toEqual({ state: 'missing', missing: 1, gone: 0, explain: '' });
  });
  test('while the count goes on nothing is missing yet', () => {
    expect(differenceOf({ ...line, finished: false }, names)).toMatchObject({ state: 'uncounted', missing: 0 });
    expect(differenceOf({ ...line, finished: false, held: 1 }, names)).toMatchObject({ state: 'explained' });
  });
  test('sold since', () => {
    expect(differenceOf({ ...line, moves: [move()] }, names)).toEqual({
      state: 'explained',
      missing: 0,
      gone: 1,
      explain: '11-21 14:02 销售 XS9 -1（张三）',
    });
  });
  test('transferred since, and on its way', () => {
    const moves = [move({ type: '调拨出库', kind: 'transfer', id: 5, no: 'DB5' })];
    expect(differenceOf({ ...line, moves }, names).explain).toContain('DB5 → 南山店');
    const held = differenceOf({ ...line, held: 1, holdKeys: ['transfer-5/v1/0'] }, names);
    expect(held).toEqual({ state: 'explained', missing: 0, gone: 1, explain: '待审 DB5 → 南山店' });
  });
  test('sold and brought back: it should be there again', () => {
    const moves = [move(), move({ type: '销售（反审核）', num: 1 })];
    expect(differenceOf({ ...line, moves }, names)).toMatchObject({ state: 'missing', missing: 1 });
  });
  test('of a lot only what nothing explains is missing', () => {
    const lot = { ...line, bookNum: 5, factNum: 2, moves: [move({ num: -2 })] };
    expect(differenceOf(lot, names)).toMatchObject({ state: 'missing', missing: 1 });
  });
  test('equal, more, and not in the books', () => {
    expect(differenceOf({ ...line, factNum: 1 }, names).state).toBe('equal');
    expect(differenceOf({ ...line, factNum: 2 }, names).state).toBe('over');
    expect(differenceOf({ ...line, bookNum: 0, factNum: 1 }, names).state).toBe('extra');
  });
  test('a hold names its document', () => {
    expect(documentOfKey('supplier-return-12/v3/4')).toEqual({ kind: 'supplier-return', id: 12 });
    expect(documentOfKey('else')).toBe(null);
  });
});
