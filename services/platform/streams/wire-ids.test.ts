import { expect, test } from 'vitest';
import { highestId } from './wire-ids.ts';

test('ids are found wherever an event names them, other numbers are not ids', () => {
  const data = {
    documentId: 20,
    amountFen: 999_999,
    lines: [{ goodsId: 31, num: 500 }],
    rowIds: [40, 42],
    header: { id: 7 },
  };
  expect(highestId({ data })).toBe(42);
});
test('an event without ids has none', () => {
  expect(highestId({ data: { paid: 12, names: ['a'] } })).toBe(0);
});
