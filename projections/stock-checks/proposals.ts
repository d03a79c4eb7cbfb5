/** What an audited check leaves to be written off or up, and the documents that do it (R9). */
import { sql } from 'slonik';
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { seesCost, type SessionUser } from 'services/contracts/user';
import { ADJUST_KINDS, AdjustKind } from 'services/stock-adjust/contract';
import { MAX_PROPOSED, type UnmatchedCode } from 'services/stock-check/contract';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import type { CheckDifferences, ProposedLine } from './contract.ts';
import { differencesOf, type CheckOfLines, type UnsettledLine } from './lines.ts';

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

type AuditedCheck = CheckOfLines & { readonly not_found: readonly UnmatchedCode[] };

/** Documents of the check that are not deleted. */
const adjustsOf = ({ db }: QueryDeps, checkId: number) =>
  db.any(sql.type(Adjusted)`
    SELECT id, kind, audit_flag, quantity, barcodes FROM live.stock_adjusts
    WHERE check_id = ${checkId} AND stage IN ('pending', 'audited') ORDER BY id`);

/** What the counts leave unexplained, and written-off pieces that were scanned; none before the audit. */
const unsettledOf = async (deps: QueryDeps, check: AuditedCheck): Promise<readonly UnsettledLine[]> => {
  if (check.audited_position === null) return [];
  const differences = await differencesOf(deps, check, MAX_PROPOSED);
  const known = new Set(differences.map(({ barcode }) => barcode));
  const again = check.not_found.filter(({ barcode, reason }) => reason === '已报损' && !known.has(barcode));
  return [...differences, ...again.map(({ barcode }) => ({ barcode, missing: 0, surplus: 1 }))];
};

/** By barcode, the row that brought the piece to this shop last: its number and its cost there. */
const piecesOf = async ({ db }: QueryDeps, shopId: number, lines: readonly UnsettledLine[]) => {
  const barcodes = sql.array(
    lines.map(({ barcode }) => barcode),
    'text',
  );
  const pieces = await db.any(sql.type(Piece)`
    SELECT DISTINCT ON (barcode) barcode, row_id, category, name, net_weight_mg, unit_cost_fen FROM live.goods_in
    WHERE shop_id = ${shopId} AND barcode = ANY(${barcodes})
    ORDER BY barcode, row_id DESC`);
  return new Map(pieces.map((piece) => [piece.barcode, piece]));
};

export const proposalsOf = async (
  deps: QueryDeps,
  check: AuditedCheck,
  user: SessionUser,
): Promise<CheckDifferences> => {
  const [lines, adjusts] = await Promise.all([unsettledOf(deps, check), adjustsOf(deps, check.id)]);
  const pieces = await piecesOf(deps, check.shop_id, lines);
  const settledBy = (kind: AdjustKind, barcode: string): string => {
    const by = adjusts.find((one) => one.kind === kind && one.barcodes.includes(barcode));
    return by === undefined ? '' : documentNo('adjust', by.id);
  };
  const proposed = (kind: AdjustKind, barcode: string, num: number): ProposedLine[] => {
    const piece = pieces.get(barcode);
    if (num === 0 || piece === undefined) return [];
    return [{ ...wirePiece(piece, seesCost(user)), num, settledBy: settledBy(kind, barcode) }];
  };
  return {
    losses: lines.flatMap(({ barcode, missing }) => proposed('loss', barcode, missing)),
    finds: lines.flatMap(({ barcode, surplus }) => proposed('gain', barcode, surplus)),
    adjusts: adjusts.map(wireAdjust),
  };
};

const wirePiece = (piece: z.infer<typeof Piece>, withCost: boolean) => ({
  goodsId: piece.row_id,
  barcode: piece.barcode,
  type: piece.category,
  name: piece.name,
  ...(withCost && { piceCost: yuanFromFen(piece.unit_cost_fen) }),
  goldWeight: gramsFromMg(piece.net_weight_mg),
});
const wireAdjust = ({ id, kind, audit_flag, quantity }: z.infer<typeof Adjusted>) => ({
  id,
  no: documentNo('adjust', id),
  kind: ADJUST_KINDS[kind].wire,
  kindName: ADJUST_KINDS[kind].label,
  auditFlag: audit_flag,
  num: quantity,
});
