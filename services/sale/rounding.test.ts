/** The right to round an order is no way below its floor (R132). */
import { expect, test } from 'vitest';
import { roundingAsks } from './rounding.ts';

const terms = { limitFen: 1000, slackFen: 20_000, stood: undefined };
test.each([
  ['the yuan of an order', 199_330, 199_300, []],
  ['as much as lies above the floors', 199_330, 179_330, []],
  ['a fen more than that', 199_330, 179_329, ['rounding']],
  ['all of it', 199_330, 0, ['rounding']],
  ['a customer who pays more', 199_330, 200_000, []],
  ['more is paid out than is due', -100_000, -150_000, ['rounding']],
])('%s', (_what, payableFeeFen, factFeeFen, rules) => {
  expect(roundingAsks({ payableFeeFen, factFeeFen }, terms).map(({ rule }) => rule)).toEqual(rules);
});
test('without jewellery nothing lies above a floor; the limit stands', () => {
  const none = { ...terms, slackFen: 0 };
  expect(roundingAsks({ payableFeeFen: 5000, factFeeFen: 4000 }, none)).toEqual([]);
  expect(roundingAsks({ payableFeeFen: 5000, factFeeFen: 3999 }, none)).toMatchObject([{ value: 10.01 }]);
});
test('what was allowed is not asked for again, a fen less is', () => {
  const stood = { payableFeeFen: 199_330, factFeeFen: 100_000 };
  expect(roundingAsks(stood, { ...terms, stood })).toEqual([]);
  expect(roundingAsks({ ...stood, factFeeFen: 99_999 }, { ...terms, stood })).toHaveLength(1);
});
