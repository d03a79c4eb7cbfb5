/** What became of the lines of an order that were to be inspected: as they stand, and step by step. */
import { sql } from 'slonik';
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import { RETURN_RESULTS } from 'services/inspection/contract';
import type { HistoryStep } from '../documents/history.ts';
import { standing } from '../platform/queries/past-rows.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';

type Deps = Pick<QueryDeps, 'db'>;
const labelOf = (result: string): string => RETURN_RESULTS.find((one) => one.result === result)?.label ?? '';
const Judged = z.object({
  barcode: z.string(),
  judged: z.boolean(),
  result: z.string(),
  inspection_id: z.int().nullable(),
});
export type InspectedOfSale = ReadonlyMap<string, { readonly state: string; readonly inspectionNo: string }>;
/** By barcode: 待检, or what it was judged. */
export const inspectedOfSale = async (
  { db }: Deps,
  saleId: number,
  asOf: number | undefined,
): Promise<InspectedOfSale> => {
  const rows = await db.any(sql.type(Judged)`
    SELECT r.barcode, r.judged, r.result, r.inspection_id FROM live.return_inspections r
    WHERE r.sale_id = ${saleId} AND ${standing(sql.fragment`r`, asOf)}`);
  return new Map(
    rows.map(({ barcode, judged, result, inspection_id: id }) => [
      barcode,
      {
        state: judged ? labelOf(result) : '待检',
        inspectionNo: id === null ? '' : documentNo('inspection', id),
      },
    ]),
  );
};

const Version = z.object({
  barcode: z.string(),
  return_key: z.string(),
  from_position: z.int(),
  judged: z.boolean(),
  result: z.string(),
  note: z.string(),
  inspection_id: z.int().nullable(),
  changed_by: z.string(),
  changed_at: z.string(),
});
type Version = z.infer<typeof Version>;
const toldOf = ({ judged, result, note, inspection_id: id }: Version): string => {
  const no = id === null ? '' : `（${documentNo('inspection', id)}）`;
  return judged ? [`${labelOf(result)}${no}`, note].filter(Boolean).join('，') : '待检';
};
/** One for each judgement, and each that was taken back, of the pieces of the order. */
export const inspectionSteps = async (
  { db }: Deps,
  saleId: number,
  asOf: number | undefined,
): Promise<HistoryStep[]> => {
  const versions = await db.any(sql.type(Version)`
    SELECT r.barcode, r.return_key, r.from_position, r.judged, r.result, r.note, r.inspection_id, r.changed_by, r.changed_at
    FROM live.return_inspections r
    WHERE r.sale_id = ${saleId} AND r.from_position <= ${asOf ?? Number.MAX_SAFE_INTEGER}
    ORDER BY r.barcode, r.return_key, r.from_position`);
  return versions.flatMap((version, index) => {
    const last = versions[index - 1];
    const before = last?.return_key === version.return_key && last.barcode === version.barcode ? last : undefined;
    if (before === undefined || before.judged === version.judged) return [];
    const { barcode, from_position: position, changed_at: at, changed_by: by, judged } = version;
    const change = {
      field: `inspect.${barcode}`,
      label: `退货 ${barcode}`,
      before: toldOf(before),
      after: toldOf(version),
    };
    const type = judged ? 'ReturnInspected' : 'ReturnInspectionReversed';
    return [{ position, at, by, type, title: judged ? '质检' : '撤销质检', changes: [change], reason: null }];
  });
};
