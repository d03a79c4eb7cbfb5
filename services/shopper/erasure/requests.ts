/** Requests of shoppers to be erased (R67): of one person one waits, in whichever of his records it was written (R95). */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { isoWithOffset } from '../../contracts/dates.ts';
import { updateLocked, type ChangedBy, type MasterTable } from '../../platform/rows/master.ts';
import { ofPerson } from '../person.ts';
import { ErasureRequest } from './contract.ts';

const ERASURES: MasterTable = { name: 'shopper_erasure', key: 'id' };
const OWNER = sql.fragment`e.customer_id`;
const Stored = ErasureRequest.extend({ askedAt: z.string(), endedAt: z.string().nullable() });
/** What waits before what is over, the newest first. */
export const lastErasure = async (db: CommonQueryMethods, customerId: number): Promise<ErasureRequest | null> => {
  const row = await db.maybeOne(sql.type(Stored)`
    SELECT e.id, e.asked_at::text AS "askedAt", e.ended_at::text AS "endedAt", e.how, e.answer
    FROM master.shopper_erasure AS e WHERE ${ofPerson(OWNER, customerId)}
    ORDER BY (e.ended_at IS NOT NULL), e.id DESC LIMIT 1`);
  if (row === null) return null;
  const shown = (moment: string): string => isoWithOffset(new Date(moment));
  return { ...row, askedAt: shown(row.askedAt), endedAt: row.endedAt === null ? '' : shown(row.endedAt) };
};

type NewRequest = { readonly id: number; readonly customerId: number };
/** Under the lock of the record; false: one waits already. */
export const askErasure = async (
  tx: CommonQueryMethods,
  { id, customerId }: NewRequest,
  now: Date,
): Promise<boolean> => {
  const last = await lastErasure(tx, customerId);
  if (last?.how === '') return false;
  await tx.query(sql.unsafe`
    INSERT INTO master.shopper_erasure (id, customer_id, asked_at)
    VALUES (${id}, ${customerId}, ${now.toISOString()}::timestamptz)`);
  return true;
};
/** He takes it back; false: none waits. */
export const takeBackErasure = async (tx: CommonQueryMethods, customerId: number, now: Date): Promise<boolean> => {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE master.shopper_erasure AS e SET ended_at = ${now.toISOString()}::timestamptz, how = 'withdrawn'
    WHERE ${ofPerson(OWNER, customerId)} AND e.ended_at IS NULL`);
  return rowCount > 0;
};
const Row = z.object({ row: z.record(z.string(), z.unknown()) });
/** The house keeps the record and says why, in the change log with who and when; false: none waits. */
export const answerErasure = async (
  tx: CommonQueryMethods,
  { customerId, answer }: { readonly customerId: number; readonly answer: string },
  by: ChangedBy,
): Promise<boolean> => {
  const waiting = await tx.anyFirst(sql.type(Row)`
    SELECT to_jsonb(e) AS row FROM master.shopper_erasure AS e
    WHERE ${ofPerson(OWNER, customerId)} AND e.ended_at IS NULL ORDER BY e.id FOR UPDATE OF e`);
  for (const before of waiting) {
    const row = { id: before['id'], ended_at: by.now.toISOString(), how: 'answered', answer };
    await updateLocked(tx, ERASURES, { before, row }, by);
  }
  return waiting.length > 0;
};
