/**
 * Which rows make a difference. Nobody keeps all rows of a report: they fall into buckets by their key, sums of either side
 * are compared, and only rows of buckets that differ are looked at one by one.
 */
import type { Entry } from './counting.ts';
import type { ReportName } from './reports.ts';
import type { ShownRow } from './house-figures.ts';

export type Pair = { readonly report: ReportName; readonly shop: number; readonly fields: readonly string[] };
/** A row that says something else than its events. */
export type Example = {
  readonly field: string;
  readonly key: string;
  readonly expected: bigint;
  readonly found: bigint;
};
/** Either side once, in any order: `entry` hears what events add, `row` what the house shows. */
export type Sides = {
  readonly events: (entry: (entry: Entry) => void) => Promise<void>;
  readonly rows: (pair: Pair, row: (row: ShownRow) => void) => Promise<void>;
};

const BUCKETS = 4_096;
const MOST_BUCKETS = 3;
const MOST_EXAMPLES = 5;
const pairKey = ({ report, shop }: Pick<Entry, 'report' | 'shop'>): string => `${report}/${shop}`;
/** FNV-1a. */
const bucketOf = (key: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % BUCKETS;
};

type Figure = { readonly key: string; readonly field: string; readonly value: bigint };
type Hear = (pair: Pair, side: 'expected' | 'found', figure: Figure) => void;
/** Every figure of the pairs, from both sides. */
const hearAll = async ({ events, rows }: Sides, pairs: readonly Pair[], hear: Hear): Promise<void> => {
  const wanted = new Map(pairs.map((pair) => [pairKey(pair), pair]));
  await events((entry) => {
    const pair = wanted.get(pairKey(entry));
    for (const field of pair?.fields ?? []) {
      const value = entry.figures[field];
      if (pair !== undefined && value !== undefined) {
        hear(pair, 'expected', { key: entry.key, field, value: BigInt(value) });
      }
    }
  });
  for (const pair of pairs) {
    await rows(pair, ({ key, figures }) => {
      for (const field of pair.fields) {
        const value = figures.get(field);
        if (value !== undefined) hear(pair, 'found', { key, field, value });
      }
    });
  }
};

/** Buckets in which the sides differ, the first few of each pair and field. */
const differingBuckets = async (sides: Sides, pairs: readonly Pair[]): Promise<ReadonlySet<string>> => {
  const sums = new Map<string, BigInt64Array>();
  await hearAll(sides, pairs, (pair, side, { key, field, value }) => {
    const name = `${pairKey(pair)}/${field}`;
    const buckets = sums.get(name) ?? new BigInt64Array(BUCKETS);
    sums.set(name, buckets);
    const bucket = bucketOf(key);
    buckets[bucket] = (buckets[bucket] ?? 0n) + (side === 'expected' ? value : -value);
  });
  const differing = [...sums].flatMap(([name, buckets]) => {
    const differs = (bucket: number): boolean => buckets[bucket] !== 0n;
    return [...buckets.keys()]
      .filter(differs)
      .slice(0, MOST_BUCKETS)
      .map((bucket) => `${name}/${bucket}`);
  });
  return new Set(differing);
};

/** Up to five rows of each pair and field, by `pairKey/field`. */
export const examplesOf = async (
  sides: Sides,
  pairs: readonly Pair[],
): Promise<(pair: Pick<Entry, 'report' | 'shop'>, field: string) => readonly Example[]> => {
  const buckets = await differingBuckets(sides, pairs);
  const rows = new Map<string, Map<string, { expected: bigint; found: bigint }>>();
  await hearAll(sides, pairs, (pair, side, { key, field, value }) => {
    const name = `${pairKey(pair)}/${field}`;
    if (!buckets.has(`${name}/${bucketOf(key)}`)) return;
    const ofName = rows.get(name) ?? new Map<string, { expected: bigint; found: bigint }>();
    rows.set(name, ofName);
    const row = ofName.get(key) ?? { expected: 0n, found: 0n };
    ofName.set(key, row);
    row[side] += value;
  });
  return (pair, field) =>
    [...(rows.get(`${pairKey(pair)}/${field}`) ?? [])]
      .filter(([, { expected, found }]) => expected !== found)
      .slice(0, MOST_EXAMPLES)
      .map(([key, sums]) => ({ field, key, ...sums }));
};
