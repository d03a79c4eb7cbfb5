/** Who could do what at the end of a day, and what was changed in it (R126): of one user, or of one permission. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { addDays, dayOf } from '../contracts/dates.ts';
import { pageOf } from '../contracts/envelope.ts';
import { isRefusal, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Route } from '../contracts/route.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { DayOfRights } from './rights-changes.ts';
import { RIGHTS_PATH, RightsHolder, RightsKey, RightsSnapshot, SnapshotQuery, rightsWho } from './rights-contract.ts';
import { holdersThen } from './rights-holders.ts';
import { rightsOfPerson } from './rights-of-person.ts';

const SEES = 'admin:rights:list';
const midnight = (day: string): string => `${day}T00:00:00+08:00`;
const Baseline = z.object({ at: z.string() });
/** The day, and when it begins and ends; a 422 for days that are not over the horizon of what is kept. */
const dayAsked = async (
  db: CommonQueryMethods,
  asked: string | undefined,
  now: Date,
): Promise<(DayOfRights & { readonly day: string }) | Refusal> => {
  const today = dayOf(now);
  const day = asked ?? today;
  if (day > today) return refuseField('rights.day', 'day', '日期不能晚于今天');
  const at = await db.oneFirst(sql.type(Baseline)`SELECT min(at)::text AS at FROM master.rights_baseline`);
  const first = dayOf(new Date(at));
  if (day < first) return refuseField('rights.day', 'day', `最早只能查看${first}的权限`);
  return { day, from: midnight(day), until: midnight(addDays(day, 1)) };
};

const NO_PERMISSION = refuseField('rights.permission', 'permission', '请选择权限');
const NO_USER = refuseField('rights.user', 'userId', '请选择用户');
const personRoute = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: RIGHTS_PATH,
    summary: '某人某天的权限',
    allow: SEES,
    query: SnapshotQuery,
    data: RightsSnapshot,
    handler: async ({ query: { userId, day }, user, now }) => {
      if (userId === undefined) return NO_USER;
      const asked = await dayAsked(db, day, now);
      if (isRefusal(asked)) return asked;
      const data = await rightsOfPerson(db, { userId, viewer: user }, asked);
      return isRefusal(data) ? data : { data };
    },
  });
const whoRoute = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: rightsWho.path,
    summary: '谁有该权限',
    allow: SEES,
    query: rightsWho.query,
    data: pageOf(RightsHolder),
    handler: async ({ query, user, now }) => {
      if (query.permission === undefined) return NO_PERMISSION;
      const refused = query.shopId === undefined ? null : limitShops(user, [query.shopId]);
      if (refused !== null) return refused;
      const asked = await dayAsked(db, query.day, now);
      return isRefusal(asked) ? asked : { data: await holdersThen(db, query, asked.until, user) };
    },
  });
const keysRoute = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: `${RIGHTS_PATH}/keys`,
    summary: '可查询的权限',
    allow: SEES,
    data: z.array(RightsKey),
    handler: async () => ({
      data: [
        ...(await db.any(sql.type(RightsKey)`
          SELECT DISTINCT ON (m.permission) m.permission AS value, coalesce(page.title || '·', '') || m.title AS label
          FROM master.sys_menu m LEFT JOIN master.sys_menu page ON page.id = m.parent_id
          WHERE m.permission <> '' ORDER BY m.permission, m.id`)),
      ],
    }),
  });
export const rightsSnapshotRoutes = (db: CommonQueryMethods): readonly Route[] => [
  personRoute(db),
  whoRoute(db),
  keysRoute(db),
];
