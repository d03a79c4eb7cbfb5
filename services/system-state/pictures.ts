/** Pictures that events and rows name and that are not there, as the job 图片核对 found them. */
import { sql } from 'slonik';
import { z } from 'zod';
import { attention, bad, found, whenHigh, type StateCheck } from './check.ts';
import { THRESHOLDS } from './thresholds.ts';

const COUNTED = 1_000;
const DAY_MS = 24 * 3_600_000;
const START = '在“定时任务”中启动“图片核对”，或执行一次';
const Checked = z.object({
  looked: z.number().nullable(),
  missing: z.int(),
  example: z.string().nullable(),
});
export const pictures: StateCheck = {
  name: 'pictures',
  title: '图片文件',
  ask: async (db, { clock }) => {
    const { looked, missing, example } = await db.one(sql.type(Checked)`
      SELECT (SELECT (extract(epoch FROM looked_at) * 1000)::float8 FROM master.picture_check) AS looked,
        (SELECT count(*)::int FROM (SELECT 1 FROM master.picture_missing ORDER BY name LIMIT ${COUNTED + 1}) AS few) AS missing,
        (SELECT name || '（' || named_by || '）' FROM master.picture_missing ORDER BY name LIMIT 1) AS example`);
    if (missing > 0) {
      const many = missing > COUNTED ? `${COUNTED} 张以上` : `${missing} 张`;
      return bad(`缺少 ${many}，例如 ${example ?? ''}`, '从备份或原来的 DATA_DIR/files 找回，再执行一次“图片核对”');
    }
    if (looked === null) return attention('还没有核对', START);
    const age = clock().getTime() - looked;
    const text = age < DAY_MS ? '都在，最近 24 小时内核对过' : `都在，${Math.floor(age / DAY_MS)} 天前核对`;
    return found(whenHigh(age, THRESHOLDS.picturesAgeMs), text, START);
  },
};
