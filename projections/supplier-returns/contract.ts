/** GET /biz-goods-return, /{id}, /biz-goods-return-detail/list (S0§2, §3, §7). */
import { z } from 'zod';
import { documentFields, documentQuery, field, rowOf } from 'services/contracts/fields';
import { filterPartner, filterShop } from 'services/contracts/filters';

/** Returns are listed ten to a page (S0§9). */
export const RETURN_PAGE = 10;
export const SupplierReturnQuery = documentQuery({ supplierId: filterPartner(), shopId: filterShop() }, RETURN_PAGE);
export type SupplierReturnQuery = z.infer<typeof SupplierReturnQuery>;

export const supplierReturnFields = documentFields('supplier-return', {
  own: {
    supplierId: field.partner('supplier_id').orNone().found(),
    supplierName: field.nameIn('supplier', 'supplier_id').called('供应商', 180),
    /** Some piece was delivered by somebody else (R10). */
    mixedSuppliers: field.flag('mixed_suppliers'),
    shopId: field.partner('shop_id').found(),
    shopName: field.nameIn('shop', 'shop_id').called('分店', 140),
    returnAt: field.day('returned_on').called('退货日期'),
    status: field.text('status', '2'),
    remark: field.text('remark').called('备注', 160),
    /** ZJ… that opened it. */
    inspectionId: field.record('inspection_id').orNone(),
    inspectionNo: field.numberOf('inspection', 'inspection_id').called('质检单', 100).hidden().origin(),
  },
  sums: { returnAmount: field.money('return_amount_fen').called('退货金额').cost().total('list') },
});
export const SupplierReturnRow = rowOf(supplierReturnFields);
export type SupplierReturnRow = z.infer<typeof SupplierReturnRow>;
export const supplierReturnList = {
  path: '/biz-goods-return',
  row: SupplierReturnRow,
  query: SupplierReturnQuery,
  asOf: true,
} as const;

/** Line of a return; `num` is what the shop has of it now, `supplierId` who delivered it. */
export const supplierReturnLine = {
  goodsId: field.record('goodsId'),
  barcode: field.text('barcode').called('条码', 122),
  name: field.text('name').called('首饰名称', 112),
  type: field.text('category').called('首饰类别', 76),
  num: field.made(z.int(), 'count').called('库存数量', 74),
  returnNum: field.pieces('quantity').called('退货数量', 74),
  piceCost: field.money('unitCostFen').called('成本', 96).cost(),
  returnPrice: field.money('returnPriceFen').called('退货价', 96).cost(),
  goldWeight: field.weight('netWeightMg').called('金重', 84),
  supplierId: field.partner('supplierId').orNone(),
  remark: field.text('remark').called('备注', 88),
};
export const SupplierReturnLineRow = rowOf(supplierReturnLine);
export type SupplierReturnLineRow = z.infer<typeof SupplierReturnLineRow>;
export const SupplierReturnRecord = SupplierReturnRow.extend({ bizGoodsList: z.array(SupplierReturnLineRow) });
export type SupplierReturnRecord = z.infer<typeof SupplierReturnRecord>;
