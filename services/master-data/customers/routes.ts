/** Writing customers. One telephone is one customer, however it is written; so is one card number. */
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
      sql.type(Name)`SELECT name FROM master.customer WHERE ${sql.identifier([column])} = ${String(columns[column])}`,
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
    taken: {
      customer_mobile: registered(deps.pool, { column: 'mobile_digits', field: 'mobile', what: '该手机号' }),
      customer_vip: registered(deps.pool, { column: 'vip', field: 'vip', what: '该卡号' }),
    },
    usage: (row) => ({ kind: 'customer', id: Number(row['id']), name: String(row['name']) }),
  });
