/** 异常 (R148), write side: its events, and who says that he saw a row. */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { route, type Answer, type Call, type Route } from '../contracts/route.ts';
import { seesShop, shopScope, type SessionUser } from '../contracts/user.ts';
import { LISTS, TEXTS, rawText } from '../contracts/values.ts';
import type { SliceModule } from '../platform/slice/slice.ts';
import { EXCEPTION_SCHEMA, ExceptionEvent } from './contract.ts';
import { exceptionsOf, type NamedException } from './live-checks.ts';

const SEEN_SQL = `CREATE TABLE master.exception_seen (
  id text PRIMARY KEY,
  count integer NOT NULL,
  seen_by bigint NOT NULL,
  seen_name text NOT NULL,
  seen_at timestamptz NOT NULL
);`;
const SeenBody = z.object({
  ids: z.array(rawText(TEXTS.filter)).min(1, '请选择数据').max(LISTS.ids, `一次最多处理${LISTS.ids}条`),
});

/** Rows of no shop are the chain's. */
const seesRow = (user: SessionUser, { shopId }: NamedException): boolean =>
  shopId === null ? shopScope(user) === null : seesShop(user, shopId);
const whyNot = (user: SessionUser, asked: ReadonlySet<string>, found: readonly NamedException[]): Refusal | null => {
  if (found.length < asked.size || !found.every((row) => seesRow(user, row)))
    return refuse('not-found', 'exception.unknown', '异常不存在');
  return found.some(({ people }) => people.includes(user.id))
    ? refuse('conflict', 'exception.own', '与本人有关的异常要由别人阅')
    : null;
};

type SeenCall = Call<unknown, unknown, z.output<typeof SeenBody>>;
const markSeen = async (db: DatabasePool, { body, user, now }: SeenCall): Promise<Answer<null> | Refusal> => {
  const ids = new Set(body.ids);
  const found = await exceptionsOf(db, [...ids]);
  const refused = whyNot(user, ids, found);
  if (refused !== null) return refused;
  const rows = found.map(({ id, count }) => [id, count]);
  await db.query(sql.unsafe`
    INSERT INTO master.exception_seen AS s (id, count, seen_by, seen_name, seen_at)
    SELECT t.id, t.count, ${user.id}, ${user.nickName}, ${now.toISOString()}::timestamptz
    FROM ${sql.unnest(rows, ['text', 'int4'])} AS t (id, count)
    ON CONFLICT (id) DO UPDATE SET count = excluded.count, seen_by = excluded.seen_by, seen_name = excluded.seen_name,
      seen_at = excluded.seen_at WHERE s.count < excluded.count`);
  return { data: null, msg: '已阅' };
};

const routesOf = (db: DatabasePool): readonly Route[] => [
  route({
    method: 'PUT',
    path: '/report-exception/seen',
    summary: '异常已阅',
    allow: 'report:reportException:seen',
    body: SeenBody,
    data: z.null(),
    handler: (call) => markSeen(db, call),
  }),
];

export const exceptionSlice: SliceModule = {
  events: [{ union: ExceptionEvent, schema: EXCEPTION_SCHEMA }],
  migrations: [{ id: 'exception-001-seen', sql: SEEN_SQL }],
  create: ({ master }) => ({ name: 'exception', routes: routesOf(master) }),
};
