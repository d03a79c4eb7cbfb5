/** What a correction of points asks a word for (R136). */
import { expect, test } from 'vitest';
import { byHandAsks } from './correction-bounds.ts';

const MAKER = 5;
const asked = (ofRecord: number, ofMaker: number) =>
  byHandAsks({ customerId: 3, points: -100 }, { ofRecord, ofMaker }, MAKER).map(({ rule, value, limit, notBy }) => ({
    rule,
    value,
    limit,
    notBy,
  }));

test('up to 500 of a record and 2,000 of a maker ask nobody', () => {
  expect(asked(500, 2000)).toEqual([]);
});
test('a point more asks somebody else than the maker, for each bound', () => {
  const ofRecord = { rule: 'points-of-record', value: 501, limit: 500, notBy: [MAKER] };
  const ofMaker = { rule: 'points-of-maker', value: 2001, limit: 2000, notBy: [MAKER] };
  expect(asked(501, 2000)).toEqual([ofRecord]);
  expect(asked(400, 2001)).toEqual([ofMaker]);
  expect(asked(501, 2001)).toEqual([ofRecord, ofMaker]);
});
