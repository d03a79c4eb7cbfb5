/** Whoever has entered again what the log lost says so: the list keeps it, and 系统状态 asks for it no more. */
import { sql, type DatabasePool, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { Ids } from '../contracts/envelope.ts';
import { route, type Answer, type Route } from '../contracts/route.ts';
import type { Actor } from '../contracts/user.ts';
import { HANDLED_KEY, lostSaveList } from './lost-contract.ts';

type HandlingAuthor = Pick<Actor, 'user' | 'now'>;
const ALL = sql.fragment`TRUE`;
const handle = async (
  db: DatabasePool,
  which: FragmentSqlToken,
  { user, now }: HandlingAuthor,
): Promise<Answer<null>> => {
  const { rowCount } = await db.query(sql.unsafe`
    UPDATE master.command SET lost_done_at = ${now.toISOString()}::timestamptz, lost_done_by = ${user.nickName}
    WHERE lost_at IS NOT NULL AND lost_done_at IS NULL AND ${which}`);
  return { data: null, msg: `已标记${rowCount}条为已处理` };
};

export const lostSaveRoutes = (db: DatabasePool): readonly Route[] => [
  route({
    method: 'PUT',
    path: `${lostSaveList.path}/handled`,
    summary: '标记丢失的保存为已处理',
    allow: HANDLED_KEY,
    body: Ids,
    data: z.null(),
    handler: ({ body, ...by }) => handle(db, sql.fragment`id = ANY (${sql.array([...body.ids], 'int8')})`, by),
  }),
  route({
    method: 'POST',
    path: `${lostSaveList.path}/finish`,
    summary: '标记全部丢失的保存为已处理',
    allow: HANDLED_KEY,
    data: z.null(),
    handler: (by) => handle(db, ALL, by),
  }),
];
