/** GET /biz-allocate, /{id}, /biz-allocate-detail/list (S0§2, §3, §7). */
import { z } from 'zod';
import { documentFields, documentQuery, field, rowOf } from 'services/contracts/fields';
import { filterDay, filterShop } from 'services/contracts/filters';

export const TransferQuery = documentQuery({
  outShopId: filterShop(),
  inShopId: filterShop(),
  allocateAt: filterDay(),
});
export type TransferQuery = z.infer<typeof TransferQuery>;

export const transferFields = documentFields('transfer', {
  own: {
    outShopId: field.partner('out_shop_id').found(),
    outShopName: field.nameIn('shop', 'out_shop_id').called('调出分店', 150),
    inShopId: field.partner('in_shop_id').found(),
    inShopName: field.nameIn('shop', 'in_shop_id').called('调入分店', 150),
    allocateAt: field.day('transferred_on').called('调拨日期'),
    remark: field.text('remark').called('备注', 200),
  },
  sums: { inAmount: field.money('in_amount_fen').called('调入金额').cost().total('list') },
});
export const TransferRow = rowOf(transferFields);
export type TransferRow = z.infer<typeof TransferRow>;
export const transferList = { path: '/biz-allocate', row: TransferRow, query: TransferQuery, asOf: true } as const;

/** Line of a transfer; `outNum` is what the out-shop has of it now. */
export const transferLine = {
  outGoodsId: field.record('goodsId'),
  barcode: field.text('barcode').called('条码', 120),
  name: field.text('name').called('首饰名称', 120),
  type: field.text('category'),
  outNum: field.made(z.int(), 'count').called('库存数量', 74),
  inNum: field.pieces('quantity').called('调入数量', 74),
  outPrice: field.money('outPriceFen').called('调出价', 104).cost(),
  inPrice: field.money('inPriceFen').called('调入价', 94).cost(),
  goldCost: field.money('metalCostFen').called('金价', 92).cost(),
  workFee: field.money('labourFeeFen').called('工费', 88),
  fineWorkFee: field.money('fineWorkFeeFen').called('精工费', 104),
  piceWorkFee: field.money('pieceWorkFeeFen').called('件工费', 108),
  goldWeight: field.weight('netWeightMg').called('金重', 84),
  remark: field.text('remark').called('备注', 140),
};
export const TransferLineRow = rowOf(transferLine);
export type TransferLineRow = z.infer<typeof TransferLineRow>;
export const TransferRecord = TransferRow.extend({ bizGoodsList: z.array(TransferLineRow) });
export type TransferRecord = z.infer<typeof TransferRecord>;

/** A shop that goods may go to or come from; `enabled` false: shown in filters, refused for new transfers. */
export const TransferShop = z.object({ id: z.int(), label: z.string(), enabled: z.boolean() });
export type TransferShop = z.infer<typeof TransferShop>;
export const transferShops = { path: '/biz-allocate/shops', row: TransferShop } as const;
