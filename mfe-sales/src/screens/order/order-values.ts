/** What the order dialog holds, and how it becomes the body of POST and PUT /biz-sell (S1§3). Pure. */
import type { SaleRecord } from 'projections/sales/contract';
import { yuanFromFen } from 'services/contracts/units';
import { changeLineBody, savedChangeLine, type ChangeLine } from '../../order/change-line.ts';
import { cleanLineBody, savedCleanLine, type CleanLine } from '../../order/clean-line.ts';
import { heldPoints } from '../../order/earning.ts';
import { giftLineBody, savedGiftLine, type GiftLine } from '../../order/gift-line.ts';
import { lineBody, type OrderLine } from '../../order/line.ts';
import { savedLine } from '../../order/saved-line.ts';
import { lineBody as recycleBody, savedLine as savedRecycleLine, type RecycleLine } from '../../recycle/line.ts';
import { savedShares, shareBodies, type Share } from '../../order/shares.ts';
import { factFeeFen, paymentBody, paymentsFrom, totalsOf, type Payments } from '../../order/payment.ts';

export type OrderValues = {
  readonly id: number;
  readonly orderNo: string;
  readonly customerId: number;
  readonly customerName: string;
  readonly shopId: number;
  readonly sellAt: string;
  /** Id of the user (R25); `sellerName` is what the order keeps. */
  readonly seller: number;
  readonly sellerName: string;
  /** Two at least where several sold it, the seller first; none else (R81). */
  readonly sellers: readonly Share[];
  readonly printTemplate: string;
  readonly remark: string;
  readonly pictures: string;
  readonly sellGoodsList: readonly OrderLine[];
  readonly sellChangeList: readonly ChangeLine[];
  readonly sellRecycleList: readonly RecycleLine[];
  readonly sellGiftList: readonly GiftLine[];
  readonly sellCleanList: readonly CleanLine[];
  readonly sellBalanceList: Payments;
  /** Notes the customer handed over: counted at the till, not kept. */
  readonly cashGiven: number;
  /** Yuan that a saved order keeps; undefined while a new one follows its totals (S1§4). */
  readonly factFee: number;
  readonly auditFlag: number;
  readonly auditor: string;
  readonly approver: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly points: number;
  /** Points that the saved order holds. */
  readonly heldPoints: number;
};

export const savedFactFen = ({ factFee }: Partial<OrderValues>): number | null =>
  factFee === undefined ? null : Math.round(factFee * 100);

/** Lines of all lists; pictures and payments are none. */
export const lineCountOf = (values: Partial<OrderValues>): number => {
  const { sellGoodsList, sellChangeList, sellRecycleList, sellGiftList, sellCleanList } = values;
  const lists = [sellGoodsList, sellChangeList, sellRecycleList, sellGiftList, sellCleanList];
  return lists.reduce((count, list) => count + (list?.length ?? 0), 0);
};

export const orderValues = (record: SaleRecord): Partial<OrderValues> => ({
  id: record.id,
  orderNo: record.orderNo,
  customerId: record.customerId,
  customerName: record.customerName,
  shopId: record.shopId,
  sellAt: record.sellAt,
  seller: record.sellerId,
  sellerName: record.seller,
  sellers: savedShares(record.sellers),
  printTemplate: record.printTemplate,
  remark: record.remark,
  pictures: record.pictures,
  sellGoodsList: record.sellGoodsList.map((line) => savedLine(line)),
  sellChangeList: record.sellChangeList.map(savedChangeLine),
  sellRecycleList: record.sellRecycleList.map(savedRecycleLine),
  sellGiftList: record.sellGiftList.map((line) => savedGiftLine(line)),
  sellCleanList: record.sellCleanList.map(savedCleanLine),
  sellBalanceList: paymentsFrom(record.sellBalanceList),
  factFee: record.factFee,
  auditFlag: record.auditFlag,
  auditor: record.auditor,
  approver: record.approver,
  createdBy: record.createdBy,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  points: record.points,
  heldPoints: heldPoints(record),
});

/** A form that never opened the tab has none. */
const giftBodies = ({ sellGiftList = [] }: Partial<OrderValues>) => sellGiftList.map((line) => giftLineBody(line));

type NameOf = (seller: number) => string | undefined;
/** `sellerName` of the chosen user travels beside its id, which rules. */
const sellerBody = ({ seller: sellerId, sellerName = '', sellers = [] }: Partial<OrderValues>, nameOf: NameOf) => {
  const seller = (sellerId && nameOf(sellerId)) || sellerName;
  return { seller, sellerId, sellers: shareBodies(sellers, { sellerId, seller }, nameOf) };
};
export const orderBody = (values: OrderValues, nameOf: NameOf) => {
  const totals = totalsOf(values);
  const payments = values.sellBalanceList ?? {};
  const fact = factFeeFen({ saved: savedFactFen(values), payableFen: totals.payableFen, payments });
  return {
    ...(values.id === undefined ? {} : { id: values.id }),
    customerId: values.customerId,
    shopId: values.shopId,
    sellAt: values.sellAt,
    ...sellerBody(values, nameOf),
    printTemplate: values.printTemplate,
    amount: yuanFromFen(totals.amountFen),
    changeFee: yuanFromFen(totals.changeFeeFen),
    oldFee: yuanFromFen(totals.oldFeeFen),
    giftFee: yuanFromFen(totals.giftFeeFen),
    cleanFee: yuanFromFen(totals.cleanFeeFen),
    payableFee: yuanFromFen(totals.payableFen),
    factFee: yuanFromFen(fact),
    remark: values.remark ?? '',
    pictures: values.pictures ?? '',
    sellGoodsList: values.sellGoodsList.map((line) => lineBody(line)),
    sellChangeList: (values.sellChangeList ?? []).map(changeLineBody),
    sellRecycleList: (values.sellRecycleList ?? []).map(recycleBody),
    sellGiftList: giftBodies(values),
    sellCleanList: (values.sellCleanList ?? []).map(cleanLineBody),
    sellBalanceList: paymentBody(payments),
  };
};
