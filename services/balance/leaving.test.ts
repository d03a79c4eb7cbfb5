/** What still counts of what left a record (R136). */
import { describe, expect, test } from 'vitest';
import { REVERSED_DEPOSIT } from './contract.ts';
import { counts, documentsOf } from './leaving.ts';

const NOW = new Date('2026-11-28T10:00:00Z');
const row = (kind: string, minutesAgo: number) => ({
  kind,
  documentId: 7,
  customerId: 3,
  fen: 100,
  at: new Date(NOW.getTime() - minutesAgo * 60_000).toISOString(),
});
const nothing = { posted: new Set<string>(), held: new Set<string>() };
const posted = (name: string) => ({ ...nothing, posted: new Set([name]) });

describe('what was entered', () => {
  test('counts while it may still be about to be saved, whatever stands', () => {
    expect(counts(row('sale', 9), nothing, NOW)).toBe(true);
    expect(counts(row('sale', 11), nothing, NOW)).toBe(false);
  });
  test('counts as long as its document is held or posted', () => {
    expect(counts(row('sale', 11), { ...nothing, held: new Set(['sale/7']) }, NOW)).toBe(true);
    expect(counts(row('sale', 11), posted('sale/7'), NOW)).toBe(true);
    expect(counts(row('sale', 11), posted('sale/8'), NOW)).toBe(false);
  });
  test('of a deposit that was taken back counts until that is posted again', () => {
    expect(counts(row(REVERSED_DEPOSIT, 11), nothing, NOW)).toBe(true);
    expect(counts(row(REVERSED_DEPOSIT, 11), posted('deposit/7'), NOW)).toBe(false);
  });
});
test('documents of a record are those that hold and those that are posted and not taken back', () => {
  const of = (id: number) => ({ kind: 'sale', id });
  const ledger = {
    holds: new Map([['a', { holder: of(1) }]]),
    postings: new Map([
      ['b', { document: of(2), reversed: false }],
      ['c', { document: of(3), reversed: true }],
    ]),
  };
  expect(documentsOf([ledger])).toEqual({ held: new Set(['sale/1']), posted: new Set(['sale/2']) });
});
