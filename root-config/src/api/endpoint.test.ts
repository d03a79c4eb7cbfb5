import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseRows } from './endpoint.ts';

const pieces = {
  path: '/piece',
  row: z.object({ id: z.int(), status: z.enum(['1', '2']), name: z.string().default('') }),
};
test('a row with a word that is not known yet is shown as it came, beside the others', () => {
  const later = { id: 2, status: '7', name: '手镯', since: '2027' };
  expect(parseRows(pieces, { list: [{ id: 1, status: '1' }, later], count: 2 })).toMatchObject({
    rows: [{ id: 1, status: '1', name: '' }, later],
    count: 2,
  });
});
test('what is no row is refused as before', () => {
  expect(() => parseRows(pieces, { list: [{ id: '1', status: '7' }] })).toThrow(/id/);
});
