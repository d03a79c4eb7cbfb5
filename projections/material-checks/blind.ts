/** Who is told what the books have: of a blind count that waits, those who may audit it and did not open it. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { can, type SessionUser } from 'services/contracts/user';
import { materialCheckManifest } from 'services/material-check/manifest';

type CheckHead = { readonly blind: boolean; readonly audit_flag: number; readonly created_by_id: number };
export const hidesBooks = ({ blind, audit_flag, created_by_id }: CheckHead, user: SessionUser): boolean =>
  blind && audit_flag === 1 && (created_by_id === user.id || !can(user, `${materialCheckManifest.permission}:audit`));

const Waiting = z.object({ blind: z.boolean(), audit_flag: z.int(), created_by_id: z.int() });
/** Whether a count of the shop that shares these lots hides them. */
export const booksHidden = async (
  db: CommonQueryMethods,
  { shopId, fineness = '' }: { readonly shopId: number; readonly fineness?: string | undefined },
  user: SessionUser,
): Promise<boolean> => {
  const waiting = await db.any(sql.type(Waiting)`
    SELECT c.blind, c.audit_flag, c.created_by_id FROM live.material_checks c
    WHERE c.stage = 'pending' AND c.shop_id = ${shopId}::int
      AND (${fineness} = '' OR c.fineness = '' OR c.fineness = ${fineness})`);
  return waiting.some((one) => hidesBooks(one, user));
};
