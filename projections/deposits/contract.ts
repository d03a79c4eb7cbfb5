/** GET /biz-deposit, /{id} (R79). */
import { z } from 'zod';
import { ACCOUNTS } from 'services/balance/contract';
import { documentQuery, field, rowOf } from 'services/contracts/fields';
import { filterPartner, filterShop, term } from 'services/contracts/filters';

export const DepositQuery = documentQuery({
  shopId: filterShop(),
  customerId: filterPartner(),
  account: z.enum(ACCOUNTS).optional(),
  kind: z.enum(['1', '2']).optional(),
  goodsBarcode: term(),
});
export type DepositQuery = z.infer<typeof DepositQuery>;

/** A deposit is one line, so what others say of their lines stands in the row. */
export const depositFields = {
  id: field.record('id'),
  no: field.numberOf('deposit', 'id').called('单据号', 100),
  depositAt: field.day('deposited_on').called('日期'),
  shopId: field.partner('shop_id').found(),
  shopName: field.nameIn('shop', 'shop_id').called('分店', 140),
  customerId: field.partner('customer_id').found(),
  customerName: field.nameIn('customer', 'customer_id').called('客户', 120),
  customerMobile: field.mobileOf('customer_id'),
  account: field.text('account').called('账户', 90).found(),
  /** 1 收, 2 退. */
  kind: field.text('kind', '1').found(),
  kindName: field.made(z.string(), 'text').called('收退', 80),
  amount: field.money('amount_fen').called('金额', 100),
  inFee: field.money('in_fen').called('收款', 100).total('list').found(),
  outFee: field.money('out_fen').called('退款', 100).total('list').found(),
  paidBy: field.made(z.string(), 'text').called('支付方式', 150),
  goodsBarcode: field.text('goods_barcode').called('预订条码', 120).found(),
  deliverAt: field.text('deliver_on').called('预计交货', 100),
  seller: field.text('seller_name').called('经办人', 90),
  sellerId: field.record('seller_id'),
  till: field.text('till').called('收银台', 90).hidden(),
  auditFlag: field.status('audit_flag').called('审核状态').listedAs('审核'),
  underWay: field.text('under_way'),
  auditor: field.text('auditor').called('审核人', 100).hidden(),
  remark: field.text('remark').called('备注', 140),
  createdBy: field.text('created_by').called('制单人', 100).hidden(),
  createdAt: field.moment('created_at').called('制单时间').hidden(),
  updatedAt: field.moment('updated_at'),
};
export const DepositRow = rowOf(depositFields);
export type DepositRow = z.infer<typeof DepositRow>;
export const depositList = { path: '/biz-deposit', row: DepositRow, query: DepositQuery, asOf: true } as const;
export const DepositRecord = DepositRow.extend({
  balanceList: z.array(z.object({ balance: z.string(), amount: z.number() })),
});
export type DepositRecord = z.infer<typeof DepositRecord>;
