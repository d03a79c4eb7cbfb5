/** deposits: one row per deposit, as of the accepted version; and its versions. */
import { storedPayments } from 'services/contracts/document-body';
import { field } from 'services/contracts/fields';
import { DEPOSIT_EVENT_TYPES, DEPOSIT_LIST, type DepositHeader, type DepositLine } from 'services/deposit/contract';
import { documentTables, type StoredForm } from '../documents/tables.ts';
import { depositFields } from './contract.ts';

export const storedDeposit = { ...depositFields, payments: field.json('payments', storedPayments()) };

/** Of the only line. */
const cellsOf = (line: DepositLine | undefined) => ({
  account: line?.account,
  kind: line?.kind,
  amount_fen: line?.amountFen,
  in_fen: line?.kind === '1' ? line.amountFen : 0,
  out_fen: line?.kind === '2' ? line.amountFen : 0,
});
export const deposits = documentTables({
  fields: storedDeposit,
  name: 'Deposit',
  events: DEPOSIT_EVENT_TYPES,
  table: 'deposits',
  one: 'deposit',
  version: 3,
  versions: 1,
  day: 'deposited_on',
  indexes: {
    shop: '(shop_id, deposited_on DESC, id DESC)',
    customer: '(customer_id, deposited_on DESC, id DESC)',
    // Few deposits name a piece: a sale looks for these alone.
    piece: "(goods_barcode) WHERE goods_barcode <> ''",
  },
  list: DEPOSIT_LIST,
  columns: (header: StoredForm<DepositHeader>, [line]: readonly DepositLine[]) => ({
    deposited_on: header.depositedOn,
    shop_id: header.shopId,
    customer_id: header.customerId,
    ...cellsOf(line),
    payments: header.payments,
    goods_barcode: header.goodsBarcode,
    deliver_on: header.deliverOn ?? undefined,
    seller_name: header.seller?.name,
    seller_id: header.seller?.id,
    till: header.till,
    remark: header.remark,
  }),
});
export default deposits.live;
export const depositVersions = deposits.versions;
