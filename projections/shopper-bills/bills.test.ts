/** Numbers that shoppers ask for, and that what is not theirs is asked for as what is not there (R28). */
import type { CommonQueryMethods, QuerySqlToken } from 'slonik';
import { expect, test } from 'vitest';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { billIdOf, shopperSlip } from './bills.ts';

test('a bill is named by its id or by its order number, as people write it (S1§7/10)', () => {
  expect(['10007', 'XS10007', 'xs10007', ' ＸＳ10007 '].map(billIdOf)).toEqual([10_007, 10_007, 10_007, 10_007]);
  expect(['', '0', '007', '-7', '7.5', '1e3', 'XS', 'WX10007', 'XSXS7', '9'.repeat(16)].map(billIdOf)).toEqual(
    Array.from({ length: 10 }, () => 0),
  );
});
test('whatever is no bill of his is one and the same statement, so that no answer is slower than another (S1§7/10)', async () => {
  const asked: string[] = [];
  const db = { any: async ({ sql }: QuerySqlToken) => (asked.push(sql), []) } as unknown as CommonQueryMethods;
  const deps = { db } as QueryDeps;
  const texts = ['10007', 'XS10007', '999999999', '陌生', ''];
  for (const text of texts) expect(await shopperSlip(deps, text, 7)).toBeNull();
  expect(asked).toHaveLength(texts.length);
  expect(new Set(asked).size).toBe(1);
});
