/** A lot as forms list it, to leave the house or to be weighed again; in the table as `l`. */
import { sql } from 'slonik';
import { z } from 'zod';
import { LotSource, SOURCE_WORDS, lotNo } from 'services/old-material/contract';

export const StoredLot = z.object({
  lot_id: z.int(),
  fineness: z.string(),
  category: z.string(),
  style: z.string(),
  name: z.string(),
  source: LotSource,
  received_on: z.string(),
});
export const LOT_COLUMNS = sql.fragment`l.lot_id, l.fineness, l.category, l.style, l.name, l.source, l.received_on`;
export const lotChoice = (row: z.infer<typeof StoredLot>) => ({
  lotId: row.lot_id,
  lotNo: lotNo(row.lot_id),
  fineness: row.fineness,
  type: row.category,
  style: row.style,
  name: row.name,
  source: SOURCE_WORDS[row.source],
  inAt: row.received_on,
});
