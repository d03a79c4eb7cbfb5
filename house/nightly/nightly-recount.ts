/**
 * NightlyRecount (R120, R126): counts every report's totals, and the gold, anew from the events and compares what the house
 * says; the gold of a night is kept among the recounts of gold, too.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { beginNight, recountedInto } from 'projections/gold-recount/records';
import { recounted, type Outcome } from 'projections/gold-recount/run';
import { readRoutes } from 'projections/registry';
import { selfAudited, type AuditOutcome } from 'projections/self-audit/run';
import { wireSum } from '../../services/contracts/sums.ts';
import { DIFFERENCE_WORDS, type DifferenceKind } from '../../services/gold-recount/contract.ts';
import { JobFailed, type JobFunction, type JobRun } from '../../services/platform/jobs/job-function.ts';
import { nextId } from '../../services/platform/streams/wire-ids.ts';
import { begin, end, tellProgress } from '../../services/self-audit/audits.ts';

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
const ALL = { shops: null, fineness: '' };
/** The gold by itself, stream by stream: the balance is counted by a path of its own (R91). `night`: its row; null: of no night. */
const goldCounted = async (run: JobRun, night: number | null, tell: Tell): Promise<Outcome> => {
  const [db, store] = [await run.db(), await run.store()];
  const deps = { db, store, caughtUp: (position: number) => caughtUp(run, position) };
  const watch = {
    signal: OPENED,
    onDone: (_done: number, share: number) => tell(TOTALS_PERCENT + Math.floor(share * (99 - TOTALS_PERCENT))),
  };
  const counted = await (night === null
    ? recounted(deps, ALL, watch)
    : recountedInto(deps, { id: night, scope: ALL, now: () => new Date() }, watch));
  run.say(`已核对 ${counted.done} 件首饰与旧料`);
  return counted;
};
const inAudit = ({ found, differences }: Outcome): Omit<AuditOutcome, 'reports'> => ({
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
const totalsCounted = async (run: JobRun, tell: Tell): Promise<AuditOutcome> => {
  const [db, store] = [await run.db(), await run.store()];
  const now = () => new Date();
  const routes = readRoutes({ db, store, now }, { daemon: null, health: () => [] });
  const deps = { db, store, routes, caughtUp: (position: number) => caughtUp(run, position) };
  const onProgress = (percent: number) => tell(Math.floor((percent / 100) * TOTALS_PERCENT));
  const counted = await selfAudited(deps, { signal: OPENED, onProgress });
  run.say(`已核对 ${counted.reports} 张报表的合计`);
  return counted;
};

export const nightlyRecount: JobFunction = async (run) => {
  const db = await run.db();
  const begun = await begin(db, run.runId, () => nextId(db));
  if (begun === null) throw new JobFailed('另一次自检正在进行');
  const { id, isOfNight } = begun;
  const tell = progressOf(db, id);
  const counted = await totalsCounted(run, tell);
  const night = isOfNight ? await beginNight(db, { id: await nextId(db), now: new Date() }) : null;
  const gold = inAudit(await goldCounted(run, night, tell));
  const found = counted.found + gold.found;
  const differences = [...counted.differences, ...gold.differences];
  await end(db, id, { reports: counted.reports + 1, found, differences });
  for (const { title, label, shopId, expected, found: shown, rows } of differences.slice(0, MOST_SAID))
    run.say(`${title} ${label} 分店${shopId}：应 ${expected}，现 ${shown} ${rows.map(({ key }) => key).join('、')}`);
  if (found > 0) throw new JobFailed(`${found} 处与事件不符`);
  run.say('没有差异');
};
