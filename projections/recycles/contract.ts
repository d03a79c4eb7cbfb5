/** GET /biz-alone-recycle, /{id}, /biz-alone-recycle-detail (S1§2.4, §2.5, §3, §7). */
import { z } from 'zod';
import { documentFields, documentQuery, field, rowOf } from 'services/contracts/fields';
import { filterPartner, filterShop, term } from 'services/contracts/filters';

export const RecycleQuery = documentQuery({
  shopId: filterShop(),
  customerId: filterPartner(),
  /** Of some line. */
  type: term(),
  style: term(),
  fineness: term(),
});
export type RecycleQuery = z.infer<typeof RecycleQuery>;

export const recycleFields = {
  ...documentFields('recycle', {
    own: {
      recycleAt: field.day('recycled_on').called('回收日期'),
      customerId: field.partner('customer_id').found(),
      customerName: field.nameIn('customer', 'customer_id').called('客户', 120),
      customerMobile: field.mobileOf('customer_id'),
      shopId: field.partner('shop_id').found(),
      shopName: field.nameIn('shop', 'shop_id').called('分店', 140),
      seller: field.text('seller_name').called('回收员', 90),
      sellerId: field.record('seller_id'),
      status: field.text('status', '2'),
      remark: field.text('remark').called('备注', 160),
      pictures: field.json('pictures', z.array(z.string())).toldAs(z.string()),
      thumb: field.made(z.string()),
      photo: field.made(z.string()),
      paidBy: field.made(z.string(), 'text').called('支付方式', 150),
    },
    sums: {
      weight: field.weight('weight_mg').called('重量').total('list').found(),
      oldFee: field.money('old_fee_fen').called('旧料金额').total('list').found(),
    },
  }),
  goldWeight: field.weight('net_weight_mg').called('净重').total('list').found(),
};
export const RecycleRow = rowOf(recycleFields);
export type RecycleRow = z.infer<typeof RecycleRow>;
export const recycleList = { path: '/biz-alone-recycle', row: RecycleRow, query: RecycleQuery, asOf: true } as const;

/** A line of old material. What a customer is paid is no cost to be hidden (R96). */
export const recycleLine = {
  id: field.made(z.int()),
  recycleId: field.made(z.int()),
  type: field.text('category').called('类别', 90),
  style: field.text('style').called('款式', 90),
  fineness: field.text('fineness').called('成色', 90),
  name: field.text('name').called('名称', 100),
  weight: field.weight('weightMg').called('重量', 90),
  lossRatio: field.made(z.number()).called('折净率', 80),
  netWeight: field.weight('netWeightMg').called('净重', 90),
  workFee: field.money('workFeeFen').called('工费', 90),
  cost: field.money('unitPriceFen').called('单价', 90),
  price: field.money('priceFen').called('金额', 100),
  stone: field.text('mainStone').called('主石', 90),
  stoneCt: field.made(z.number()).called('主石重', 80),
  stoneP: field.pieces('mainStoneCount').called('主石粒数', 80),
  second: field.text('sideStone').called('副石', 90),
  secondCt: field.made(z.number()).called('副石重', 80),
  secondP: field.pieces('sideStoneCount').called('副石粒数', 80),
  pictures: field.made(z.string()),
  thumb: field.made(z.string()),
  remark: field.text('remark').called('备注', 140),
};
export const RecycleLineRow = rowOf(recycleLine);
export type RecycleLineRow = z.infer<typeof RecycleLineRow>;
const BalanceRow = z.object({ balance: z.string(), amount: z.number() });
export const RecycleRecord = RecycleRow.extend({
  recycleList: z.array(RecycleLineRow),
  balanceList: z.array(BalanceRow),
});
export type RecycleRecord = z.infer<typeof RecycleRecord>;
