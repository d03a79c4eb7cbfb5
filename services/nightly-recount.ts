/** NightlyRecount (R120): counts gold and pieces anew from the events alone and compares the read models with them. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'slonik';
import { z } from 'zod';
import { recounted } from 'projections/gold-recount/run';
import { DIFFERENCE_WORDS, type DifferenceKind } from './gold-recount/contract.ts';
import { JobFailed, type JobFunction, type JobRun } from './platform/job-function.ts';

const SEEN_MS = 60_000;
const LOOK_MS = 200;
const At = z.object({ position: z.int() });
/** Another process keeps the read models: this one waits until their checkpoints are there. */
const caughtUp = async (run: JobRun, position: number): Promise<void> => {
  const db = await run.db();
  for (const until = performance.now() + SEEN_MS; performance.now() < until; await pause(LOOK_MS)) {
    const least = await db.oneFirst(sql.type(At)`
      SELECT coalesce(min(position), ${position})::int8 AS position FROM projection.checkpoint`);
    if (least >= position) return;
  }
  throw new JobFailed('读模型落后于事件，未能核对');
};

const MOST_SAID = 100;
export const nightlyRecount: JobFunction = async (run) => {
  const [db, store] = [await run.db(), await run.store()];
  const deps = { db, store, caughtUp: (position: number) => caughtUp(run, position) };
  const { signal } = new AbortController();
  const scope = { shops: null, fineness: '' };
  const { found, differences, done } = await recounted(deps, scope, { signal, onDone: async () => undefined });
  run.say(`已核对 ${done} 件首饰与旧料`);
  for (const { kind, thing, documents, counted_mg: counted, shown_mg: shown } of differences.slice(0, MOST_SAID))
    run.say(
      `${DIFFERENCE_WORDS[kind as DifferenceKind] ?? kind} ${thing} ${documents.join('、')}：应 ${counted} mg，现 ${shown} mg`,
    );
  if (found > 0) throw new JobFailed(`${found} 处与事件不符`);
  run.say('没有差异');
};
