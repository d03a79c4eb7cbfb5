import { expect, test } from 'vitest';
import { chineseAmount } from './chinese-amount.ts';

test.each([
  [0, '零元整'],
  [5, '伍分'],
  [50, '伍角整'],
  [1005, '壹拾元零伍分'],
  [102_050, '壹仟零贰拾元伍角整'],
  [1_000_000, '壹万元整'],
  [1_000_500, '壹万零伍元整'],
  [10_050_000, '壹拾万零伍佰元整'],
  [12_345_678, '壹拾贰万叁仟肆佰伍拾陆元柒角捌分'],
  [10_000_000_100, '壹亿零壹元整'],
  [-268_000, '负贰仟陆佰捌拾元整'],
])('%i fen is %s', (fen, words) => {
  expect(chineseAmount(fen)).toBe(words);
});
