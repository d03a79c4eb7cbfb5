import { expect, test } from 'vitest';
import { mixedReason } from './mixed-reason.ts';

type Row = { readonly auditFlag: number; readonly moved: boolean };
const isAudited = ({ auditFlag }: Row): boolean => auditFlag === 2;
const isMoved = ({ moved }: Row): boolean => moved;
const row = (auditFlag: number, moved = false): Row => ({ auditFlag, moved });

test('a selection says how many of it stand in the way, and why', () => {
  const why = (rows: readonly Row[]) =>
    mixedReason(rows, '删除', [
      [isMoved, '是调拨入库'],
      [isAudited, '已审核'],
    ]);
  expect(why([row(1), row(1)])).toBeUndefined();
  expect(why([row(1), row(2), row(1)])).toBe('已选 3 项，其中 1 项已审核，不能删除');
  expect(why([row(1), row(2), row(1, true)])).toBe('已选 3 项，其中 1 项是调拨入库、1 项已审核，不能删除');
});
