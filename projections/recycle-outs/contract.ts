/** GET /biz-recycle-out, /{id}, its lines (R45, R89). */
import { z } from 'zod';
import { documentFields, documentQuery, field, rowOf } from 'services/contracts/fields';
import { choice, chosenShop, filterShop, term } from 'services/contracts/filters';
import { OUT_KINDS, OutKind } from 'services/recycle-out/contract';

/** Where an exit stands: 待审核, audited and to come back, audited and nothing more to come. */
export const OUT_STATES = [
  { value: 'pending', label: '待审核' },
  { value: 'awaiting', label: '待回料' },
  { value: 'done', label: '已完成' },
] as const;
export const RecycleOutQuery = documentQuery({
  shopId: filterShop(),
  kind: choice(['1', '2', '3', '4'] as const satisfies readonly OutKind[]),
  state: choice(['pending', 'awaiting', 'done'] as const satisfies readonly (typeof OUT_STATES)[number]['value'][]),
  party: term(),
  fineness: term(),
});
export type RecycleOutQuery = z.infer<typeof RecycleOutQuery>;

/** Weights that came back, loss and cost are 0 until that is known. */
export const recycleOutFields = {
  ...documentFields('recycle-out', {
    own: {
      outAt: field.day('out_on').called('出库日期'),
      shopId: field.partner('shop_id').found(),
      shopName: field.nameIn('shop', 'shop_id').called('分店', 140),
      kind: field.word('kind', z.enum(OutKind.options)).found(),
      kindName: field.made(z.string(), 'text').called('出库类型', 90),
      party: field.text('party').called('去向', 140).found(),
      state: field.made(z.string(), 'text').called('进度', 90),
      backAt: field.day('back_on').called('回料日期').orNone(),
      backFineness: field.text('back_fineness').called('回料成色', 90),
      backLotId: field.record('back_lot_id').orNone(),
      backLotNo: field.made(z.string(), 'text').called('回料编号', 110),
      goodsList: field.texts('became'),
      remark: field.text('remark').called('备注', 160),
    },
    sums: {
      weightOut: field.weight('weight_mg').called('出库重量').total('list').found(),
      weightBack: field.weight('back_mg').called('回料重量').total('list').found(),
      loss: field.weight('loss_mg').called('损耗').total('list').found(),
      price: field.money('price_fen').called('出售金额').total('list').found(),
      cost: field.money('cost_fen').called('出库成本').cost().total('sheet'),
    },
  }),
  num: field.pieces('quantity').called('行数').hidden(),
  goldWeight: field.weight('net_weight_mg').called('净重').hidden(),
};
export const RecycleOutRow = rowOf(recycleOutFields);
export type RecycleOutRow = z.infer<typeof RecycleOutRow>;
export const recycleOutList = {
  path: '/biz-recycle-out',
  row: RecycleOutRow,
  query: RecycleOutQuery,
  asOf: true,
} as const;
export { OUT_KINDS };

export const recycleOutLine = {
  lotId: field.record('lotId'),
  lotNo: field.made(z.string(), 'text').called('旧料编号', 110),
  fineness: field.text('fineness').called('成色', 90),
  type: field.text('category').called('类别', 90),
  style: field.text('style').called('款式', 90),
  name: field.text('name').called('名称', 120),
  weightOut: field.weight('weightMg').called('出库重量', 100),
};
export const RecycleOutLineRow = rowOf(recycleOutLine);
export type RecycleOutLineRow = z.infer<typeof RecycleOutLineRow>;
export const RecycleOutRecord = RecycleOutRow.extend({ lotList: z.array(RecycleOutLineRow) });
export type RecycleOutRecord = z.infer<typeof RecycleOutRecord>;

/** What a shop has of old material that nobody holds, oldest first; `barcode`: its number, JL10023 or 10023. */
export const FreeLotsQuery = z.object({ shopId: chosenShop(), barcode: term(), fineness: term() });
export const FreeLot = z.object({
  lotId: z.int(),
  lotNo: z.string(),
  fineness: z.string(),
  type: z.string(),
  style: z.string(),
  name: z.string(),
  source: z.string(),
  inAt: z.string(),
  free: z.number(),
});
export type FreeLot = z.infer<typeof FreeLot>;
export const freeLots = { path: '/biz-recycle-out/lots' } as const;
