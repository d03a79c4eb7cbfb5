/** GETs of write-offs and write-ups: list, record, lines, latest day, history, export. */
import { sql } from 'slonik';
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { seesCost, seesShop, type SessionUser } from 'services/contracts/user';
import { ADJUST_KINDS, AdjustKind, AdjustLine, adjustStream } from 'services/stock-adjust/contract';
import { documentEndpoints, type Seen } from '../documents/endpoints.ts';
import { shown, shownLine, type HistoryWords } from '../documents/history.ts';
import { shopNames } from '../documents/names.ts';
import { photosOf, thumbsOf } from '../goods-in/present.ts';
import { stockOf } from '../holding/stock.ts';
import { MADE_BY } from '../goods-in/export-columns.ts';
import type { ExportColumn } from '../platform/export.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import { shopFilter } from '../platform/scope.ts';
import { equals } from '../platform/where.ts';
import { AdjustLineRow, AdjustQuery, AdjustRecordRow, AdjustRow } from './contract.ts';
import stockAdjusts from './projector.ts';

const LIST = 'biz:bizStockAdjust:list';
const VIEW = [LIST, 'biz:bizStockAdjust:edit'];
const Stored = z.object({
  id: z.int(),
  kind: AdjustKind,
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  adjusted_on: z.string(),
  check_id: z.int().nullable(),
  reason: z.string(),
  pictures: z.array(z.string()),
  remark: z.string(),
  line_count: z.int(),
  quantity: z.int(),
  net_weight_mg: z.number(),
  cost_fen: z.number(),
  audit_flag: z.int(),
  auditor: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.int(),
  lines: z.array(AdjustLine),
});
type Stored = z.infer<typeof Stored>;
const EXPORT: readonly ExportColumn[] = [
  { field: 'no', title: '单据号', kind: 'text' },
  { field: 'kindName', title: '类型', kind: 'text' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'adjustAt', title: '日期', kind: 'day' },
  { field: 'reason', title: '原因', kind: 'text' },
  { field: 'checkNo', title: '盘点单', kind: 'text' },
  { field: 'num', title: '件数', kind: 'count', total: 'sum' },
  { field: 'goldWeight', title: '金重', kind: 'weight', total: 'sum' },
  { field: 'costAmount', title: '成本金额', kind: 'money', cost: true, total: 'sum' },
  ...MADE_BY,
];

const COLUMNS = sql.fragment`d.id, d.kind, d.shop_id, s.name AS shop_name, d.adjusted_on, d.check_id, d.reason,
  d.pictures, d.remark, d.line_count, d.quantity, d.net_weight_mg, d.cost_fen, d.audit_flag, d.auditor, d.created_by,
  d.created_at, d.updated_at, d.revision, d.lines`;

const present = (row: Stored, user: SessionUser): AdjustRow => ({
  id: row.id,
  no: documentNo('adjust', row.id),
  kind: ADJUST_KINDS[row.kind].wire,
  kindName: ADJUST_KINDS[row.kind].label,
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  adjustAt: row.adjusted_on,
  reason: row.reason,
  checkId: row.check_id,
  checkNo: row.check_id === null ? '' : documentNo('check', row.check_id),
  pictures: JSON.stringify(row.pictures),
  thumbs: thumbsOf(row.pictures),
  photos: photosOf(row.pictures),
  remark: row.remark,
  auditFlag: row.audit_flag,
  auditor: row.auditor,
  lineCount: row.line_count,
  num: row.quantity,
  goldWeight: gramsFromMg(row.net_weight_mg),
  ...(seesCost(user) && { costAmount: yuanFromFen(row.cost_fen) }),
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Lines with what the shop has. */
const linesOf = async ({ db }: QueryDeps, row: Stored, { user, asOf }: Seen): Promise<AdjustLineRow[]> => {
  const onHand = await stockOf(
    db,
    row.shop_id,
    row.lines.map(({ barcode }) => barcode),
    asOf,
  );
  return row.lines.map((line) => ({
    goodsId: line.goodsId,
    barcode: line.barcode,
    name: line.name,
    type: line.category,
    stock: onHand(line.barcode),
    num: line.quantity,
    ...(seesCost(user) && { piceCost: yuanFromFen(line.unitCostFen) }),
    goldWeight: gramsFromMg(line.netWeightMg),
    reason: line.reason,
  }));
};

const historyWords = async ({ db }: QueryDeps): Promise<HistoryWords> => {
  const shops = await shopNames(db);
  return {
    header: {
      shopId: { label: '分店', show: (value) => shops.get(value) ?? shown(value) },
      adjustedOn: { label: '日期', show: shown },
      reason: { label: '原因', show: shown },
      pictures: { label: '图片', show: (value) => (Array.isArray(value) ? `${value.length} 张` : '') },
      remark: { label: '备注', show: shown },
    },
    line: (line) => shownLine(line, ['原因', shown(line['reason'])]),
  };
};

export default (deps: QueryDeps): Route[] =>
  documentEndpoints(deps, {
    path: '/biz-stock-adjust',
    label: '报损报溢',
    list: LIST,
    view: VIEW,
    name: 'StockAdjust',
    stream: adjustStream,
    words: historyWords,
    projection: stockAdjusts,
    tables: { live: sql.fragment`live.stock_adjusts`, versions: sql.fragment`live.stock_adjust_versions` },
    day: sql.fragment`d.adjusted_on`,
    columns: COLUMNS,
    names: sql.fragment`LEFT JOIN master.shop s ON s.id = d.shop_id`,
    stored: Stored,
    partners: (query, user) => {
      const shops = shopFilter(sql.fragment`d.shop_id`, user, query.shopId);
      if (isRefusal(shops)) return shops;
      const kind = AdjustKind.options.find((one) => ADJUST_KINDS[one].wire === query.kind);
      return [...shops, equals(sql.fragment`d.kind`, kind), equals(sql.fragment`d.check_id`, query.checkId)];
    },
    sees: (row, user) => seesShop(user, row.shop_id),
    query: AdjustQuery,
    row: AdjustRow,
    present,
    exported: EXPORT,
    // What was lost and what was found are not to be added: only the documents are counted.
    figures: { of: {}, shop: sql.fragment`d.shop_id`, kind: 'adjust' },
    record: {
      data: AdjustRecordRow,
      of: async (_deps, row, seen) => ({ ...present(row, seen.user), bizGoodsList: await linesOf(deps, row, seen) }),
    },
    lines: [{ path: '/biz-stock-adjust-detail/list', parameter: 'adjustId', row: AdjustLineRow, of: linesOf }],
  });
