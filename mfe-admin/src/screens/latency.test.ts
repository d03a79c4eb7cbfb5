import { expect, test } from 'vitest';
import { latency } from './latency.ts';

test.each([
  ['0ms', '0 毫秒'],
  ['999ms', '999 毫秒'],
  ['1000ms', '1.0 秒'],
  ['59499ms', '59.5 秒'],
  ['59999ms', '1 分 0 秒'],
  ['252000ms', '4 分 12 秒'],
  ['7261000ms', '121 分 1 秒'],
  ['', '—'],
  ['1.5s', '1.5s'],
])('%s reads as %s', (wire, read) => {
  expect(latency(wire)).toBe(read);
});
