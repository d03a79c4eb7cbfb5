import { expect, test } from 'vitest';
import { linesOfSetting } from './first-version.ts';

test('the prices of the setting become rows; what cannot be read quoted nothing', () => {
  expect(linesOfSetting('足金=780.00；18K金 750＝560;银=0；铂金=八百\n')).toEqual([
    { sort: 1, name: '足金', goldContent: '', costFen: 0, priceFen: 78_000, measureUnit: '元/克' },
    { sort: 2, name: '18K金', goldContent: '750', costFen: 0, priceFen: 56_000, measureUnit: '元/克' },
  ]);
  expect(linesOfSetting('无')).toEqual([]);
});
