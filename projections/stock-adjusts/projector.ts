/** stock_adjusts: one row per write-off or write-up, with its lines as of the accepted version; and its versions. */
import { ADJUST_EVENT_TYPES, type AdjustHeader, type AdjustLine } from 'services/stock-adjust/contract';
import { documentTables, sumOf, type StoredForm } from '../documents/tables.ts';
import { adjustFields } from './contract.ts';

export const stockAdjusts = documentTables({
  fields: adjustFields,
  name: 'StockAdjust',
  events: ADJUST_EVENT_TYPES,
  table: 'stock_adjusts',
  one: 'stock_adjust',
  version: 5,
  versions: 2,
  day: 'adjusted_on',
  indexes: {
    shop: '(shop_id, adjusted_on DESC, id DESC)',
    check: '(check_id) WHERE check_id IS NOT NULL',
  },
  columns: (header: StoredForm<AdjustHeader>, lines: readonly AdjustLine[]) => ({
    kind: header.kind,
    shop_id: header.shopId,
    adjusted_on: header.adjustedOn,
    check_id: header.checkId,
    reason: header.reason,
    pictures: header.pictures,
    remark: header.remark,
    cost_fen: sumOf(lines, (line) => line.unitCostFen * line.quantity),
  }),
});
export default stockAdjusts.live;
export const stockAdjustVersions = stockAdjusts.versions;
