/** QuoteFeed (R120): reads the feed of metal prices, so that its going away is seen before somebody looks. */
import { sql } from 'slonik';
import { z } from 'zod';
import { JobFailed, type JobFunction } from '../platform/jobs/job-function.ts';
import { outbound } from '../platform/outbound/outbound.ts';
import { FEED_SETTING } from './contract.ts';
import { httpFeed } from './http-feed.ts';

const TIMEOUT_MS = 10_000;
const Value = z.object({ value: z.string() });
export const quoteFeed: JobFunction = async (run) => {
  const db = await run.db();
  const url = await db.maybeOneFirst(sql.type(Value)`
    SELECT trim(config_value) AS value FROM master.config WHERE config_key = ${FEED_SETTING}`);
  if (url === null || url === '') throw new JobFailed(`没有设置行情源（${FEED_SETTING}）`);
  const { rows } = await httpFeed(url, outbound(run.outboundHosts ?? []))
    .read(AbortSignal.timeout(TIMEOUT_MS))
    .catch((error: unknown) => {
      throw new JobFailed(`行情源没有答复：${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    });
  for (const { name, recycle, sell } of rows) run.say(`${name} 回收 ${recycle ?? '—'} 销售 ${sell ?? '—'}`);
};
