/** Tenants (S2§2.10; R128). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { addDays, dayOf } from 'services/contracts/dates';
import { route } from 'services/contracts/route';
import type { Route } from 'services/contracts/route';
import { TenantReminder, TenantRow } from 'services/master-data/contract';
import { holds } from 'services/platform/base/text-search';
import { tenantList } from './contract.ts';
import { keysOf } from 'services/contracts/maintainers';
import { NEWEST_FIRST, equals, listRoutes, ordered, page, recordRoute, type Source } from './reading.ts';

const KEYS = keysOf('admin:bizTenant', 'export');
const tenants: Source<typeof TenantRow> = {
  row: TenantRow,
  columns: sql.fragment`id, name, code, url, start_date::text AS "startDate", end_date::text AS "endDate",
    remind_date::text AS "remindDate", service_fee_fen::float8 / 100 AS "serviceFee", status,
    created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: sql.fragment`master.biz_tenant`,
  alias: 'biz_tenant',
};
const COLUMNS = [
  ['name', '名称'],
  ['code', '编码'],
  ['url', '地址'],
  ['startDate', '开始日期'],
  ['endDate', '结束日期'],
  ['remindDate', '提醒日期'],
  ['serviceFee', '服务费'],
  ['status', '状态'],
] as const;
/** How long after its end it is still told of. */
const REMIND_DAYS = 30;
const remindersRoute = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: `${tenantList.path}/reminders`,
    summary: '到期提醒',
    allow: KEYS,
    data: z.array(TenantReminder),
    handler: async () => {
      const day = dayOf(new Date());
      const found = await db.any(sql.type(TenantReminder)`
        SELECT id, name, end_date::text AS "endDate", remind_date::text AS "remindDate" FROM master.biz_tenant
        WHERE status = '2' AND remind_date <= ${day}::date
          AND (end_date IS NULL OR end_date >= ${addDays(day, -REMIND_DAYS)}::date)
        ORDER BY remind_date, id LIMIT 100`);
      return { data: [...found] };
    },
  });
export const tenantRoutes = (db: CommonQueryMethods): Route[] => [
  remindersRoute(db),
  ...listRoutes(db, {
    endpoint: tenantList,
    summary: '租户列表',
    exported: { name: '租户', needs: 'admin:bizTenant:export', columns: COLUMNS },
    allow: KEYS,
    read: (at, { query }) =>
      page(at, tenants, {
        where: [
          holds(['biz_tenant', 'name'], query.name),
          holds(['biz_tenant', 'code'], query.code),
          equals(['status'], query.status),
        ],
        order: ordered(query, ['name'], NEWEST_FIRST),
        paging: query,
      }),
  }),
  recordRoute(db, { path: tenantList.path, title: '租户', allow: KEYS, row: TenantRow, source: () => tenants }),
];
