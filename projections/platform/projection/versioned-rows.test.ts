/** Versions say at every position what the rows of a log cut there would say. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Recorded } from 'services/event-store/port';
import type { KeyedProjection, Row } from './projection.ts';
import { foldOf } from '../testing/fold-of.ts';
import { recorded } from '../testing/recorded.ts';
import { ddlFile } from '../testing/samples.ts';
import { versioned } from './versioned-rows.ts';

type Shelf = Row & {
  readonly code: string;
  readonly shop: number;
  readonly stage: string;
  readonly num: number;
  readonly draft: { readonly num: number | null };
  readonly touched: number;
};
/** Rows per code and shop that are drafted, shown, moved to another shop, and go. */
const fold = (rows: readonly Shelf[], event: Recorded): readonly Shelf[] => {
  const { code, shop, num } = event.data as unknown as Shelf;
  const row = rows.find((one) => one.shop === shop);
  const others = rows.filter((one) => one !== row);
  const now = row ?? { code, shop, stage: 'new', num: 0, draft: { num: null }, touched: 0 };
  const touched = now.touched + 1;
  switch (event.type) {
    case 'Drafted':
      return [...others, { ...now, draft: { num }, touched }];
    case 'Shown':
      return [...others, { ...now, num: now.draft.num ?? now.num, draft: { num: null }, stage: 'shown', touched }];
    case 'Hidden':
      return [...others, { ...now, stage: 'hidden', touched }];
    case 'Gone':
      return others;
    default:
      return rows;
  }
};
const shared = {
  key: 'code',
  identity: ['code', 'shop'],
  keyOf: ({ data }: Recorded) => data['code'] as string,
  events: ['Drafted', 'Shown', 'Hidden', 'Gone', 'Other'],
  fold,
};
const shown = ({ stage }: Shelf): boolean => stage === 'shown';
const projection = versioned<Shelf>({
  ...shared,
  name: 'sample-versions',
  version: 1,
  table: 'sample_versions',
  ddl: ddlFile(''),
  columns: ['code', 'shop', 'stage', 'num'],
  working: { draft: { num: null } },
  blank: { touched: 0 },
  shown,
});

const event = fc.record({
  type: fc.constantFrom(...shared.events),
  data: fc.record({ code: fc.constant('A'), shop: fc.constantFrom(1, 2), num: fc.integer({ min: 1, max: 3 }) }),
});
type Version = Shelf & { readonly from_position: number; readonly to_position: number | null };
const visible = (rows: readonly Shelf[]): string[] =>
  rows
    .filter(shown)
    .map(({ shop, num }) => `${shop}:${num}`)
    .toSorted();

test('at every position the versions standing are the rows of the log cut there', () => {
  let checked = 0;
  fc.assert(
    fc.property(fc.array(event, { minLength: 10, maxLength: 30 }), (facts) => {
      const events = recorded(...facts);
      const versions = foldOf(projection, events) as readonly Version[];
      for (const { position } of events) {
        const cut = events.filter((one) => one.position <= position);
        const rows = cut.reduce<readonly Shelf[]>((before, one) => fold(before, one), []);
        const standing = versions.filter(
          (row) => row.from_position <= position && (row.to_position === null || row.to_position > position),
        );
        expect(visible(standing)).toEqual(visible(rows));
        checked += visible(rows).length;
      }
    }),
    { numRuns: 300, seed: 20_261_121 },
  );
  expect(checked).toBeGreaterThan(1_000);
});
test('a version begins only when something a list finds by has changed, and what was never shown leaves none', () => {
  const at = (type: string, num = 1) => ({ type, data: { code: 'A', shop: 1, num } });
  const events = recorded(at('Drafted'), at('Shown'), at('Drafted'), at('Shown'), at('Drafted', 2), at('Shown'));
  expect(foldOf(projection, events)).toEqual([
    { code: 'A', shop: 1, stage: 'shown', num: 1, draft: { num: null }, from_position: 2, to_position: 6 },
    { code: 'A', shop: 1, stage: 'shown', num: 2, draft: { num: null }, from_position: 6, to_position: null },
  ]);
});
test('in whatever order the table hands rows back, the fold gives the same ones', () => {
  const { fold: step } = projection as unknown as KeyedProjection<Version>;
  fc.assert(
    fc.property(fc.array(event, { maxLength: 15 }), (facts) => {
      const events = recorded(...facts);
      const shuffled = events.reduce<readonly Version[]>((rows, one) => step(rows.toReversed(), one), []);
      const sorted = (rows: readonly Row[]) =>
        rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted();
      expect(sorted(shuffled)).toEqual(sorted(foldOf(projection, events)));
    }),
    { numRuns: 100, seed: 20_261_121 },
  );
});
