/**
 * NightlyRecount (R120, R126): counts every report's totals, and the gold, anew from the events and compares what the house
 * says; the gold of a night is kept among the recounts of gold, too.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { EVERYWHERE } from 'projections/gold-recount/count';
import { goldCounter } from 'projections/gold-recount/counter';
import { GoldOfDay, goldDiffers } from 'projections/gold-recount/day';
import { beginNight, endSoundNight, recountedInto } from 'projections/gold-recount/records';
import { recounted, type Outcome } from 'projections/gold-recount/run';
import { readRoutes } from 'projections/registry';
import { countOn, type DayResult } from 'projections/self-audit/day-count';
import type { ThirtiethSums } from 'projections/self-audit/thirtieth-sums';
import { REPORT_NAMES } from 'projections/self-audit/reports';
import { apartInWords, selfAudited, totalsDiffer, type AuditDeps, type AuditOutcome } from 'projections/self-audit/run';
import { wireSum } from '../../services/contracts/sums.ts';
import { DIFFERENCE_WORDS, type DifferenceKind } from '../../services/gold-recount/contract.ts';
import { JobFailed, type JobFunction, type JobRun } from '../../services/platform/jobs/job-function.ts';
import { nextId } from '../../services/platform/streams/wire-ids.ts';
import { begin, end as endAudit, tellProgress } from '../../services/self-audit/audits.ts';
import type { AuditCoverage, AuditDifference } from '../../services/self-audit/contract.ts';
import { keep, readLastCount, sealUp, type LastCount, type SealedEnd } from './last-count.ts';

const SEEN_MS = 60_000;
const LOOK_MS = 200;
const At = z.object({ position: z.int() });
/** Another process keeps the read models: this one waits until those that are read are there. A version that was left stands still for ever. */
const caughtUp = async (run: JobRun, position: number): Promise<void> => {
  const db = await run.db();
  for (const until = performance.now() + SEEN_MS; performance.now() < until; await pause(LOOK_MS)) {
    const least = await db.oneFirst(sql.type(At)`
      SELECT coalesce(min(position), ${position})::int8 AS position FROM projection.checkpoint WHERE state = 'live'`);
    if (least >= position) return;
  }
  throw new JobFailed('读模型落后于事件，未能核对');
};

type Tell = (percent: number) => Promise<void>;
/** Then the gold is counted. */
const TOTALS_PERCENT = 60;
const MOST_SAID = 100;
const OPENED = new AbortController().signal;
const GOLD = { report: 'gold-balance', title: '金料平衡', label: '金重' };
const grams = (mg: string) => wireSum(mg, 3);
/** `night`: its row; null: of no night. `until`: the place to count up to; absent: the end of the log. */
type Counting = { readonly night: number | null; readonly until: number | undefined; readonly tell: Tell };
/** The gold by itself, stream by stream: the balance is counted by a path of its own (R91). */
const goldCounted = async (run: JobRun, { night, until, tell }: Counting): Promise<Outcome> => {
  const [db, store] = [await run.db(), await run.store()];
  const deps = { db, store, until, caughtUp: (position: number) => caughtUp(run, position) };
  const watch = {
    signal: OPENED,
    onDone: (_done: number, share: number) => tell(TOTALS_PERCENT + Math.floor(share * (99 - TOTALS_PERCENT))),
  };
  const counted = await (night === null
    ? recounted(deps, EVERYWHERE, watch)
    : recountedInto(deps, { id: night, scope: EVERYWHERE, now: () => new Date() }, watch));
  run.say(`已核对 ${counted.done} 件首饰与旧料`);
  return counted;
};
const inAudit = ({ found, differences }: Outcome): Pick<AuditOutcome, 'found' | 'differences'> => ({
  found,
  differences: differences.map(({ kind, shop_id: shopId, thing, documents, counted_mg: counted, shown_mg: shown }) => ({
    ...GOLD,
    field: kind,
    label: DIFFERENCE_WORDS[kind as DifferenceKind] ?? kind,
    shopId,
    expected: grams(counted),
    found: grams(shown),
    rows: [{ key: [thing, ...documents].filter(Boolean).join(' '), expected: grams(counted), found: grams(shown) }],
  })),
});

const TOLD_MS = 500;
/** Told twice a second at most. */
const progressOf = (db: DatabasePool, id: number): Tell => {
  let last = { percent: -1, at: 0 };
  return async (percent: number): Promise<void> => {
    if (percent === last.percent || performance.now() - last.at < TOLD_MS) return;
    last = { percent, at: performance.now() };
    await tellProgress(db, id, percent);
  };
};
const auditDeps = async (run: JobRun): Promise<AuditDeps> => {
  const [db, store] = [await run.db(), await run.store()];
  const routes = readRoutes({ db, store, now: () => new Date() }, { daemon: null, health: () => [] });
  return { db, store, routes, caughtUp: (position: number) => caughtUp(run, position) };
};

/** A count of everything, from the first event. */
type WholeCount = Counting & {
  /** Why; said on the page. */
  readonly why: string;
};
type CountOutcome = {
  readonly found: number;
  readonly differences: readonly AuditDifference[];
  readonly coverage: AuditCoverage;
  /** Sums that the next night may go on from; null: streams lack in them. */
  readonly sums: ThirtiethSums | null;
  /** Counted from the first event; null: all were. */
  readonly anew: number | null;
};
const wholeCounted = async (run: JobRun, { why, ...counting }: WholeCount): Promise<CountOutcome> => {
  const deps = await auditDeps(run);
  const until = counting.until ?? (await deps.store.head());
  const onProgress = (percent: number) => counting.tell(Math.floor((percent / 100) * TOTALS_PERCENT));
  const totals = await selfAudited(deps, { signal: OPENED, onProgress }, { until, others: [goldCounter] });
  run.say(`已核对 ${totals.reports} 张报表的合计`);
  const gold = inAudit(await goldCounted(run, { ...counting, until }));
  return {
    found: totals.found + gold.found,
    differences: [...totals.differences, ...gold.differences],
    coverage: { thirtieth: null, after: -1, until, events: until + 1, recounted: 0, why },
    sums: totals.sums,
    anew: null,
  };
};

/** A count that went on from the last one. */
type DayOutcome = CountOutcome & {
  /** Why everything has to be counted nevertheless; null: what was counted is what the house says. */
  readonly doubt: string | null;
  readonly things: number;
};
/** What of a day's count the house says otherwise, in a word. */
const doubtOf = async (
  deps: AuditDeps,
  { unread, booksMoved, apart }: DayResult,
  { sums, gold, until }: { readonly sums: ThirtiethSums; readonly gold: GoldOfDay; readonly until: number },
  tell: Tell,
): Promise<string | null> => {
  if (unread.length > 0) return '有记录无法接续';
  if (booksMoved) return '有盘点审核或反审核';
  if (apart.length > 0) return '重算的一份与接续的合计不符';
  const watch = { signal: OPENED, onProgress: tell };
  const differs =
    gold.differs || (await goldDiffers(deps.db, sums, until)) || (await totalsDiffer(deps, sums, until, watch));
  return differs ? '接续的合计与报表不符' : null;
};
const dayCounted = async (
  run: JobRun,
  sums: ThirtiethSums,
  { position: after, thirtieth }: LastCount,
  { until, tell }: { readonly until: number; readonly tell: Tell },
): Promise<DayOutcome> => {
  const deps = await auditDeps(run);
  await deps.caughtUp(until);
  const gold = new GoldOfDay(deps.db, until);
  const request = { after, until, thirtieth, others: [goldCounter] };
  const result = await countOn(deps.store, sums, request, {
    signal: OPENED,
    onEntries: (entries) => gold.take(entries),
  });
  await gold.end();
  const { events, recounted: again, apart } = result;
  run.say(`已接续 ${events} 个事件，并由第一个事件重算第 ${thirtieth + 1} 份（${again} 个事件）`);
  return {
    found: apart.length,
    differences: apartInWords(apart),
    coverage: { thirtieth: thirtieth + 1, after, until, events, recounted: again, why: '' },
    sums,
    anew: thirtieth,
    things: gold.done,
    doubt: await doubtOf(deps, result, { sums, gold, until }, tell),
  };
};

type NightRun = { readonly id: number; readonly isOfNight: boolean; readonly tell: Tell };
const ASKED = '手动自检';
/** Where the count is to end and what it may go on from. */
type Beginning =
  | { readonly end: SealedEnd; readonly last: LastCount }
  /** Why nothing is kept. */
  | { readonly end: null; readonly why: string };
const beginningOf = async (run: JobRun): Promise<Beginning> => {
  const end = await sealUp(run);
  return typeof end === 'string' ? { end: null, why: end } : { end, last: await readLastCount(run, end) };
};
/** Goes on from the last count where it may, and counts everything where that is not enough. */
const counted = async (run: JobRun, { isOfNight, tell }: NightRun, beginning: Beginning): Promise<CountOutcome> => {
  const db = await run.db();
  const night = isOfNight ? await beginNight(db, { id: await nextId(db), now: new Date() }) : null;
  const until = beginning.end?.until;
  const whole = (why: string) => wholeCounted(run, { night, until, tell, why });
  if (night === null) return whole(ASKED);
  if (beginning.end === null) return whole(beginning.why);
  const { end, last } = beginning;
  if (last.sums === null) return whole(last.why);
  const day = await dayCounted(run, last.sums, last, { until: end.until, tell });
  if (day.doubt !== null) {
    run.say(`${day.doubt}，全部重算`);
    const all = await whole(day.doubt);
    return { ...all, found: all.found + day.found, differences: [...day.differences, ...all.differences] };
  }
  await endSoundNight(db, night, { done: day.things, now: new Date() });
  run.say(`已核对 ${day.things} 件首饰与旧料`);
  return day;
};

/** Told and kept together: what was cut off before is counted again, and nothing twice. */
const finish = async (db: DatabasePool, id: number, outcome: CountOutcome, beginning: Beginning): Promise<void> => {
  const { found, differences, coverage, sums, anew } = outcome;
  await db.transaction(async (tx) => {
    await endAudit(tx, id, { reports: REPORT_NAMES.length + 1, found, differences, coverage });
    if (sums !== null && beginning.end !== null) await keep(tx, beginning.end, beginning.last, { sums, anew });
  });
};

export const nightlyRecount: JobFunction = async (run) => {
  const db = await run.db();
  const begun = await begin(db, run.runId, () => nextId(db));
  if (begun === null) throw new JobFailed('另一次自检正在进行');
  const beginning = await beginningOf(run);
  const outcome = await counted(run, { ...begun, tell: progressOf(db, begun.id) }, beginning);
  await finish(db, begun.id, outcome, beginning);
  const { found, differences } = outcome;
  for (const { title, label, shopId, expected, found: shown, rows } of differences.slice(0, MOST_SAID))
    run.say(`${title} ${label} 分店${shopId}：应 ${expected}，现 ${shown} ${rows.map(({ key }) => key).join('、')}`);
  if (found > 0) throw new JobFailed(`${found} 处与事件不符`);
  run.say('没有差异');
};
