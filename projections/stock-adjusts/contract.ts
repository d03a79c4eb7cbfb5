/** GET /biz-stock-adjust, /{id}, /biz-stock-adjust-detail/list: write-offs and write-ups (R9). */
import { z } from 'zod';
import { documentFields, documentQuery, field, pictureFields, rowOf } from 'services/contracts/fields';
import { choice, filterRecord, filterShop } from 'services/contracts/filters';
import { AdjustKind } from 'services/stock-adjust/contract';

export const AdjustQuery = documentQuery({
  kind: choice(['1', '2']),
  shopId: filterShop(),
  checkId: filterRecord(),
});
export type AdjustQuery = z.infer<typeof AdjustQuery>;

export const adjustFields = documentFields('adjust', {
  own: {
    /** '1' 报损, '2' 报溢. */
    kind: field.word('kind', AdjustKind).found().toldAs(z.string()),
    kindName: field.made(z.string(), 'text').called('类型', 76),
    shopId: field.partner('shop_id').found(),
    shopName: field.nameIn('shop', 'shop_id').called('分店', 116),
    adjustAt: field.day('adjusted_on').called('日期'),
    reason: field.text('reason').called('原因', 200),
    checkId: field.record('check_id').orNone().found(),
    /** PD… of the check whose differences it settles; '' by hand. */
    checkNo: field.numberOf('check', 'check_id').called('盘点单', 100),
    ...pictureFields,
    remark: field.text('remark').called('备注', 140),
  },
  /** Cost of what was lost or found. */
  sums: { costAmount: field.money('cost_fen').called('成本金额').cost().total('sheet') },
  // What was lost and what was found are not to be added: over the list only the documents are counted.
  opened: false,
});
export const AdjustRow = rowOf(adjustFields);
export type AdjustRow = z.infer<typeof AdjustRow>;
export const adjustList = { path: '/biz-stock-adjust', row: AdjustRow, query: AdjustQuery, asOf: true } as const;

/** `stock` is what the shop has of it now; `reason` where it differs from the document's. */
export const adjustLine = {
  goodsId: field.record('goodsId'),
  barcode: field.text('barcode').called('条码', 122),
  name: field.text('name').called('首饰名称', 130),
  type: field.text('category').called('首饰类别', 76),
  stock: field.made(z.int(), 'count').called('库存数量', 74),
  num: field.pieces('quantity').called('数量', 74),
  piceCost: field.money('unitCostFen').called('成本', 104).cost(),
  goldWeight: field.weight('netWeightMg').called('金重', 84),
  reason: field.text('reason').called('单件说明', 150),
};
export const AdjustLineRow = rowOf(adjustLine);
export type AdjustLineRow = z.infer<typeof AdjustLineRow>;
export const AdjustRecordRow = AdjustRow.extend({ bizGoodsList: z.array(AdjustLineRow) });
export type AdjustRecordRow = z.infer<typeof AdjustRecordRow>;
