/** Which process saves, and since when. */
import { sql } from 'slonik';
import { z } from 'zod';
import { attention, good, type StateCheck } from './check.ts';

const Known = z.object({ known: z.boolean() });
const Writer = z.object({ address: z.string().nullable(), since: z.string(), lives: z.boolean() });

export const writer: StateCheck = {
  name: 'writer',
  title: '负责保存',
  ask: async (db, { config, running }) => {
    if (config.eventStoreUrl !== undefined) return good('用 EventStoreDB：每个进程都保存');
    const known = await db.oneFirst(sql.type(Known)`SELECT to_regclass('es.writer') IS NOT NULL AS known`);
    const row = known
      ? await db.maybeOne(sql.type(Writer)`
          SELECT w.address, coalesce(to_char(w.since AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI'), '') AS since,
            EXISTS (SELECT FROM pg_stat_get_activity(w.pid) a WHERE a.backend_start = w.began) AS lives
          FROM es.writer w`)
      : null;
    if (row?.lives === true) return good(`${row.address ?? '没有地址的进程'}，自 ${row.since}`);
    return running
      ? attention('没有进程负责', '启动一个ROLES含api的进程；几秒后还是这样时看它的日志')
      : good('没有进程在运行');
  },
};
