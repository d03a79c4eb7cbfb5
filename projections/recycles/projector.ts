/** recycles: one row per recycle order, with its lines as of the accepted version; and its versions for "as of". */
import { storedPayments } from 'services/contracts/document-body';
import { field } from 'services/contracts/fields';
import { RECYCLE_LIST, type RecycleLine } from 'services/old-material/contract';
import { RECYCLE_EVENT_TYPES, type RecycleHeader } from 'services/recycle/contract';
import { documentTables, sumOf, type StoredForm } from '../documents/tables.ts';
import { recycleFields } from './contract.ts';

/** What is kept besides what lists show: how it was paid, and what lists are filtered by. */
export const storedRecycle = {
  ...recycleFields,
  payments: field.json('payments', storedPayments()),
  categories: field.texts('categories').found(),
  styles: field.texts('styles').found(),
  finenesses: field.texts('finenesses').found(),
};
const distinct = (words: readonly string[]): readonly string[] => [...new Set(words)];

export const recycles = documentTables({
  fields: storedRecycle,
  name: 'Recycle',
  events: RECYCLE_EVENT_TYPES,
  table: 'recycles',
  one: 'recycle',
  version: 2,
  versions: 1,
  day: 'recycled_on',
  list: RECYCLE_LIST,
  indexes: {
    shop: '(shop_id, recycled_on DESC, id DESC)',
    customer: '(customer_id, recycled_on DESC, id DESC)',
  },
  columns: (header: StoredForm<RecycleHeader>, lines: readonly RecycleLine[]) => ({
    recycled_on: header.recycledOn,
    customer_id: header.customerId,
    shop_id: header.shopId,
    seller_name: header.seller?.name,
    seller_id: header.seller?.id,
    status: header.status,
    remark: header.remark,
    pictures: header.pictures,
    weight_mg: sumOf(lines, ({ weightMg }) => weightMg),
    old_fee_fen: header.oldFeeFen,
    payments: header.payments,
    categories: distinct(lines.map(({ category }) => category)),
    styles: distinct(lines.map(({ style }) => style)),
    finenesses: distinct(lines.map(({ fineness }) => fineness)),
  }),
});
export default recycles.live;
export const recycleVersions = recycles.versions;
