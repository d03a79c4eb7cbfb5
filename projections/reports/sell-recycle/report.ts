/** 首饰回收明细: its rows are the lots of old material that customers brought, now or as of any moment. */
import { sql } from 'slonik';
import { z } from 'zod';
import { caratsFromMilli, gramsFromMg, yuanFromFen } from 'services/contracts/units';
import {
  LOT_PREFIX,
  LotSource,
  SOURCE_WORDS,
  lotNo,
  materialId,
  oldMaterialStream,
} from 'services/old-material/contract';
import { lotInScope, ofLot } from '../../old-material/of-lot.ts';
import { standing } from '../../platform/queries/past-rows.ts';
import { contains, equals } from '../../platform/queries/where-clauses.ts';
import { tableReportReads } from '../table-report/report.ts';
import { sellRecycleReport } from './contract.ts';

/** Sources of lots that customers brought; on the wire by their words. */
const BROUGHT = ['order', 'recycle'] as const satisfies readonly LotSource[];
const LOTS = sql.fragment`live.old_material_lots l`;
const StoredLot = z.object({
  lot_id: z.int(),
  source: LotSource,
  document_no: z.string(),
  received_on: z.string(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  customer_name: z.string().nullable(),
  category: z.string(),
  style: z.string(),
  fineness: z.string(),
  name: z.string(),
  weight_mg: z.int(),
  loss_ratio_bp: z.int(),
  net_weight_mg: z.int(),
  work_fee_fen: z.int(),
  unit_price_fen: z.int(),
  price_fen: z.int(),
  main_stone: z.string(),
  main_stone_milli: z.int(),
  main_stone_count: z.int(),
  side_stone: z.string(),
  side_stone_milli: z.int(),
  side_stone_count: z.int(),
  remark: z.string(),
});

export const sellRecycleReads = tableReportReads({
  contract: sellRecycleReport,
  name: '首饰回收明细',
  allow: 'report:reportSellRecycle:list',
  readsFrom: {
    projections: ['old-material-lots', 'old-material-moves'],
    streamOf: ({ shopId, fineness }) =>
      typeof shopId === 'number' && typeof fineness === 'string'
        ? oldMaterialStream(materialId(shopId, fineness))
        : null,
  },
  from: LOTS,
  alias: sql.fragment`l`,
  shown: (user, asOf) => [
    standing(sql.fragment`l`, asOf),
    sql.fragment`l.source = ANY(${sql.array([...BROUGHT], 'text')})`,
    lotInScope(user),
  ],
  filters: {
    barcode: ofLot,
    name: (name) => contains(sql.fragment`l.name`, name),
    billType: (word) =>
      equals(
        sql.fragment`l.source`,
        BROUGHT.find((one) => SOURCE_WORDS[one] === word),
      ),
  },
  sorts: {
    sellAt: sql.fragment`l.received_on`,
    netWeight: sql.fragment`l.net_weight_mg`,
    price: sql.fragment`l.price_fen`,
  },
  number: sql.fragment`l.lot_id`,
  page: {
    key: sql.fragment`l.lot_id AS lot_id, l.from_position`,
    select: () => sql.fragment`
      SELECT l.lot_id, l.source, l.document_no, l.received_on, l.shop_id, s.name AS shop_name, c.name AS customer_name,
        l.category, l.style, l.fineness, l.name, l.weight_mg, l.loss_ratio_bp, l.net_weight_mg, l.work_fee_fen,
        l.unit_price_fen, l.price_fen, l.main_stone, l.main_stone_milli, l.main_stone_count, l.side_stone,
        l.side_stone_milli, l.side_stone_count, l.remark
      FROM page JOIN ${LOTS} ON l.lot_id = page.lot_id AND l.from_position = page.key
      LEFT JOIN master.shop s ON s.id = l.shop_id LEFT JOIN master.customer c ON c.id = l.customer_id`,
    row: StoredLot,
    present: (row) => ({
      lotId: row.lot_id,
      barcode: lotNo(row.lot_id),
      billType: SOURCE_WORDS[row.source],
      orderNo: row.document_no,
      sellAt: row.received_on,
      shopId: row.shop_id,
      shopName: row.shop_name ?? '',
      customerName: row.customer_name ?? '',
      type: row.category,
      style: row.style,
      fineness: row.fineness,
      name: row.name,
      weight: gramsFromMg(row.weight_mg),
      lossRatio: row.loss_ratio_bp / 100,
      netWeight: gramsFromMg(row.net_weight_mg),
      workFee: yuanFromFen(row.work_fee_fen),
      cost: yuanFromFen(row.unit_price_fen),
      price: yuanFromFen(row.price_fen),
      stone: row.main_stone,
      stoneCt: caratsFromMilli(row.main_stone_milli),
      stoneP: row.main_stone_count,
      second: row.side_stone,
      secondCt: caratsFromMilli(row.side_stone_milli),
      secondP: row.side_stone_count,
      remark: row.remark,
    }),
  },
  sums: {
    weight: { column: sql.fragment`l.weight_mg`, places: 3 },
    netWeight: { column: sql.fragment`l.net_weight_mg`, places: 3 },
    price: { column: sql.fragment`l.price_fen`, places: 2 },
    stoneCt: { column: sql.fragment`l.main_stone_milli`, places: 3 },
    secondCt: { column: sql.fragment`l.side_stone_milli`, places: 3 },
  },
  averages: {
    // What a gram of net weight came to.
    cost: {
      result: sql.fragment`round(sum(l.unit_price_fen::numeric * l.net_weight_mg) / nullif(sum(l.net_weight_mg), 0))`,
      places: 2,
    },
  },
  // Each line is worth what its lot came in with.
  entries: {
    select: sql.fragment`
      SELECT m.position || '-' || m.line AS key, ${LOT_PREFIX} || m.lot_id AS barcode, m.shop_id, m.bill_type,
        m.document_no, m.event_id, m.position, m.at`,
    from: sql.fragment`${LOTS} JOIN live.old_material_moves m ON m.lot_id = l.lot_id AND m.incoming`,
  },
  chart: { name: '净重', sum: 'netWeight', unit: 'g' },
});
