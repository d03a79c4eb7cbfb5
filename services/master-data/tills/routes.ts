/** Registering tills (R138): one that money was taken at keeps its name, and stays. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { refuse, refuseField, type Refusal } from '../../contracts/refusal.ts';
import type { Actor, Route } from '../../contracts/route.ts';
import {
  deleteLocked,
  insertRow,
  type ChangedBy,
  type MasterRow,
  type MasterTable,
} from '../../platform/rows/master.ts';
import { limitShops } from '../../platform/auth/shop-limit.ts';
import { nextId } from '../../platform/streams/wire-ids.ts';
import { exists } from '../live-checks.ts';
import { resourceRoutes, type Attempt, type ResourceDeps } from '../resource.ts';
import { FIRST_TILL } from '../../contracts/tills.ts';
import { TILL_KEY, TILL_PATH, TillBody } from './till.ts';

const TILL: MasterTable = { name: 'till', key: 'id' };
const TAKEN = refuse('conflict', 'till.taken', '该分店已有同名的收银台', {
  fields: [{ path: 'name', message: '该分店已有同名的收银台' }],
});

const columnsOf = ({ shopId, name, status, remark }: TillBody): MasterRow => ({
  shop_id: shopId,
  name,
  status,
  remark,
});
const refuseNew = async ({ tx, body, by }: Attempt<TillBody>): Promise<Refusal | null> => {
  const limited = limitShops(by.user, [body.shopId]);
  if (limited !== null) return limited;
  return (await exists(tx, sql.fragment`master.shop WHERE id = ${body.shopId}::bigint`))
    ? null
    : refuseField('till.shop', 'shopId', '分店不存在');
};
const refuseEdit = async ({ before, body }: Attempt<TillBody>): Promise<Refusal | null> => {
  if (Number(before?.['shop_id']) !== body.shopId) return refuseField('till.shop', 'shopId', '收银台不能换分店');
  return before?.['used'] === true && before['name'] !== body.name
    ? refuseField('till.used', 'name', '该收银台已收过款，不能改名')
    : null;
};

export const tillRoutes = (deps: ResourceDeps): readonly Route[] =>
  resourceRoutes(deps, {
    title: '收银台',
    path: TILL_PATH,
    table: TILL,
    allow: { add: TILL_KEY, edit: TILL_KEY, remove: TILL_KEY },
    body: TillBody,
    edit: TillBody,
    columns: (body) => ({ ...columnsOf(body), used: false }),
    changes: columnsOf,
    limit: (row: MasterRow, { user }: Actor) => limitShops(user, [Number(row['shop_id'])]),
    onCreate: refuseNew,
    onEdit: refuseEdit,
    taken: { till_name: () => TAKEN },
    keep: async (_tx, row) =>
      row['used'] === true ? `收银台“${String(row['name'])}”已收过款，不能删除，可停用` : null,
  });

const Row = z.object({ row: z.record(z.string(), z.unknown()) });
/** A shop that goes takes its tills along: one that money was taken at keeps the shop. */
export const dropTillsOf = async (tx: CommonQueryMethods, shopId: number, by: ChangedBy): Promise<void> => {
  const rows = await tx.anyFirst(sql.type(Row)`
    SELECT to_jsonb(t) AS row FROM master.till t WHERE t.shop_id = ${shopId}::bigint FOR UPDATE`);
  for (const row of rows) await deleteLocked(tx, TILL, row, by);
};

/** The till that a new shop begins with. */
export const plantFirstTill = async (tx: CommonQueryMethods, shopId: number, by: ChangedBy): Promise<void> => {
  const id = await nextId(tx);
  const at = by.now.toISOString();
  const row = { id, revision: 0, shop_id: shopId, name: FIRST_TILL, status: '2', used: false, remark: '' };
  await insertRow(tx, TILL, { ...row, created_at: at, updated_at: at }, by);
};
