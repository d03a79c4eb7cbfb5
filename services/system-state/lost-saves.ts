/** Saves that were acknowledged and that the log no longer has, as far as nobody has seen to them. */
import { sql } from 'slonik';
import { z } from 'zod';
import { attention, good, type StateCheck } from './check.ts';

const COUNTED = 1_000;
const Known = z.object({ known: z.boolean() });
const Lost = z.object({ many: z.int(), last: z.string().nullable() });
export const lostSaves: StateCheck = {
  name: 'lost-saves',
  title: '丢失的保存',
  ask: async (db) => {
    // Beside a release of before there is no column yet.
    const known = await db.oneFirst(sql.type(Known)`SELECT EXISTS (SELECT FROM pg_attribute
      WHERE attrelid = to_regclass('master.command') AND attname = 'lost_done_at') AS known`);
    if (!known) return good('没有');
    const { many, last } = await db.one(sql.type(Lost)`
      SELECT count(*)::int AS many, to_char(max(lost_at) AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') AS last
      FROM (SELECT lost_at FROM master.command WHERE lost_at IS NOT NULL AND lost_done_at IS NULL
        ORDER BY lost_at DESC LIMIT ${COUNTED + 1}) AS few`);
    if (many === 0) return good('没有');
    return attention(
      `${many > COUNTED ? `${COUNTED} 次以上` : `${many} 次`}已确认的保存不在现在的日志中（最近一次丢失于 ${last ?? ''}）`,
      '在“日志里已没有的保存”中逐条核对，需要的重新录入，然后标为已处理',
    );
  },
};
