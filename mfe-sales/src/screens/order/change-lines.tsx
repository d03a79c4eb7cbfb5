/** The returns grid of an order: columns, and what a scan of a piece or of an order's number adds (S1§2.1, R44, R99). */
import { customerBuy, type CustomerBuyRow } from 'projections/sales/contract';
import { client } from 'root-config/api';
import type { FormHandle, LineColumn, LineModel, ScanOutcome } from 'root-config/ui';
import { asBarcode } from 'services/contracts/barcode';
import { pageOf } from 'services/contracts/envelope';
import { saleName } from 'services/sale/manifest';
import {
  RETURN_TO,
  changeLineOf,
  whyNotReturnable,
  withReturnNum,
  withReturnPrice,
  withReturnTo,
  withReturnWeight,
  type ChangeLine,
} from '../../order/change-line.ts';
import { NO_SHOP, TWICE } from './goods-lines.tsx';
import type { OrderValues } from './order-values.ts';

/** Where it goes, and that its label will lie. */
const goesTo = ({ returnTo, sold }: ChangeLine): string => {
  const word = RETURN_TO.find(({ value }) => value === returnTo)?.label ?? '';
  return sold.cutDown === 0 || returnTo === '2' ? word : `${word} · 换标签`;
};
export const CHANGE_COLUMNS: readonly LineColumn<ChangeLine>[] = [
  { field: 'thumb', title: '图片', kind: 'picture', width: 52, frozen: 'left' },
  { field: 'barcode', title: '条码', kind: 'text', width: 124, frozen: 'left' },
  { field: 'name', title: '首饰名称', kind: 'text', width: 140 },
  { field: 'rawOrderNo', title: '原单号', kind: 'text', width: 96 },
  { field: 'rawSellAt', title: '购买日期', kind: 'day', width: 98 },
  { field: 'sellNum', title: '已购', kind: 'count', width: 64 },
  {
    field: 'returnNum',
    title: '退货数量',
    kind: 'count',
    width: 84,
    sum: true,
    edit: 'number',
    editable: ({ sellNum }) => sellNum > 1,
    change: withReturnNum,
  },
  {
    field: 'returnTo',
    title: '退回去向',
    kind: 'text',
    width: 112,
    edit: 'select',
    options: RETURN_TO,
    change: withReturnTo,
    render: goesTo,
  },
  { field: 'goldWeight', title: '金重', kind: 'weight', width: 92, sum: true },
  { field: 'returnWeight', title: '退回称重', kind: 'weight', width: 96, edit: 'number', change: withReturnWeight },
  { field: 'sellPrice', title: '可退单价', kind: 'money', width: 100 },
  { field: 'returnPrice', title: '退货单价', kind: 'money', width: 100, edit: 'number', change: withReturnPrice },
  { field: 'seller', title: '原销售员', kind: 'text', width: 92 },
  { field: 'remark', title: '备注', kind: 'text', width: 120, edit: 'text', maxLength: 200 },
  { field: 'factReturnAmount', title: '实退金额', kind: 'money', width: 116, sum: true, frozen: 'right' },
];
/** Nothing frozen on a phone, and first which piece and how much is paid back. */
const PHONE_FIRST = ['name', 'factReturnAmount', 'returnTo', 'returnPrice', 'returnNum', 'rawOrderNo'];
const place = ({ field }: LineColumn<ChangeLine>): number => {
  const index = PHONE_FIRST.indexOf(field);
  return index === -1 ? PHONE_FIRST.length : index;
};
export const PHONE_CHANGE_COLUMNS: readonly LineColumn<ChangeLine>[] = CHANGE_COLUMNS.map(
  ({ frozen: _frozen, ...column }) => column,
).toSorted((a, b) => place(a) - place(b));

export const keyOfChange = ({ rawSellId, barcode }: Pick<ChangeLine, 'rawSellId' | 'barcode'>): string =>
  `${rawSellId}/${barcode}`;

const Page = pageOf(customerBuy.row);
export type Purchases = { readonly customerId?: number; readonly orderNo?: string; readonly barcode?: string };
/** What was bought and by whom; what this order brings back itself does not count. */
export const purchasesOf = async (
  asked: Purchases,
  { shopId, sellAt, id }: Partial<OrderValues>,
  signal?: AbortSignal,
): Promise<readonly CustomerBuyRow[]> => {
  const query = { ...asked, shopId, sellAt, ...(id !== undefined && { sellId: id }) };
  return Page.parse(await client.get(customerBuy.path, query, signal === undefined ? {} : { signal })).list;
};

/** The order's customer, where nobody was chosen yet; null when it is somebody else's. */
const ofCustomer = (row: CustomerBuyRow, form: FormHandle<OrderValues>): string | null => {
  const { customerId } = form.values;
  if (customerId === undefined) form.set({ customerId: row.customerId, customerName: row.customerName });
  return customerId === undefined || customerId === row.customerId ? null : `此首饰由${row.customerName}购买`;
};
/** Adds what may come back of these purchases, or says why nothing of them does. */
export const addReturns = (
  rows: readonly CustomerBuyRow[],
  form: FormHandle<OrderValues>,
  lines: LineModel<ChangeLine>,
): ScanOutcome => {
  const known = rows.find((row) => lines.has(keyOfChange(row)));
  const free = rows.filter((row) => whyNotReturnable(row) === null && !lines.has(keyOfChange(row)));
  const [first] = free;
  if (first === undefined) {
    if (known !== undefined) lines.flash(keyOfChange(known));
    const [any] = rows;
    return {
      ok: false,
      reason: known !== undefined ? TWICE : any === undefined ? '没有找到销售记录' : (whyNotReturnable(any) ?? ''),
    };
  }
  const elsewhere = ofCustomer(first, form);
  if (elsewhere !== null) return { ok: false, reason: elsewhere };
  lines.append(free.map(changeLineOf), true);
  const more = free.length > 1 ? `等${free.length}件` : '';
  return { ok: true, key: keyOfChange(free.at(-1)!), text: `已录入 ${first.name}${more}` };
};

const ORDER_NO = new RegExp(`^${saleName.prefix}\\d+$`, 'i');
/** A piece's barcode, or the number of the order it was bought by. */
export const scanReturn = async (
  code: string,
  form: FormHandle<OrderValues>,
  lines: LineModel<ChangeLine>,
): Promise<ScanOutcome> => {
  const { shopId, customerId } = form.values;
  if (shopId === undefined) return { ok: false, reason: NO_SHOP };
  const typed = code.trim();
  if (ORDER_NO.test(typed)) return addReturns(await purchasesOf({ orderNo: typed }, form.values), form, lines);
  const rows = await purchasesOf({ barcode: asBarcode(typed) }, form.values);
  const own = customerId === undefined ? rows : rows.filter((row) => row.customerId === customerId);
  // Sold more than once, it is the last sale that somebody brings back.
  const chosen = own.find((row) => whyNotReturnable(row) === null) ?? own[0] ?? rows[0];
  return addReturns(chosen === undefined ? [] : [chosen], form, lines);
};
