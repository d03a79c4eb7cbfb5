/** The ranges of the table, multiplied out: what fits them fits every column, every product and every sum. */
import { describe, expect, test } from 'vitest';
import { LISTS, NUMBERS, columnType, type NumberName } from './values.ts';
import { wireSum } from './sums.ts';

const MOST: Readonly<Record<string, bigint>> = { integer: 2n ** 31n - 1n, bigint: 2n ** 63n - 1n };
const DOCUMENTS = 10_000_000n;
const max = (name: NumberName): bigint => BigInt(NUMBERS[name].max);
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

test.each(Object.keys(NUMBERS) as NumberName[])('%s fits its column and a double', (name) => {
  const { min, max: most, pg } = NUMBERS[name];
  expect(columnType(name)).toBe(pg);
  expect(BigInt(most)).toBeLessThanOrEqual(MOST[pg] ?? 0n);
  expect(BigInt(min)).toBeGreaterThanOrEqual(-(MOST[pg] ?? 0n));
  // The share of stones is fen × 10⁷: a whole double, though not every one of its size.
  if (name !== 'gramShare') expect(BigInt(most)).toBeLessThanOrEqual(SAFE);
});

describe('a lot times what a piece has', () => {
  test.each(['weight', 'carat', 'unitPrice'] as const)('pieces × %s is exact', (name) => {
    expect(max('lotPieces') * max(name)).toBeLessThanOrEqual(SAFE);
  });
  test('a longest document of fullest lines is exact before it is judged', () => {
    expect(BigInt(LISTS.documentLines) * max('lotPieces') * max('weight')).toBeLessThan(MOST['bigint'] ?? 0n);
    expect(BigInt(LISTS.documentLines) * max('lotPieces')).toBeLessThan(SAFE);
  });
});

describe('ten million documents', () => {
  test('pieces add up in bigint, as Postgres adds integers (S1§9/13)', () => {
    expect(DOCUMENTS * max('documentPieces')).toBeLessThan(MOST['bigint'] ?? 0n);
    expect(DOCUMENTS * BigInt(LISTS.documentLines) * max('lotPieces')).toBeLessThan(MOST['bigint'] ?? 0n);
  });
  test('money and weight of documents stay below bigint, of lots they need numeric, and 40 digits hold all of them', () => {
    expect(DOCUMENTS * max('documentMoney')).toBeLessThan(MOST['bigint'] ?? 0n);
    expect(DOCUMENTS * max('documentWeight')).toBeLessThan(MOST['bigint'] ?? 0n);
    const lots = DOCUMENTS * BigInt(LISTS.documentLines) * max('lotPieces') * max('unitPrice');
    expect(lots).toBeGreaterThan(MOST['bigint'] ?? 0n);
    expect(String(lots).length).toBeLessThan(40);
  });
});

test('a sum is a number while a double holds it, then a decimal string to the fen (S1§9/13)', () => {
  expect(wireSum('1234', 2)).toBe(12.34);
  expect(wireSum('-5', 3)).toBe(-0.005);
  expect(wireSum('9007199254740991', 2)).toBe(90_071_992_547_409.91);
  expect(wireSum('9007199254740993', 2)).toBe('90071992547409.93');
  expect(wireSum('-100000000000000000007', 3)).toBe('-100000000000000000.007');
  expect(wireSum('9007199254740993', 0)).toBe('9007199254740993');
});
