/** Writing tenants (S2§2.10; R128): a register, nothing is divided by it. */
import { refuse, refuseField, type Refusal } from '../../contracts/refusal.ts';
import type { Route } from '../../contracts/route.ts';
import { fenFromYuan } from '../../contracts/units.ts';
import type { MasterRow } from '../../platform/rows/master.ts';
import { TENANT_BLANK, TENANT_TERM, TenantBody, TenantEdit, isTerm, isTold } from '../contract.ts';
import { keysOf } from '../../contracts/maintainers.ts';
import { resourceRoutes, type ResourceDeps } from '../resource.ts';

/** What is undefined stays as it is. */
const columnsOf = ({ startDate, endDate, remindDate, serviceFee, ...rest }: TenantEdit): MasterRow => ({
  ...rest,
  start_date: startDate,
  end_date: endDate,
  remind_date: remindDate,
  service_fee_fen: serviceFee == null ? serviceFee : fenFromYuan(serviceFee),
});
const dayIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
/** Against the date that an edit leaves out. */
const wrongTerm = ({ startDate, endDate }: TenantEdit, before: MasterRow | null): Refusal | null => {
  const term = {
    startDate: startDate === undefined ? dayIn(before?.['start_date']) : startDate,
    endDate: endDate === undefined ? dayIn(before?.['end_date']) : endDate,
  };
  return isTerm(term) ? null : refuseField('tenant.term', TENANT_TERM.path, TENANT_TERM.message);
};
/** Against what an edit leaves out: what it leaves of the row is something to know it by. */
const leftBlank = (body: TenantEdit, before: MasterRow | null): Refusal | null => {
  const after: MasterRow = { ...before, ...Object.fromEntries(given(columnsOf(body))) };
  const text = (name: string): string => (typeof after[name] === 'string' ? after[name] : '');
  const told = {
    name: text('name'),
    code: text('code'),
    url: text('url'),
    startDate: dayIn(after['start_date']),
    endDate: dayIn(after['end_date']),
    remindDate: dayIn(after['remind_date']),
    serviceFee: after['service_fee_fen'] == null ? null : 0,
  };
  return isTold(told) ? null : refuseField('tenant.blank', TENANT_BLANK.path, TENANT_BLANK.message);
};
const given = (row: MasterRow) => Object.entries(row).filter(([, value]) => value !== undefined);
const taken = () =>
  refuse('conflict', 'tenant.code_taken', '租户编码已存在', { fields: [{ path: 'code', message: '租户编码已存在' }] });

export const tenantRoutes = (deps: ResourceDeps): readonly Route[] =>
  resourceRoutes(deps, {
    title: '租户',
    path: '/biz-tenant',
    table: { name: 'biz_tenant', key: 'id' },
    allow: { add: 'admin:bizTenant:add', edit: 'admin:bizTenant:edit', remove: 'admin:bizTenant:remove' },
    history: { allow: keysOf('admin:bizTenant') },
    body: TenantBody,
    edit: TenantEdit,
    columns: columnsOf,
    changes: columnsOf,
    onEdit: async ({ body, before }) => wrongTerm(body, before) ?? leftBlank(body, before),
    taken: { biz_tenant_code: taken },
  });
