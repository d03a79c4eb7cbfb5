/** gift_ins: one row per stock-in of a gift, as of the accepted version; and its versions. */
import { GIFT_IN_EVENT_TYPES, GIFT_LIST, type GiftInHeader, type GiftInLine } from 'services/gift/contract';
import { documentTables, type StoredForm } from '../documents/tables.ts';
import { giftInFields } from './contract.ts';

export const giftIns = documentTables({
  fields: giftInFields,
  name: 'GiftIn',
  events: GIFT_IN_EVENT_TYPES,
  table: 'gift_ins',
  one: 'gift_in',
  version: 2,
  versions: 1,
  day: 'received_on',
  indexes: { shop: '(shop_id, received_on DESC, id DESC)' },
  list: GIFT_LIST,
  columns: (header: StoredForm<GiftInHeader>, [line]: readonly GiftInLine[]) => ({
    shop_id: header.shopId,
    received_on: header.receivedOn,
    remark: header.remark,
    barcode: line?.barcode,
    style_no: line?.styleNo,
    name: line?.name,
    measure: line?.measure,
    spec: line?.spec,
    unit_cost_fen: line?.unitCostFen,
    cost_fen: line && line.unitCostFen * line.quantity,
    points_centi: line?.pointsCenti,
    price_fen: line?.priceFen,
  }),
});
export default giftIns.live;
export const giftInVersions = giftIns.versions;
