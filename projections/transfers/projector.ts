/** transfers: one row per transfer, with its lines as of the accepted version; and its versions for "as of". */
import { TRANSFER_EVENT_TYPES, type TransferHeader, type TransferLine } from 'services/transfer/contract';
import { documentTables, sumOf, type StoredForm } from '../documents/tables.ts';
import { transferFields } from './contract.ts';

export const transfers = documentTables({
  fields: transferFields,
  name: 'Transfer',
  events: TRANSFER_EVENT_TYPES,
  table: 'transfers',
  one: 'transfer',
  version: 6,
  versions: 2,
  day: 'transferred_on',
  indexes: {
    out: '(out_shop_id, transferred_on DESC, id DESC)',
    in: '(in_shop_id, transferred_on DESC, id DESC)',
  },
  columns: (header: StoredForm<TransferHeader>, lines: readonly TransferLine[]) => ({
    out_shop_id: header.outShopId,
    in_shop_id: header.inShopId,
    transferred_on: header.transferredOn,
    remark: header.remark,
    in_amount_fen: sumOf(lines, (line) => line.inPriceFen * line.quantity),
  }),
});
export default transfers.live;
export const transferVersions = transfers.versions;
