/** Lots by their number, in the table as `l`. */
import { sql } from 'slonik';
import { asBarcode } from 'services/contracts/barcode';
import type { SessionUser } from 'services/contracts/user';
import { LOT_PREFIX } from 'services/old-material/contract';
import { SALES, ofScope, type OwnedRows } from '../platform/queries/scope.ts';
import { equals, type Condition } from '../platform/queries/where-clauses.ts';

/** The lot of a number as it is typed: JL10023 or 10023; a word that is none finds nothing. */
export const ofLot = (text: string | undefined): Condition => {
  if (text === undefined) return null;
  const digits = asBarcode(text).replace(LOT_PREFIX, '').trim();
  return /^\d{1,15}$/.test(digits) ? equals(sql.fragment`l.lot_id`, Number(digits)) : sql.fragment`false`;
};

const RECYCLES: OwnedRows = { table: sql.fragment`live.recycles`, key: sql.fragment`id` };
/** A lot is of the order that took it in (R109). */
export const lotInScope = (user: SessionUser): Condition => {
  const [sold, recycled] = [SALES, RECYCLES].map((owned) => ofScope(sql.fragment`l.document_id`, owned, user));
  return sold == null || recycled == null
    ? null
    : sql.fragment`((l.document_kind = 'sale' AND ${sold}) OR (l.document_kind = 'recycle' AND ${recycled}))`;
};
