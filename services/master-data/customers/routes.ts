/** Writing customers. One telephone is one enabled customer (R50), however it is written; one card number is one customer. */
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { refuse } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Route } from '../../contracts/route.ts';
import type { MasterRow } from '../../platform/master.ts';
import { CustomerBody, phoneDigits } from '../contract.ts';
import { resourceRoutes, type ResourceDeps } from '../resource.ts';

const Name = z.object({ name: z.string() });
const columnsOf = (body: CustomerBody): MasterRow => ({ ...body, mobile_digits: phoneDigits(body.mobile) });

type UniqueField = { readonly column: 'mobile_digits' | 'vip'; readonly field: string; readonly what: string };
/** Names the customer who has it: most often the one the shop was about to enter again. */
const registered =
  (pool: DatabasePool, { column, field, what }: UniqueField) =>
  async (columns: MasterRow): Promise<Refusal> => {
    const name = await pool.maybeOneFirst(
      sql.type(Name)`SELECT name FROM master.customer WHERE ${sql.identifier([column])} = ${String(columns[column])}
          ORDER BY status DESC LIMIT 1`,
    );
    const message = `${what}已登记为客户${name ?? ''}`;
    return refuse('conflict', `customer.${field}_taken`, message, { fields: [{ path: field, message }] });
  };

export const customerRoutes = (deps: ResourceDeps): readonly Route[] =>
  resourceRoutes(deps, {
    title: '客户',
    path: '/base-customer',
    table: { name: 'customer', key: 'id' },
    allow: { add: 'base:baseCustomer:add', edit: 'base:baseCustomer:edit', remove: 'base:baseCustomer:remove' },
    body: CustomerBody,
    edit: CustomerBody,
    columns: columnsOf,
    changes: columnsOf,
    onEdit: async ({ before }) =>
      before?.['walk_in'] === true ? refuse('conflict', 'customer.walk_in', '散客是系统客户，不能修改') : null,
    keep: async (_tx, row) => (row['walk_in'] === true ? '散客是系统客户，不能删除' : null),
    taken: {
      customer_mobile: registered(deps.pool, { column: 'mobile_digits', field: 'mobile', what: '该手机号' }),
      customer_vip: registered(deps.pool, { column: 'vip', field: 'vip', what: '该卡号' }),
    },
    usage: (row) => ({ kind: 'customer', id: Number(row['id']), name: String(row['name']) }),
  });
