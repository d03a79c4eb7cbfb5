/** What an audited check leaves to be written off or up, and the documents that do it (R9). */
import { sql } from 'slonik';
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { seesCost, type SessionUser } from 'services/contracts/user';
import { ADJUST_KINDS, AdjustKind } from 'services/stock-adjust/contract';
import { MAX_PROPOSED, type NotFound } from 'services/stock-check/contract';
import type { QueryDeps } from '../platform/query-deps.ts';
import type { CheckDifferences, ProposedLine } from './contract.ts';
import { differencesOf, type CheckOfLines } from './lines.ts';

const Adjusted = z.object({
  id: z.int(),
  kind: AdjustKind,
  audit_flag: z.int(),
  quantity: z.int(),
  barcodes: z.array(z.string()),
});
const Piece = z.object({
  barcode: z.string(),
  row_id: z.int(),
  category: z.string(),
  name: z.string(),
  net_weight_mg: z.int(),
  unit_cost_fen: z.int(),
});

type AuditedCheck = CheckOfLines & { readonly not_found: readonly NotFound[] };
export const proposalsOf = async (
  deps: QueryDeps,
  check: AuditedCheck,
  user: SessionUser,
): Promise<CheckDifferences> => {
  const { db } = deps;
  const [differences, adjusts] = await Promise.all([
    check.audited_position === null ? [] : differencesOf(deps, check, MAX_PROPOSED),
    db.any(sql.type(Adjusted)`
      SELECT id, kind, audit_flag, quantity, barcodes FROM live.stock_adjusts
      WHERE check_id = ${check.id} AND stage IN ('pending', 'audited') ORDER BY id`),
  ]);
  const again = check.audited_position === null ? [] : check.not_found.filter(({ reason }) => reason === '已报损');
  const known = new Set(differences.map(({ barcode }) => barcode));
  const finds = again.flatMap(({ barcode }) => (known.has(barcode) ? [] : [{ barcode, missing: 0, surplus: 1 }]));
  const lines = [...differences, ...finds];
  // The row that brought the piece to this shop last: its number and its cost there.
  const pieces = await db.any(sql.type(Piece)`
    SELECT DISTINCT ON (barcode) barcode, row_id, category, name, net_weight_mg, unit_cost_fen FROM live.goods_in
    WHERE shop_id = ${check.shop_id}
      AND barcode = ANY(${sql.array(
        lines.map(({ barcode }) => barcode),
        'text',
      )})
    ORDER BY barcode, row_id DESC`);
  const byBarcode = new Map(pieces.map((piece) => [piece.barcode, piece]));
  const settled = (kind: AdjustKind, barcode: string): string => {
    const by = adjusts.find((one) => one.kind === kind && one.barcodes.includes(barcode));
    return by === undefined ? '' : documentNo('adjust', by.id);
  };
  const proposed = (kind: AdjustKind, barcode: string, num: number): ProposedLine[] => {
    const piece = byBarcode.get(barcode);
    if (num === 0 || piece === undefined) return [];
    return [
      {
        goodsId: piece.row_id,
        barcode,
        type: piece.category,
        name: piece.name,
        num,
        ...(seesCost(user) && { piceCost: yuanFromFen(piece.unit_cost_fen) }),
        goldWeight: gramsFromMg(piece.net_weight_mg),
        settledBy: settled(kind, barcode),
      },
    ];
  };
  return {
    losses: lines.flatMap(({ barcode, missing }) => proposed('loss', barcode, missing)),
    finds: lines.flatMap(({ barcode, surplus }) => proposed('gain', barcode, surplus)),
    adjusts: adjusts.map(({ id, kind, audit_flag, quantity }) => ({
      id,
      no: documentNo('adjust', id),
      kind: ADJUST_KINDS[kind].wire,
      kindName: ADJUST_KINDS[kind].label,
      auditFlag: audit_flag,
      num: quantity,
    })),
  };
};
