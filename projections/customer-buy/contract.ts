/** GET /biz-sell/customerBuy: what a customer bought, and how much of it may come back (S1§7; R44, R68). */
import { z } from 'zod';
import { Paging } from 'services/contracts/envelope';
import { code, filterDay, filterPartner, filterRecord, filterShop } from 'services/contracts/filters';

/** Of one customer by the day of the order that is written; or of one order, or one piece, whoever bought it. */
export const CustomerBuyQuery = z
  .object({
    ...Paging,
    pageSize: Paging.pageSize.unwrap().default(100),
    customerId: filterPartner(),
    shopId: filterShop(),
    sellAt: filterDay(),
    orderNo: code(),
    barcode: code(),
    /** The order that is edited: what it brings back itself does not count. */
    sellId: filterRecord(),
  })
  .superRefine(({ customerId, shopId, sellAt, orderNo, barcode }, context) => {
    if (orderNo !== undefined || barcode !== undefined) return;
    const missing = [
      [shopId, 'shopId', '分店名称不能为空'],
      [sellAt, 'sellAt', '销售日期不能为空'],
      [customerId, 'customerId', '客户名称不能为空'],
    ] as const;
    for (const [value, path, message] of missing) {
      if (value === undefined) context.addIssue({ code: 'custom', path: [path], message });
    }
  });
export type CustomerBuyQuery = z.infer<typeof CustomerBuyQuery>;
/** A line of an audited sale; `id` is the line, `rawSellId` its order. `factSellFee` and weight are of all that was sold. */
export const CustomerBuyRow = z.object({
  id: z.number(),
  rawSellId: z.int(),
  orderNo: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  sellAt: z.string(),
  shopName: z.string(),
  barcode: z.string(),
  goodsId: z.int(),
  type: z.string(),
  style: z.string(),
  fineness: z.string(),
  name: z.string(),
  thumb: z.string(),
  num: z.int(),
  sellGoldWeight: z.number(),
  /** Cut off or added when it was sold, grams. */
  cutDown: z.number(),
  factSellFee: z.number(),
  /** What was paid for it in the end. */
  refundable: z.number(),
  returnPrice: z.number(),
  /** Pieces that came back, and what was paid for them or is about to be. */
  returned: z.int(),
  refunded: z.number(),
  /** Neither came back nor is about to. */
  returnable: z.int(),
  seller: z.string(),
  /** What the customer earned by all of it. */
  points: z.int(),
  /** Taken back with what came back, or about to be. */
  returnedPoints: z.int(),
  /** Yuan that a point which he no longer has is worth (R144); 0: the house never said. */
  pointValue: z.number(),
});
export type CustomerBuyRow = z.infer<typeof CustomerBuyRow>;
export const customerBuy = { path: '/biz-sell/customerBuy', row: CustomerBuyRow, query: CustomerBuyQuery } as const;
