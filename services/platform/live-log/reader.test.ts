/** Who follows the log: pages of the house, for whoever sees all of it (R145, R147). */
import { expect, test } from 'vitest';
import { NOBODY } from '../../contracts/user.ts';
import { hearsAll, isForeign, READS_ALL } from './reader.ts';

test.each([
  ['http://house.example', 'house.example', [], false],
  [undefined, 'house.example', [], false],
  ['https://evil.example', 'house.example', [], true],
  ['null', 'house.example', [], true],
  ['https://console.example', '10.0.0.1:8080', ['https://console.example'], false],
  ['https://console.example', '10.0.0.1:8080', ['https://console.example/jewel/'], false],
])('a page of %s at %s', (origin, host, known, foreign) => {
  expect(isForeign({ origin, host, known })).toBe(foreign);
});
test('one shop, or own rows, is not the whole log', () => {
  const reader = { ...NOBODY, id: 3, permissions: new Set([READS_ALL]), rows: 'all' as const };
  expect(hearsAll(reader)).toBe(true);
  expect(hearsAll({ ...reader, lockShops: [1] })).toBe(false);
  expect(hearsAll({ ...reader, lockShops: [1], lockIsAll: true })).toBe(true);
  expect(hearsAll({ ...reader, rows: { own: true, deptIds: [], before: [] } })).toBe(false);
});
