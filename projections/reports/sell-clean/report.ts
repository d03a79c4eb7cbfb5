/** 清洗明细: its rows are the repairs of audited orders, now or as of any moment. */
import { sql } from 'slonik';
import { REPAIR_PREFIX, lineOfWireId, repairStepOf, saleStream } from 'services/sale/contract';
import { saleName } from 'services/sale/manifest';
import { dayAt } from '../../platform/queries/day-at.ts';
import { SALES, ofScope } from '../../platform/queries/scope.ts';
import { equals } from '../../platform/queries/where-clauses.ts';
import { NAMES, REPAIRS, StoredRepair, isRepair, ofRepairNo, presentRepair, selectOf } from '../../repairs/rows.ts';
import { tableReportReads } from '../table-report/report.ts';
import { sellCleanReport } from './contract.ts';

export const sellCleanReads = tableReportReads({
  contract: sellCleanReport,
  name: '清洗明细',
  allow: 'report:reportSellClean:list',
  readsFrom: {
    projections: ['repairs'],
    streamOf: ({ id }) => (typeof id === 'number' ? saleStream(lineOfWireId(id).saleId) : null),
  },
  from: REPAIRS,
  alias: sql.fragment`r`,
  shown: (user, asOf) => [
    isRepair(asOf),
    sql.fragment`r.audit_flag = 2`,
    ofScope(sql.fragment`r.sale_id`, SALES, user),
  ],
  filters: {
    barcode: ofRepairNo,
    state: (state) => (state === undefined ? null : equals(sql.fragment`r.step`, repairStepOf(state))),
  },
  sorts: { sellAt: sql.fragment`r.received_on`, weight: sql.fragment`r.weight_mg`, price: sql.fragment`r.price_fen` },
  number: sql.fragment`r.repair_id`,
  page: {
    key: sql.fragment`r.sale_id AS sale_id, r.line_id AS line_id, r.from_position`,
    select: async (deps, asOf) => sql.fragment`${selectOf(await dayAt(deps, asOf))}
      FROM page JOIN ${REPAIRS} ON r.sale_id = page.sale_id AND r.line_id = page.line_id AND r.from_position = page.key
      ${NAMES}`,
    row: StoredRepair,
    present: (row) => {
      const repair = presentRepair(row);
      return { ...repair, barcode: repair.no };
    },
  },
  sums: {
    weight: { column: sql.fragment`r.weight_mg`, places: 3 },
    price: { column: sql.fragment`r.price_fen`, places: 2 },
    stoneCt: { column: sql.fragment`r.main_stone_milli`, places: 3 },
    stoneP: { column: sql.fragment`r.main_stone_count`, places: 0 },
    secondCt: { column: sql.fragment`r.side_stone_milli`, places: 3 },
    secondP: { column: sql.fragment`r.side_stone_count`, places: 0 },
  },
  averages: {},
  // Each line is worth what its order was saved with last.
  entries: {
    select: sql.fragment`
      SELECT r.repair_id::text AS key, ${REPAIR_PREFIX} || r.repair_id AS barcode, r.shop_id, '维修清洗' AS bill_type,
        ${saleName.prefix} || r.sale_id AS document_no, r.event_id, r.valued_position AS position, r.valued_at AS at`,
    from: REPAIRS,
  },
  chart: { name: '金额', sum: 'price', unit: '元' },
});
