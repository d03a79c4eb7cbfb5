/** GETs of transfers (S0§7): list, record, lines, latest day, history, export. */
import { sql } from 'slonik';
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { seesCost, seesShop, type SessionUser } from 'services/contracts/user';
import { TransferLine, transferStream } from 'services/transfer/contract';
import { shown, shownLine, shownMoney, type HistoryWords } from '../documents/history.ts';
import { shopNames } from '../documents/names.ts';
import { documentEndpoints, type Seen } from '../documents/endpoints.ts';
import { stockOf } from '../holding/stock.ts';
import { MADE_BY } from '../goods-in/export-columns.ts';
import type { ExportColumn } from '../platform/export.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import { eitherShop } from '../platform/scope.ts';
import { equals } from '../platform/where.ts';
import { TransferLineRow, TransferQuery, TransferRecord, TransferRow, TransferShop } from './contract.ts';
import transfers from './projector.ts';

const LIST = 'biz:bizAllocate:list';
const VIEW = [LIST, 'biz:bizAllocate:view', 'biz:bizAllocate:edit'];
const Stored = z.object({
  id: z.int(),
  out_shop_id: z.int(),
  out_shop_name: z.string().nullable(),
  in_shop_id: z.int(),
  in_shop_name: z.string().nullable(),
  transferred_on: z.string(),
  remark: z.string(),
  line_count: z.int(),
  quantity: z.int(),
  net_weight_mg: z.number(),
  in_amount_fen: z.number(),
  audit_flag: z.int(),
  auditor: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.int(),
  lines: z.array(TransferLine),
});
const EXPORT: readonly ExportColumn[] = [
  { field: 'no', title: '单据号', kind: 'text' },
  { field: 'outShopName', title: '调出分店', kind: 'text' },
  { field: 'inShopName', title: '调入分店', kind: 'text' },
  { field: 'allocateAt', title: '调拨日期', kind: 'day' },
  { field: 'lineCount', title: '行数', kind: 'count', total: 'sum' },
  { field: 'num', title: '件数', kind: 'count', total: 'sum' },
  { field: 'goldWeight', title: '金重', kind: 'weight', total: 'sum' },
  { field: 'inAmount', title: '调入金额', kind: 'money', cost: true, total: 'sum' },
  ...MADE_BY,
];

const COLUMNS = sql.fragment`d.id, d.out_shop_id, o.name AS out_shop_name, d.in_shop_id, i.name AS in_shop_name,
  d.transferred_on, d.remark, d.line_count, d.quantity, d.net_weight_mg, d.in_amount_fen, d.audit_flag, d.auditor,
  d.created_by, d.created_at, d.updated_at, d.revision, d.lines`;
const NAMES = sql.fragment`
  LEFT JOIN master.shop o ON o.id = d.out_shop_id LEFT JOIN master.shop i ON i.id = d.in_shop_id`;

const present = (row: z.infer<typeof Stored>, user: SessionUser): TransferRow => ({
  id: row.id,
  no: documentNo('transfer', row.id),
  outShopId: row.out_shop_id,
  outShopName: row.out_shop_name ?? '',
  inShopId: row.in_shop_id,
  inShopName: row.in_shop_name ?? '',
  allocateAt: row.transferred_on,
  remark: row.remark,
  auditFlag: row.audit_flag,
  auditor: row.auditor,
  lineCount: row.line_count,
  num: row.quantity,
  goldWeight: gramsFromMg(row.net_weight_mg),
  ...(seesCost(user) && { inAmount: yuanFromFen(row.in_amount_fen) }),
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const presentLine = (line: TransferLine, inStock: number, user: SessionUser): TransferLineRow => ({
  outGoodsId: line.goodsId,
  barcode: line.barcode,
  name: line.name,
  type: line.category,
  outNum: inStock,
  inNum: line.quantity,
  ...(seesCost(user) && {
    outPrice: yuanFromFen(line.outPriceFen),
    inPrice: yuanFromFen(line.inPriceFen),
    goldCost: yuanFromFen(line.metalCostFen),
  }),
  workFee: yuanFromFen(line.labourFeeFen),
  fineWorkFee: yuanFromFen(line.fineWorkFeeFen),
  piceWorkFee: yuanFromFen(line.pieceWorkFeeFen),
  goldWeight: gramsFromMg(line.netWeightMg),
  remark: line.remark,
});

/** A user of either shop sees the transfer (R13). */
const mayEither = (user: SessionUser, asked: Partial<Pick<TransferQuery, 'outShopId' | 'inShopId'>>) =>
  eitherShop({ from: sql.fragment`d.out_shop_id`, to: sql.fragment`d.in_shop_id` }, user, [
    asked.outShopId,
    asked.inShopId,
  ]);

/** Lines with what the out-shop has. */
const linesOf = async ({ db }: QueryDeps, row: z.infer<typeof Stored>, { user, asOf }: Seen) => {
  const barcodes = row.lines.map((line) => line.barcode);
  const onHand = await stockOf(db, row.out_shop_id, barcodes, asOf);
  return row.lines.map((line) => presentLine(line, onHand(line.barcode), user));
};

const historyWords = async ({ db }: QueryDeps, user: SessionUser): Promise<HistoryWords> => {
  const shops = await shopNames(db);
  const shop = (value: unknown): string => shops.get(value) ?? shown(value);
  return {
    header: {
      outShopId: { label: '调出分店', show: shop },
      inShopId: { label: '调入分店', show: shop },
      transferredOn: { label: '调拨日期', show: shown },
      remark: { label: '备注', show: shown },
    },
    line: (line) => shownLine(line, ['调入价', seesCost(user) ? shownMoney(line['inPriceFen']) : '']),
  };
};

/** Every shop of the chain by name: goods may be sent to a shop whose stock one may not see (R13). */
const shopsRoute = ({ db }: QueryDeps): Route =>
  route({
    method: 'GET',
    path: '/biz-allocate/shops',
    summary: '可调拨的分店',
    allow: VIEW,
    data: z.array(TransferShop),
    handler: async () => ({
      data: [
        ...(await db.any(sql.type(TransferShop)`
          SELECT id, name AS label, status <> '1' AS enabled FROM master.shop ORDER BY name COLLATE "zh-x-icu", id`)),
      ],
    }),
  });

export default (deps: QueryDeps): Route[] =>
  documentEndpoints(
    deps,
    {
      path: '/biz-allocate',
      label: '首饰调拨',
      list: LIST,
      view: VIEW,
      name: 'Transfer',
      stream: transferStream,
      words: historyWords,
      projection: transfers,
      tables: { live: sql.fragment`live.transfers`, versions: sql.fragment`live.transfer_versions` },
      day: sql.fragment`d.transferred_on`,
      columns: COLUMNS,
      names: NAMES,
      stored: Stored,
      partners: (query, user) => {
        const shops = mayEither(user, query);
        if (isRefusal(shops)) return shops;
        return [
          shops,
          equals(sql.fragment`d.out_shop_id`, query.outShopId),
          equals(sql.fragment`d.in_shop_id`, query.inShopId),
          equals(sql.fragment`d.transferred_on`, query.allocateAt),
        ];
      },
      sees: (row, user) => seesShop(user, row.out_shop_id) || seesShop(user, row.in_shop_id),
      query: TransferQuery,
      row: TransferRow,
      present,
      exported: EXPORT,
      figures: {
        of: {
          num: { value: sql.fragment`d.quantity`, unit: 'count' },
          goldWeight: { value: sql.fragment`d.net_weight_mg`, unit: 'mg' },
          inAmount: { value: sql.fragment`d.in_amount_fen`, unit: 'fen', cost: true },
        },
        shop: sql.fragment`d.out_shop_id`,
        kind: 'transfer',
      },
      record: {
        data: TransferRecord,
        of: async (_deps, row, seen) => ({ ...present(row, seen.user), bizGoodsList: await linesOf(deps, row, seen) }),
      },
      print: { kind: 'allocate', title: '调拨单' },
      lines: [{ path: '/biz-allocate-detail/list', parameter: 'allocateId', row: TransferLineRow, of: linesOf }],
    },
    [shopsRoute(deps)],
  );
