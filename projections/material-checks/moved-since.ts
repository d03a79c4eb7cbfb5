/** What moved a lot after a count weighed it: it is judged against what the books had then, and this says so. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import type { MaterialCheckLine } from 'services/material-check/contract';
import { materialCheckManifest } from 'services/material-check/manifest';

const Moved = z.object({ lot_id: z.int(), documents: z.string() });
type Count = {
  readonly id: number;
  readonly audit_flag: number;
  readonly updated_at: string;
  readonly lines: readonly Pick<MaterialCheckLine, 'lotId' | 'weighedAt'>[];
};
/** Numbers of the documents by lot; of an audited count until its audit, of a moment until that. */
export const movedSince = async (
  db: CommonQueryMethods,
  { id, audit_flag, updated_at, lines }: Count,
  asOf: number | undefined,
): Promise<ReadonlyMap<number, string>> => {
  const [lots, moments] = [lines.map(({ lotId }) => lotId), lines.map(({ weighedAt }) => weighedAt)];
  const until = audit_flag === 2 ? sql.fragment`m.at <= ${updated_at}::timestamptz` : sql.fragment`true`;
  const known = asOf === undefined ? sql.fragment`true` : sql.fragment`m.position <= ${asOf}`;
  const rows = await db.any(sql.type(Moved)`
    SELECT w.lot_id::int8 AS lot_id, string_agg(DISTINCT m.document_no, '、') AS documents
    FROM unnest(${sql.array(lots, 'int8')}, ${sql.array(moments, 'timestamptz')}) AS w (lot_id, at)
    JOIN live.old_material_moves m ON m.lot_id = w.lot_id AND m.at > w.at
    WHERE m.document_no <> ${documentNo(materialCheckManifest.kind, id)} AND ${until} AND ${known} GROUP BY 1`);
  return new Map(rows.map(({ lot_id: lot, documents }) => [lot, documents]));
};
