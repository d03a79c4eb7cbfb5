/** Lots by their number, in the table as `l`. */
import { sql } from 'slonik';
import { LOT_PREFIX } from 'services/old-material/contract';
import { equals, type Condition } from '../platform/where.ts';

/** The lot of a number as it is typed: JL10023 or 10023; a word that is none finds nothing. */
export const ofLot = (text: string | undefined): Condition => {
  if (text === undefined) return null;
  const digits = text.toUpperCase().replace(LOT_PREFIX, '').trim();
  return /^\d{1,15}$/.test(digits) ? equals(sql.fragment`l.lot_id`, Number(digits)) : sql.fragment`false`;
};
