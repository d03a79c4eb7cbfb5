/** GET /biz-goods-inspection, /{id}, /biz-goods-inspection-detail/list. */
import { z } from 'zod';
import { documentFields, documentQuery, field, pictureFields, rowOf } from 'services/contracts/fields';
import { choice, filterShop } from 'services/contracts/filters';
import { InspectionResult } from 'services/goods/contract';
import { RESULTS } from 'services/inspection/contract';

export const InspectionQuery = documentQuery({ shopId: filterShop(), result: choice(['1', '2', '3']) });
export type InspectionQuery = z.infer<typeof InspectionQuery>;

export const inspectionFields = documentFields('inspection', {
  own: {
    shopId: field.partner('shop_id').found(),
    shopName: field.nameIn('shop', 'shop_id').called('分店', 116),
    inspectAt: field.day('inspected_on').called('质检日期'),
    inspector: field.text('inspector').called('质检员', 90),
    ...pictureFields,
    /** TH… that took over what goes back to the supplier. */
    returnNos: field.handedTo('supplier-return', 'id').called('退货单', 150),
    remark: field.text('remark').called('备注', 140),
    /** The order that took it back, where it judges what a customer brought. */
    saleId: field.record('sale_id').orNone(),
    saleNo: field.numberOf('sale', 'sale_id').called('退货单据', 100).hidden().origin(),
  },
  sums: {
    passedNum: field.pieces('passed').found().called('合格', 64).total('list'),
    supplierNum: field.pieces('to_supplier').found().called('退供应商', 84).total('list'),
    meltNum: field.pieces('to_melt').found().called('转旧料', 74).total('list'),
  },
});
export const InspectionRow = rowOf(inspectionFields);
export type InspectionRow = z.infer<typeof InspectionRow>;
export const inspectionList = {
  path: '/biz-goods-inspection',
  row: InspectionRow,
  query: InspectionQuery,
  asOf: true,
} as const;

/** `stock` is what the shop has of it now. */
export const inspectionLine = {
  goodsId: field.record('goodsId'),
  barcode: field.text('barcode').called('条码', 122),
  name: field.text('name').called('首饰名称', 110),
  type: field.text('category').called('首饰类别', 72),
  stock: field.made(z.int(), 'count').called('库存数量', 74),
  num: field.pieces('quantity').called('数量', 64),
  goldWeight: field.weight('netWeightMg').called('金重', 80),
  /** '1' 合格, '2' 退供应商, '3' 转旧料. */
  result: field.word('result', InspectionResult).called('质检结果', 92).toldAs(z.string()).oneOf(RESULTS),
  resultName: field.made(z.string(), 'text').called('质检结果', 90),
  note: field.text('note').called('问题说明', 140),
};
export const InspectionLineRow = rowOf(inspectionLine);
export type InspectionLineRow = z.infer<typeof InspectionLineRow>;
export const InspectionRecord = InspectionRow.extend({ bizGoodsList: z.array(InspectionLineRow) });
export type InspectionRecord = z.infer<typeof InspectionRecord>;
