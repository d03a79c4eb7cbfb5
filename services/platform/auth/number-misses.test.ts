/** Which calls ask for a number of a person, and whether an answer tells of anybody (R140). */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { route } from '../../contracts/route.ts';
import { NOBODY } from '../../contracts/user.ts';
import { asksNumber, foundSomebody } from './number-misses.ts';

const of = (method: 'GET' | 'PUT' | 'DELETE') =>
  route({ method, path: '/x', summary: 'x', allow: 'x', data: z.null(), handler: async () => ({ data: null }) });
const clerk = { ...NOBODY, id: 7 };
const owner = { ...clerk, permissions: new Set(['base:baseCustomer:pii']) };

test.each([
  [{ mobile: '13800138000' }, true],
  [{ nameOrMobile: '+86 138-0013-8000' }, true],
  [{ customerMobile: '13800138000' }, true],
  [{ nameOrMobile: '王小明' }, false],
  [{ mobile: '8000' }, false],
  [{ mobile: '138••••8000' }, false],
  [{ barcode: '202600000968' }, false],
  [{ mobile: '13800138000x' }, true],
  [{ nameOrMobile: '找13800138000' }, true],
  [{ keyword: 'GX202600000968' }, false],
])('a question with %o', (query, asks) => {
  expect(asksNumber(of('GET'), { query, body: undefined }, clerk)).toBe(asks);
});
test('a save that sets a number, of whoever is shown none', () => {
  const body = { mobile: '13800138000' };
  expect(asksNumber(of('PUT'), { query: {}, body }, clerk)).toBe(true);
  expect(asksNumber(of('PUT'), { query: {}, body }, owner)).toBe(false);
  expect(asksNumber(of('PUT'), { query: {}, body: { mobile: '138••••8000' } }, clerk)).toBe(false);
});
test('numbers of staff, suppliers and shops are open: whoever edits thirty of his people is not stopped', () => {
  for (const path of ['/sys-user', '/user/profile', '/base-supplier/:id', '/base-shop'])
    expect(asksNumber({ ...of('PUT'), path }, { query: {}, body: { phone: '13800138000' } }, clerk)).toBe(false);
});
test('an empty list, nothing and a file tell of nobody', () => {
  expect(foundSomebody({ data: { list: [], count: 0 } })).toBe(false);
  expect(foundSomebody({ data: null })).toBe(false);
  expect(foundSomebody({ raw: 'x', type: 'text/csv' })).toBe(false);
  expect(foundSomebody({ data: { list: [{}] } })).toBe(true);
});
