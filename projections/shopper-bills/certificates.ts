/** Certificate numbers as the house has them today, of what an order sold. */
import { sql } from 'slonik';
import { z } from 'zod';
import { GOODS_LIST } from 'services/contracts/document';
import { planned } from '../platform/queries/planned-statements.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import type { SinceSold, StoredBill } from './present.ts';

const Certificate = z.object({ row_id: z.int(), certificate_no: z.string() });
export const certificatesOf = async (
  { db }: Pick<QueryDeps, 'db'>,
  { lines }: Pick<StoredBill, 'lines'>,
): Promise<SinceSold['certificates']> => {
  const sold = lines.flatMap((line) => (line.list === GOODS_LIST ? [line.goodsId] : []));
  if (sold.length === 0) return new Map();
  const rows = await planned(
    db,
    sql.type(Certificate)`
      SELECT g.row_id, g.certificate_no FROM live.goods_in g
      WHERE g.row_id = ANY(${sql.array(sold, 'int8')}) AND g.certificate_no <> ''`,
  );
  return new Map(rows.map((row) => [row.row_id, row.certificate_no]));
};
