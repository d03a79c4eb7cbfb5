/** sales: one row per sales order, with its lines and payments as of the accepted version; and its versions for "as of". */
import { SALE_EVENT_TYPES, type Approval, type SaleHeader, type SaleLine } from 'services/sale/contract';
import { documentFold, documentKey, type DocumentColumns } from '../documents/fold.ts';
import { keyed, type Row } from '../platform/projection.ts';
import { documentVersions } from '../documents/versions.ts';

type Payment = { readonly method: string; readonly amountFen: number };
export type SaleRecord = DocumentColumns & {
  readonly customer_id: number;
  readonly shop_id: number;
  readonly sold_on: string | null;
  readonly seller_id: number;
  readonly seller_name: string;
  readonly amount_fen: number;
  readonly change_fee_fen: number;
  readonly old_fee_fen: number;
  readonly gift_fee_fen: number;
  readonly clean_fee_fen: number;
  readonly payable_fee_fen: number;
  readonly fact_fee_fen: number;
  readonly cost_amount_fen: number;
  readonly points: number;
  readonly seller_points: number;
  readonly payments: readonly Payment[];
  readonly approvals: readonly Approval[];
  readonly status: string;
  readonly remark: string;
  readonly pictures: readonly string[];
  readonly print_template: string;
  readonly barcodes: readonly string[];
  readonly quantity: number;
};

/** Older events may lack what has a default since. */
type Later = 'status' | 'remark' | 'pictures' | 'printTemplate';
type StoredHeader = Omit<SaleHeader, Later> & Partial<Pick<SaleHeader, Later>>;

/** What the list, and the report of approvals, filter, order and sum by. */
const narrow = (rawHeader: Row, rawLines: readonly Row[]) => {
  const header = rawHeader as unknown as StoredHeader;
  return {
    customer_id: header.customerId,
    shop_id: header.shopId,
    sold_on: header.soldOn,
    amount_fen: header.amountFen,
    change_fee_fen: header.changeFeeFen,
    old_fee_fen: header.oldFeeFen,
    gift_fee_fen: header.giftFeeFen,
    clean_fee_fen: header.cleanFeeFen,
    fact_fee_fen: header.factFeeFen,
    barcodes: (rawLines as unknown as readonly SaleLine[]).map((line) => line.barcode),
    seller_name: header.seller.name,
    approvals: header.approvals ?? [],
  };
};
const columns = (rawHeader: Row, rawLines: readonly Row[]) => {
  const header = rawHeader as unknown as StoredHeader;
  const lines = rawLines as unknown as readonly SaleLine[];
  return {
    ...narrow(rawHeader, rawLines),
    seller_id: header.seller.id,
    payable_fee_fen: header.payableFeeFen,
    cost_amount_fen: header.costAmountFen,
    points: header.points,
    seller_points: header.sellerPoints,
    payments: header.payments,
    status: header.status ?? '2',
    remark: header.remark ?? '',
    pictures: header.pictures ?? [],
    print_template: header.printTemplate ?? '',
    quantity: lines.reduce((total, line) => total + line.quantity, 0),
  };
};

const NONE = {
  customer_id: 0,
  shop_id: 0,
  sold_on: null as string | null,
  amount_fen: 0,
  change_fee_fen: 0,
  old_fee_fen: 0,
  gift_fee_fen: 0,
  clean_fee_fen: 0,
  fact_fee_fen: 0,
  barcodes: [] as readonly string[],
  seller_name: '',
  approvals: [] as readonly Approval[],
};
export default keyed<SaleRecord>({
  name: 'sales',
  version: 3,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'sales',
  events: SALE_EVENT_TYPES,
  key: 'id',
  oneStream: true,
  identity: ['id'],
  keyOf: documentKey,
  fold: documentFold<SaleRecord>('Sale', columns, {
    ...NONE,
    seller_id: 0,
    payable_fee_fen: 0,
    cost_amount_fen: 0,
    points: 0,
    seller_points: 0,
    payments: [],
    status: '2',
    remark: '',
    pictures: [],
    print_template: '',
    quantity: 0,
  }),
});

export type SaleVersion = DocumentColumns & typeof NONE;
export const saleVersions = documentVersions<SaleVersion>({
  name: 'Sale',
  projection: 'sale-versions',
  version: 2,
  ddl: new URL('./versions.sql', import.meta.url),
  table: 'sale_versions',
  events: SALE_EVENT_TYPES,
  columns: narrow,
  empty: NONE,
  valued: true,
});
