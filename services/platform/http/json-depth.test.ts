import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDeeper, MAX_JSON_DEPTH } from './json-depth.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

test('it counts what JSON.parse would make, brackets inside texts left out', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }), fc.nat(7), (value, most) => {
      expect(isDeeper(JSON.stringify(value), most)).toBe(depthOf(value) > most);
    }),
  );
  expect(isDeeper(String.raw`{"a":"[[[[\\\"[[[","b":"\\"}`, 1)).toBe(false);
});
test('a million levels cost what 33 cost', () => {
  const deep = '['.repeat(1_000_000);
  const started = performance.now();
  for (let n = 0; n < 1_000; n += 1) expect(isDeeper(deep, MAX_JSON_DEPTH)).toBe(true);
  expect(performance.now() - started).toBeLessThan(500);
});
test('a text that never ends is no reason to run on', () => {
  expect(isDeeper(`{"a":"${'\\'.repeat(9)}`, MAX_JSON_DEPTH)).toBe(false);
});
