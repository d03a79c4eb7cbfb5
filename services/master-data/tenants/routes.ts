/** Writing tenants (S2§2.10; R128): a register, nothing is divided by it. */
import { refuse } from '../../contracts/refusal.ts';
import type { Route } from '../../contracts/route.ts';
import { fenFromYuan } from '../../contracts/units.ts';
import type { MasterRow } from '../../platform/master.ts';
import { TenantBody } from '../contract.ts';
import { keysOf } from '../../contracts/maintainers.ts';
import { historyRoute } from '../../platform/row-history.ts';
import { resourceRoutes, type ResourceDeps } from '../resource.ts';

const columnsOf = ({ startDate, endDate, remindDate, serviceFee, ...rest }: TenantBody): MasterRow => ({
  ...rest,
  start_date: startDate,
  end_date: endDate,
  remind_date: remindDate,
  service_fee_fen: serviceFee === null ? null : fenFromYuan(serviceFee),
});
const taken = () =>
  refuse('conflict', 'tenant.code_taken', '租户编码已存在', { fields: [{ path: 'code', message: '租户编码已存在' }] });

export const tenantRoutes = (deps: ResourceDeps): readonly Route[] => [
  historyRoute(deps.pool, {
    path: '/biz-tenant',
    title: '租户',
    table: 'biz_tenant',
    allow: keysOf('admin:bizTenant'),
  }),
  ...resourceRoutes(deps, {
    title: '租户',
    path: '/biz-tenant',
    table: { name: 'biz_tenant', key: 'id' },
    allow: { add: 'admin:bizTenant:add', edit: 'admin:bizTenant:edit', remove: 'admin:bizTenant:remove' },
    body: TenantBody,
    edit: TenantBody,
    columns: columnsOf,
    changes: columnsOf,
    taken: { biz_tenant_code: taken },
  }),
];
