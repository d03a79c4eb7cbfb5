/** Where a line turns, what is asked without a database, and what one that fails or is late says. */
import { parseConfig } from '../platform/process/config.ts';
import { expect, test } from 'vitest';
import { attention, good, lookAt, whenHigh, whenLow, worstOf, type CheckContext, type StateCheck } from './check.ts';
import { certificates } from './certificates.ts';
import { exitCodeOf, inWords } from './in-words.ts';

const PLACE: CheckContext = {
  config: parseConfig({ PORT: '0' }),
  dataDir: '/nowhere',
  clock: () => new Date('2026-11-25T10:00:00Z'),
  db: attention('还没有建立', '启动'),
  itself: false,
  running: false,
  head: async () => -1,
  otherLog: async () => null,
  stopped: () => [],
  storeAheadMs: async () => null,
  release: { migrations: [], models: [] },
};
const FINE: StateCheck = { name: 'fine', title: '好的', look: async () => good('没有问题') };

test('a figure turns at its threshold, from either side', () => {
  const low = { attention: 10, bad: 2 };
  expect([11, 10, 9, 2, 1].map((figure) => whenLow(figure, low))).toEqual([
    'good',
    'good',
    'attention',
    'attention',
    'bad',
  ]);
  const high = { attention: 2, bad: 10 };
  expect([1, 2, 3, 10, 11].map((figure) => whenHigh(figure, high))).toEqual([
    'good',
    'good',
    'attention',
    'attention',
    'bad',
  ]);
  expect(worstOf(['good', 'bad', 'attention'])).toBe('bad');
  expect(worstOf([])).toBe('good');
});

test('without a database what would ask it is left out; what fails says why and is the exit code', async () => {
  const asks: StateCheck = { name: 'asks', title: '问', ask: async () => good('问到了') };
  const fails: StateCheck = { name: 'fails', title: '出错的', look: () => Promise.reject(new Error('EIO')) };
  const fine = await lookAt([FINE, asks], PLACE);
  expect([fine.state, fine.lines.map(({ name }) => name), exitCodeOf(fine)]).toEqual(['good', ['fine'], 0]);
  const state = await lookAt([FINE, fails], PLACE);
  expect([state.at, state.state, exitCodeOf(state)]).toEqual(['2026-11-25T18:00:00.000+08:00', 'bad', 2]);
  expect(inWords(state)).toEqual([
    '✓ 好　好的：没有问题',
    '✗ 不行　出错的：无法检查（EIO） → 按括号中的原因处理后再检查一次',
  ]);
});

test('a certificate is asked for at an address of https only', async () => {
  const stateAt = async (publicUrl: string | undefined, behindTls: boolean) =>
    (await lookAt([certificates], { ...PLACE, config: { ...PLACE.config, publicUrl, behindTls } })).state;
  expect(await stateAt(undefined, false)).toBe('good');
  expect(await stateAt('http://shop.example', true)).toBe('attention');
  // Nobody listens there.
  expect(await stateAt('https://127.0.0.1:1', true)).toBe('bad');
});
