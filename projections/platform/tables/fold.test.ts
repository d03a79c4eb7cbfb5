import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesBetween, type KeyedRows } from './fold.ts';
import type { Row } from '../projection/projection.ts';

const COLUMNS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
type Table = ReadonlyMap<number, Row>;
/** What the table holds after the changes: a column that is sent without a value becomes null. */
const written = (table: Table, changes: ReturnType<typeof changesBetween>): Table => {
  const after = new Map(table);
  for (const { columns, rows } of changes.updates) {
    for (const row of rows) {
      const sent = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
      after.set(row['id'] as number, { ...after.get(row['id'] as number), ...sent });
    }
  }
  return after;
};

test('rows that were loaded narrow keep what they were loaded without, whatever changes beside them', () => {
  const value = fc.integer({ min: 1, max: 3 });
  const row = fc.record({
    whole: fc.boolean(),
    before: fc.tuple(value, value, value, value, value, value),
    change: fc.dictionary(fc.constantFrom(...COLUMNS), value, { maxKeys: 3, noNullPrototype: true }),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 40 }), (rows) => {
      const [table, expected] = [new Map<number, Row>(), new Map<number, Row>()];
      const [before, after]: [KeyedRows, KeyedRows] = [new Map(), new Map()];
      for (const [id, { whole, before: values, change }] of rows.entries()) {
        const stored = { id, ...Object.fromEntries(COLUMNS.map((column, at) => [column, values[at]!])) };
        const loaded = whole ? stored : { id, a: stored['a' as never], b: stored['b' as never] };
        table.set(id, stored);
        expected.set(id, { ...stored, ...change });
        before.set(id, [loaded]);
        after.set(id, [{ ...loaded, ...change }]);
      }
      expect(written(table, changesBetween(['id'], before, after))).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
