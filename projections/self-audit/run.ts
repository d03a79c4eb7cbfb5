/** One self-audit from its beginning to its end: every total counted anew from the events, and what the house says beside it (R126). */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Route } from 'services/contracts/route';
import { wireSum } from 'services/contracts/sums';
import type { EventStore } from 'services/event-store/port';
import type { AuditDifference } from 'services/self-audit/contract';
import { checkCounter } from './checks.ts';
import { countersWith } from './counters.ts';
import { Streams, type Counter, type Entry } from './counting.ts';
import { examplesOf, type Pair } from './examples.ts';
import { ThirtiethSums, type Disparity, type Sum } from './thirtieth-sums.ts';
import type { CheckedBooks } from './pieces.ts';
import { REPORT_NAMES, ofChain, reportOf, rowsTell, type CountedReport, type ReportName } from './reports.ts';
import { rowsShown, totalsShown, type Figures, type ShownAt } from './house-figures.ts';

export type AuditDeps = {
  readonly db: CommonQueryMethods;
  readonly store: EventStore;
  /** The GETs of the product. */
  readonly routes: readonly Route[];
  /** Once the read models have seen the position. */
  readonly caughtUp: (position: number) => Promise<void>;
};
export type AuditWatch = {
  readonly signal: AbortSignal;
  /** Percent done. */
  readonly onProgress: (percent: number) => Promise<void>;
};
export type AuditOutcome = {
  /** Reports that were compared. */
  readonly reports: number;
  readonly found: number;
  readonly differences: readonly AuditDifference[];
  /** What the log comes to, each thirtieth by itself; null: some streams could not be folded. */
  readonly sums: ThirtiethSums | null;
};

/** Pairs of report and shop whose rows are looked at; differences that are kept. */
const MOST_PAIRS = 20;
const MOST_DIFFERENCES = 200;
const COUNTED_PERCENT = 60;

type Hear = (entry: Entry, stream: string) => void;
/** Events pass stream after stream: each is folded and forgotten. */
export class LogCount {
  readonly #store: EventStore;
  readonly #until: number;
  readonly #watch: AuditWatch;
  readonly unread = new Set<string>();

  constructor(store: EventStore, until: number, watch: AuditWatch) {
    this.#store = store;
    this.#until = until;
    this.#watch = watch;
  }
  async pass(counters: readonly Counter[], hear: Hear, onEvents: (count: number) => Promise<void>): Promise<void> {
    const { signal } = this.#watch;
    const streams = new Streams(counters, hear);
    const types = [...new Set(counters.flatMap((counter) => counter.types))];
    const wanted = { order: 'stream', types, until: this.#until, signal } as const;
    let passed = 0;
    for await (const events of this.#store.history?.(wanted) ?? []) {
      streams.add(events);
      passed += events.length;
      await onEvents(passed);
    }
    signal.throwIfAborted();
    streams.end();
    for (const stream of streams.unread) this.unread.add(stream);
  }
  /** Everything that is counted: checks first, since pieces are asked for their books. */
  async count(
    hear: Hear,
    onEvents: (count: number) => Promise<void> = async () => undefined,
    others: readonly Counter[] = [],
  ): Promise<void> {
    const books: CheckedBooks[] = [];
    await this.pass([checkCounter((one) => books.push(one))], hear, async () => undefined);
    await this.pass([...countersWith(books), ...others], hear, onEvents);
  }
}

const pairKey = ({ report, shop }: Pick<Sum, 'report' | 'shop'>): string => `${report}/${shop}`;
class Sums {
  readonly #sums = new Map<string, Map<string, bigint>>();
  readonly shops: Set<number>;
  /** `heard`: shops of whose figures nothing may be left. */
  constructor(kept: ThirtiethSums, heard: Iterable<number> = []) {
    this.shops = new Set(heard);
    for (const { field, value, ...of } of kept.all()) {
      const name = pairKey(of);
      const sums = this.#sums.get(name) ?? new Map<string, bigint>();
      this.#sums.set(name, sums);
      if (of.shop > 0) this.shops.add(of.shop);
      sums.set(field, (sums.get(field) ?? 0n) + value);
    }
  }
  of(report: ReportName, shop: number, field: string): bigint {
    return this.#sums.get(pairKey({ report, shop }))?.get(field) ?? 0n;
  }
}

const Id = z.object({ id: z.int() });
type Difference = { readonly report: ReportName; readonly shop: number; readonly field: string } & {
  readonly expected: bigint;
  readonly found: bigint;
};
const differing = (sums: Sums, report: ReportName, shop: number, shown: Figures): readonly Difference[] =>
  [...shown].flatMap(([field, found]) => {
    const expected = sums.of(report, shop, field);
    return expected === found ? [] : [{ report, shop, field, expected, found }];
  });

const inWords = (
  { report, shop, field, expected, found }: Difference,
  rows: AuditDifference['rows'],
): AuditDifference => {
  const { title, figures } = reportOf(report);
  const { label = field, places = 0 } = figures[field] ?? {};
  return {
    report,
    title,
    field,
    label,
    shopId: shop,
    expected: wireSum(String(expected), places),
    found: wireSum(String(found), places),
    rows,
  };
};
const unreadOf = (streams: ReadonlySet<string>): readonly AuditDifference[] =>
  [...streams].map((stream) => ({
    report: 'events',
    title: '事件',
    field: 'unread',
    label: '无法重算的记录',
    shopId: 0,
    expected: 1,
    found: 0,
    rows: [{ key: stream, expected: 1, found: 0 }],
  }));

/** Every report of every shop beside what was counted. */
const compared = async (
  at: ShownAt,
  sums: Sums,
  { signal, onProgress }: AuditWatch,
): Promise<readonly Difference[]> => {
  const shops = await at.db.anyFirst(sql.type(Id)`SELECT id FROM master.shop ORDER BY id`);
  const everywhere = [...new Set([...shops, ...sums.shops])];
  const pairs = REPORT_NAMES.flatMap((report) =>
    (ofChain(report) ? [0] : everywhere).map((shop) => ({ report, shop })),
  );
  const differences: Difference[] = [];
  for (const [index, { report, shop }] of pairs.entries()) {
    signal.throwIfAborted();
    differences.push(...differing(sums, report, shop, await totalsShown(at, report, shop)));
    const share = (index + 1) / pairs.length;
    await onProgress(COUNTED_PERCENT + Math.floor(share * (100 - COUNTED_PERCENT) * 0.9));
  }
  return differences;
};

const withExamples = async (
  at: ShownAt,
  log: LogCount,
  differences: readonly Difference[],
): Promise<readonly AuditDifference[]> => {
  const told = differences.filter(({ report, field }) => rowsTell(report, field));
  const broken = [...Map.groupBy(told, pairKey).values()];
  const pairs: Pair[] = broken.slice(0, MOST_PAIRS).flatMap((same) => {
    const [first] = same;
    return first === undefined
      ? []
      : [{ report: first.report, shop: first.shop, fields: same.map(({ field }) => field) }];
  });
  const rowsOf = await examplesOf(
    {
      events: (hear) => log.count(hear),
      rows: async ({ report, shop }, hear) => {
        for await (const rows of rowsShown(at, report, shop)) rows.forEach(hear);
      },
    },
    pairs,
  );
  return differences.slice(0, MOST_DIFFERENCES).map((one) => {
    const { places = 0 } = reportOf(one.report).figures[one.field] ?? {};
    const rows = rowsOf(one, one.field).map(({ key, expected, found }) => ({
      key,
      expected: wireSum(String(expected), places),
      found: wireSum(String(found), places),
    }));
    return inWords(one, rows);
  });
};

/** What the log comes to, each thirtieth by itself, and the shops that it names; what no fold took is {@link LogCount.unread}. */
export const countWhole = async (
  log: LogCount,
  others: readonly Counter[],
  onEvents?: (passed: number) => Promise<void>,
): Promise<{ readonly sums: ThirtiethSums; readonly shops: ReadonlySet<number> }> => {
  const [sums, shops] = [new ThirtiethSums(), new Set<number>()];
  const hear: Hear = (entry, stream) => {
    sums.add(stream, entry, 1);
    if (entry.shop > 0) shops.add(entry.shop);
  };
  await log.count(hear, onEvents, others);
  return { sums, shops };
};

/** Where the house says something else than sums that were counted; no rows are looked for. */
export const totalsDiffer = async (
  { db, routes }: Pick<AuditDeps, 'db' | 'routes'>,
  kept: ThirtiethSums,
  until: number,
  watch: AuditWatch,
): Promise<boolean> => (await compared({ db, routes, until }, new Sums(kept), watch)).length > 0;

const GOLD_PLACES = 3;
/** What a thirtieth comes to from its first event beside what was kept of it, for whoever reads differences. */
export const apartInWords = (differences: readonly Disparity[]): readonly AuditDifference[] =>
  differences.slice(0, MOST_DIFFERENCES).map(({ report, shop, field, counted, kept }) => {
    const name = REPORT_NAMES.find((one) => one === report);
    const { title, figures } = name === undefined ? { title: '金料平衡', figures: {} } : reportOf(name);
    const { label = field, places = GOLD_PLACES } = (figures as CountedReport['figures'])[field] ?? {};
    return {
      report: 'thirtieth',
      title: `${title}（重算与接续不符）`,
      field,
      label,
      shopId: shop,
      expected: wireSum(String(counted), places),
      found: wireSum(String(kept), places),
      rows: [],
    };
  });

/** `until`: the place to count up to, where that is not the present end of the log; `others`: what is counted beside the reports. */
export type AuditScope = { readonly until?: number; readonly others?: readonly Counter[] };
/**
 * Counts the whole log and compares; corrects nothing.
 * @throws {RangeError} on a store without a past to read; what the store and the database throw.
 */
export const selfAudited = async (
  { db, store, routes, caughtUp }: AuditDeps,
  watch: AuditWatch,
  { until: end, others = [] }: AuditScope = {},
): Promise<AuditOutcome> => {
  if (store.history === undefined) throw new RangeError('a self-audit reads the past of the store');
  const reports = REPORT_NAMES.length;
  const until = end ?? (await store.head());
  if (until < 0) return { reports, found: 0, differences: [], sums: new ThirtiethSums() };
  await caughtUp(until);
  const log = new LogCount(store, until, watch);
  const onEvents = (passed: number): Promise<void> =>
    watch.onProgress(Math.min(COUNTED_PERCENT, Math.floor((passed / (until + 1)) * COUNTED_PERCENT)));
  const { sums, shops } = await countWhole(log, others, onEvents);
  const at = { db, routes, until };
  const differences = await compared(at, new Sums(sums, shops), watch);
  const unread = unreadOf(log.unread);
  const list = [...unread, ...(await withExamples(at, log, differences))];
  const found = unread.length + differences.length;
  return { reports, found, differences: list, sums: unread.length === 0 ? sums : null };
};
