/**
 * Erasing a customer (R67): the record says 已注销 from now on, whoever had merged into it too; what else told of the person is
 * emptied, and the key under which archives hold it is destroyed. Bills, points and grams name a number and stay.
 */
import path from 'node:path';
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { isRefusal, refuse, type Refusal } from '../../contracts/refusal.ts';
import { route, type Actor, type Route } from '../../contracts/route.ts';
import { TEXTS, requiredText } from '../../contracts/values.ts';
import { destroyInFile, destroyKeys } from '../../platform/secrets/customer-keys.ts';
import { loggedName, updateLocked, lockRow, type MasterRow, type MasterTable } from '../../platform/rows/master.ts';
import { ERASED, PERSONAL_ROWS, isErased } from '../../platform/rows/personal-rows.ts';
import { numberHolds } from '../../platform/base/text-search.ts';
import { eraseShopper } from '../../shopper/contract.ts';
import { RowId } from '../contract.ts';
import { closeCaseFiles, removeCaseFiles } from './erase-case-files.ts';

export type EraseDeps = { readonly pool: DatabasePool; readonly dataDir: string; readonly changed: () => void };
const blankOf = (table: string): MasterRow => PERSONAL_ROWS[table]?.blank ?? {};
/** What it said before stays out of the change log: that of the erasure names status and reason alone. */
const erasing = (name: string, ...more: readonly string[]): MasterTable => ({
  name,
  key: 'id',
  secret: [...Object.keys(blankOf(name)), ...more],
});
const CUSTOMER = erasing('customer');
const WRITE_OFF = erasing('write_off', 'write_off_code', 'claim_key');
const CONSENT = erasing('customer_consent');
const ERASURE = erasing('shopper_erasure');

const Found = z.object({ id: z.int() });
const writeOffsOf = (tx: CommonQueryMethods, row: MasterRow) => {
  const digits = String(row['mobile_digits']);
  const number = numberHolds(['mobile_digits'], digits)?.indexed ?? sql.fragment`FALSE`;
  return tx.anyFirst(sql.type(Found)`
    SELECT id FROM master.write_off WHERE customer_id = ${Number(row['id'])}::bigint
    UNION SELECT id FROM master.write_off WHERE ${number} AND mobile_digits = ${digits}
    UNION SELECT w.id FROM master.shopper_binding AS b JOIN master.write_off AS w ON w.open_id = b.open_id AND w.open_id <> ''
      WHERE b.customer_id = ${Number(row['id'])}::bigint AND w.customer_id IS NULL`);
};
/** What was asked for and how each row was stands in two logs; they keep who and when. */
const emptyLogs = async (tx: CommonQueryMethods, { name }: MasterTable, ids: readonly number[]): Promise<void> => {
  const mine = sql.fragment`table_name = ${loggedName({ name, key: 'id' })} AND row_id = ANY (${sql.array(ids.map(String), 'text')})`;
  await tx.query(sql.unsafe`
    UPDATE master.command AS c SET oper_param = '', message = ''
    FROM (SELECT DISTINCT user_id, command_key FROM master.change_log WHERE ${mine}) AS l
    WHERE c.claimed AND c.user_id = l.user_id AND c.key = l.command_key`);
  await tx.query(sql.unsafe`UPDATE master.change_log SET before = NULL, after = NULL WHERE ${mine}`);
};
type Erasing = { readonly table: MasterTable; readonly before: MasterRow; readonly also?: MasterRow };
const eraseRow = async (tx: CommonQueryMethods, { table, before, also = {} }: Erasing, by: Actor): Promise<void> => {
  const row = {
    ...blankOf(table.name),
    ...also,
    updated_at: by.now.toISOString(),
    revision: Number(before['revision']) + 1,
  };
  await emptyLogs(tx, table, [Number(before['id'])]);
  await updateLocked(tx, table, { before, row }, by);
};
/** That somebody agreed, to what and when, stays, for the house must be able to show it; nobody relies on it any more. */
const eraseConsents = async (tx: CommonQueryMethods, customerId: number, by: Actor): Promise<void> => {
  const ids = await tx.anyFirst(sql.type(Found)`
    SELECT id FROM master.customer_consent WHERE customer_id = ${customerId}::bigint ORDER BY id`);
  const ended = {
    withdrawn_at: by.now.toISOString(),
    withdrawn_by_id: by.user.id,
    withdrawn_by: by.user.nickName,
    reason: ERASED,
  };
  for (const id of ids) {
    const before = await lockRow(tx, CONSENT, id);
    if (before === null) continue;
    await eraseRow(tx, { table: CONSENT, before, ...(before['withdrawn_at'] == null && { also: ended }) }, by);
  }
};
/** What the house once answered to a request of his. */
const eraseAnswers = async (tx: CommonQueryMethods, customerIds: readonly number[]): Promise<void> => {
  const ids = await tx.anyFirst(sql.type(Found)`
    SELECT id FROM master.shopper_erasure WHERE customer_id = ANY (${sql.array([...customerIds], 'int8')})`);
  if (ids.length > 0) await emptyLogs(tx, ERASURE, ids);
};
const eraseOne = async (tx: CommonQueryMethods, row: MasterRow, by: Actor): Promise<void> => {
  for (const id of await writeOffsOf(tx, row)) {
    const writeOff = await lockRow(tx, WRITE_OFF, id);
    if (writeOff !== null) await eraseRow(tx, { table: WRITE_OFF, before: writeOff }, by);
  }
  await eraseConsents(tx, Number(row['id']), by);
  await eraseRow(tx, { table: CUSTOMER, before: row }, by);
};

const whyNot = (row: MasterRow | null): Refusal | null => {
  if (row === null) return refuse('not-found', 'master.missing', '客户不存在或已删除');
  if (row['walk_in'] === true) return refuse('conflict', 'customer.walk_in', '散客是系统客户，不能注销');
  if (row['merged_into'] != null)
    return refuse('conflict', 'customer.merged', '该客户已合并到其他客户，请注销合并后的客户');
  return isErased(row) ? refuse('conflict', 'customer.erased', '该客户已注销') : null;
};
/** Numbers of whoever was erased, the record and those merged into it, and of the case files that go. */
type ErasureResult = { readonly customers: readonly number[]; readonly caseFiles: readonly number[] };
const NOTHING: ErasureResult = { customers: [], caseFiles: [] };
const eraseAll = (pool: DatabasePool, id: number, by: Actor): Promise<ErasureResult | Refusal> =>
  pool.transaction(async (tx) => {
    const row = await lockRow(tx, CUSTOMER, id);
    const refused = whyNot(row);
    if (refused !== null || row === null) return refused ?? NOTHING;
    const merged = await tx.anyFirst(sql.type(Found)`
      SELECT id FROM master.customer WHERE merged_into = ${id}::bigint FOR UPDATE`);
    for (const one of merged) {
      const other = await lockRow(tx, CUSTOMER, one);
      if (other !== null) await eraseOne(tx, other, by);
    }
    await eraseOne(tx, row, by);
    const all = [id, ...merged];
    await tx.query(sql.unsafe`
      DELETE FROM master.parked_order WHERE at > now() - interval '2 days'
        AND content ->> 'customerId' = ANY (${sql.array(all.map(String), 'text')})`);
    await eraseAnswers(tx, all);
    await eraseShopper(tx, all, by.now);
    await destroyKeys(tx, all);
    return { customers: all, caseFiles: await closeCaseFiles(tx, by) };
  });

const Body = z.object({ reason: requiredText('请填写注销原因', TEXTS.filter) });
/** The reason stands in the operation log with who, when and whom. */
export const eraseRoute = ({ pool, dataDir, changed }: EraseDeps): Route =>
  route({
    method: 'POST',
    path: '/base-customer/:id/erase',
    summary: '注销客户',
    allow: 'base:baseCustomer:erase',
    params: RowId,
    body: Body,
    data: z.null(),
    handler: async ({ params, ...by }) => {
      const erased = await eraseAll(pool, params.id, by);
      if (isRefusal(erased)) return erased;
      for (const id of erased.customers) destroyInFile(path.join(dataDir, 'backups'), id);
      removeCaseFiles(dataDir, erased.caseFiles);
      changed();
      return { data: null, msg: '已注销' };
    },
  });
