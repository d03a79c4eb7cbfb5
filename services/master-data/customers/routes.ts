/** Writing customers. One telephone is one enabled customer (R50), however it is written; one card number is one customer. */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { refuse } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { isMasked, refuseOtherMask } from '../../contracts/person.ts';
import type { Route } from '../../contracts/route.ts';
import type { MasterRow } from '../../platform/rows/master.ts';
import { phoneDigits } from '../../contracts/phone.ts';
import { proofField } from '../../contracts/proof.ts';
import { approvalField } from '../../contracts/word.ts';
import { CustomerBody, CustomerEdit } from '../contract.ts';
import { isErased } from '../../platform/rows/personal-rows.ts';
import { judgeNumber, type NumberDeps } from './number.ts';
import { resourceRoutes, type ResourceDeps } from '../resource.ts';

const Name = z.object({ name: z.string() });
const columnsOf = (body: CustomerBody): MasterRow => ({ ...body, mobile_digits: phoneDigits(body.mobile) });
/** Masks stand for what is stored. */
const changesOf = (body: CustomerBody): MasterRow =>
  Object.fromEntries(
    Object.entries(columnsOf(body)).filter(
      ([name, value]) => !isMasked(value) && !(name === 'mobile_digits' && isMasked(body.mobile)),
    ),
  );

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

/** A merged record is as it was when it is parted again. */
const whyNotEdited = (before: MasterRow | null): Refusal | null => {
  if (before !== null && isErased(before)) return refuse('conflict', 'customer.erased', '该客户已注销，不能修改');
  if (before?.['walk_in'] === true) return refuse('conflict', 'customer.walk_in', '散客是系统客户，不能修改');
  return before?.['merged_into'] == null
    ? null
    : refuse('conflict', 'customer.merged', '该客户已合并到其他客户，请先撤销合并');
};
const Found = z.object({ found: z.boolean() });
const hasMerged = (tx: CommonQueryMethods, id: number): Promise<boolean> =>
  tx.oneFirst(sql.type(Found)`
    SELECT EXISTS (SELECT 1 FROM master.customer WHERE merged_into = ${id}::bigint) AS found`);
const agreed = (tx: CommonQueryMethods, id: number): Promise<boolean> =>
  tx.oneFirst(sql.type(Found)`
    SELECT EXISTS (SELECT 1 FROM master.customer_consent WHERE customer_id = ${id}::bigint) AS found`);
const collects = (tx: CommonQueryMethods, id: number): Promise<boolean> =>
  tx.oneFirst(sql.type(Found)`
    SELECT EXISTS (SELECT 1 FROM master.write_off WHERE customer_id = ${id}::bigint) AS found`);
const EditBody = CustomerEdit.extend({ approval: approvalField(), proof: proofField() });
export const customerRoutes = (deps: ResourceDeps & Omit<NumberDeps, 'pool'>): readonly Route[] =>
  resourceRoutes(deps, {
    title: '客户',
    path: '/base-customer',
    table: { name: 'customer', key: 'id' },
    allow: { add: 'base:baseCustomer:add', edit: 'base:baseCustomer:edit', remove: 'base:baseCustomer:remove' },
    body: CustomerBody,
    edit: EditBody,
    beforeEdit: (call) => judgeNumber(deps, call),
    columns: columnsOf,
    changes: ({ approval: _word, proof: _code, ...body }) => changesOf(body),
    onEdit: async ({ before, body }) =>
      whyNotEdited(before) ?? refuseOtherMask('mobile', body.mobile, before?.['mobile']),
    keep: async (tx, row) => {
      if (row['walk_in'] === true) return '散客是系统客户，不能删除';
      if (row['merged_into'] != null) return '该客户已合并到其他客户，不能删除';
      if (await collects(tx, Number(row['id']))) return '该客户已有礼品核销记录，不能删除';
      if (await agreed(tx, Number(row['id']))) return '该客户已有授权同意记录，不能删除';
      return (await hasMerged(tx, Number(row['id']))) ? '已有客户合并到该客户，不能删除' : null;
    },
    taken: {
      customer_mobile: registered(deps.pool, { column: 'mobile_digits', field: 'mobile', what: '该手机号' }),
      customer_vip: registered(deps.pool, { column: 'vip', field: 'vip', what: '该卡号' }),
    },
    usage: (row) => ({ kind: 'customer', id: Number(row['id']), name: String(row['name']) }),
  });
