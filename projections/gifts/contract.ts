/** GET /biz-gift-in, /{id} (S1§2.7, §3). */
import { z } from 'zod';
import { documentQuery, field, rowOf } from 'services/contracts/fields';
import { filterShop } from 'services/contracts/filters';

export const GiftInQuery = documentQuery({ shopId: filterShop() });
export type GiftInQuery = z.infer<typeof GiftInQuery>;

/** A stock-in is one gift, so what others say of their lines stands in the row. */
export const giftInFields = {
  id: field.record('id'),
  no: field.numberOf('gift-in', 'id').called('单据号', 100),
  shopId: field.partner('shop_id').found(),
  shopName: field.nameIn('shop', 'shop_id').called('分店', 130),
  inGiftAt: field.day('received_on').called('入库日期'),
  barcode: field.text('barcode').called('条码', 122),
  styleNo: field.text('style_no').called('款号', 90),
  goodsName: field.text('name').called('赠品名称', 140),
  measure: field.text('measure').called('计量单位', 74),
  spec: field.text('spec').called('规格', 90),
  num: field.pieces('quantity').called('数量', 64).total('list'),
  cost: field.money('unit_cost_fen').called('成本', 90).cost(),
  /** Of all that came in. */
  amount: field.money('cost_fen').called('成本金额', 100).total('list').cost(),
  rebateInte: field.points('points_centi').called('扣减积分', 80).toldAs(z.number()),
  price: field.money('price_fen').called('价格', 90),
  auditFlag: field.status('audit_flag').called('审核状态').listedAs('审核'),
  underWay: field.text('under_way'),
  auditor: field.text('auditor').called('审核人', 100).hidden(),
  remark: field.text('remark').called('备注', 140),
  createdBy: field.text('created_by').called('制单人', 100).hidden(),
  createdAt: field.moment('created_at').called('制单时间').hidden(),
  updatedAt: field.moment('updated_at'),
};
export const GiftInRow = rowOf(giftInFields);
export type GiftInRow = z.infer<typeof GiftInRow>;
export const giftInList = { path: '/biz-gift-in', row: GiftInRow, query: GiftInQuery, asOf: true } as const;
