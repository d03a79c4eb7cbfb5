import { expect, test } from 'vitest';
import { hintOf, stagesOf } from './timeline.ts';

const WORDS = ['已收件', '已送修', '已修好', '已取件'];
const repair = (...days: readonly string[]) => {
  const steps = WORDS.map((step, place) => ({ step, at: days[place] ?? '' }));
  return { steps, state: steps.findLast(({ at }) => at !== '')?.step ?? '' };
};
const told = (...days: readonly string[]) => stagesOf(repair(...days)).map(({ step, state }) => `${step} ${state}`);

test('what is done, where it is now, and what is to come (S1§3/17)', () => {
  expect(told('2026-11-01')).toEqual(['已收件 now', '已送修 to-come', '已修好 to-come', '已取件 to-come']);
  expect(told('2026-11-01', '2026-11-02')).toEqual(['已收件 done', '已送修 now', '已修好 to-come', '已取件 to-come']);
});
test('a step that was passed over is not shown as one that is to come (S1§3/17)', () => {
  expect(told('2026-11-01', '', '', '2026-11-03')).toEqual(['已收件 done', '已取件 now']);
  expect(told('2026-11-01', '', '2026-11-03')).toEqual(['已收件 done', '已修好 now', '已取件 to-come']);
});
test('whoever waits hears what it means; who has it back hears nothing (S1§3/17)', () => {
  expect(hintOf({ state: '已送修', overdueDays: 0 })).toEqual({ text: '还在处理，修好后请到店取件', isLate: false });
  expect(hintOf({ state: '已送修', overdueDays: 3 })).toMatchObject({
    text: expect.stringContaining('3 天'),
    isLate: true,
  });
  expect(hintOf({ state: '已修好', overdueDays: 0 })).toMatchObject({
    text: expect.stringContaining('取件'),
    isLate: false,
  });
  expect(hintOf({ state: '已取件', overdueDays: 0 })).toBeNull();
});
