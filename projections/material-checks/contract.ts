/** GET /biz-material-check, /{id}, its lines, and the lots there are to weigh (R135). */
import { z } from 'zod';
import { documentFields, documentQuery, field, rowOf } from 'services/contracts/fields';
import { choice, chosenShop, filterShop, term } from 'services/contracts/filters';

export const MaterialCheckQuery = documentQuery({ shopId: filterShop(), fineness: term() });
export type MaterialCheckQuery = z.infer<typeof MaterialCheckQuery>;

/** What was lost and found is 0 until the audit: before it a count tells no figures, blind or not. */
export const materialCheckFields = {
  ...documentFields('material-check', {
    own: {
      checkAt: field.day('checked_on').called('盘点日期'),
      shopId: field.partner('shop_id').found(),
      shopName: field.nameIn('shop', 'shop_id').called('分店', 140),
      fineness: field.text('fineness').called('成色', 90).found(),
      blind: field.flag('blind'),
      remark: field.text('remark').called('备注', 160),
    },
    sums: {
      lossWeight: field.weight('loss_mg').called('盘亏重量').total('list').found(),
      gainWeight: field.weight('gain_mg').called('盘盈重量').total('list').found(),
      lossCost: field.money('loss_fen').called('盘亏成本').cost().total('sheet'),
      gainCost: field.money('gain_fen').called('盘盈成本').cost().total('sheet'),
    },
  }),
  num: field.pieces('quantity').called('行数').hidden(),
  goldWeight: field.weight('net_weight_mg').called('净重').hidden(),
};
export const MaterialCheckRow = rowOf(materialCheckFields);
export type MaterialCheckRow = z.infer<typeof MaterialCheckRow>;
export const materialCheckList = {
  path: '/biz-material-check',
  row: MaterialCheckRow,
  query: MaterialCheckQuery,
  asOf: true,
} as const;

const shownWeight = () => field.made(z.number().nullable(), 'weight');
/** `book`, `difference` and `result` are null or '' while the count hides its books from who asks. */
export const materialCheckLine = {
  lotId: field.record('lotId'),
  lotNo: field.made(z.string(), 'text').called('旧料编号', 110),
  fineness: field.text('fineness').called('成色', 90),
  type: field.text('category').called('类别', 90),
  style: field.text('style').called('款式', 90),
  name: field.text('name').called('名称', 120),
  book: shownWeight().called('账面重量', 100),
  weighed: field.weight('weighedMg').called('称得重量', 100),
  difference: shownWeight().called('差异', 90),
  result: field.made(z.string(), 'text').called('结果', 80),
  /** Documents that moved the lot since it was weighed: it is judged as it was then. */
  moved: field.made(z.string(), 'text').called('称重后变动', 120),
  weigher: field.made(z.string(), 'text').called('称重人', 90),
  weighedAt: field.text('weighedAt').called('称重时间', 150),
};
export const MaterialCheckLineRow = rowOf(materialCheckLine);
export type MaterialCheckLineRow = z.infer<typeof MaterialCheckLineRow>;
export const MaterialCheckRecord = MaterialCheckRow.extend({
  /** Whether the books are hidden from who asks. */
  hidden: z.boolean(),
  lotList: z.array(MaterialCheckLineRow),
});
export type MaterialCheckRecord = z.infer<typeof MaterialCheckRecord>;

/** What a shop has to weigh, oldest first; `blind` '1': without what the books have. */
export const LotsToWeighQuery = z.object({
  shopId: chosenShop(),
  fineness: term(),
  blind: choice(['1', '0']),
});
export const LotToWeigh = z.object({
  lotId: z.int(),
  lotNo: z.string(),
  fineness: z.string(),
  type: z.string(),
  style: z.string(),
  name: z.string(),
  source: z.string(),
  inAt: z.string(),
  book: z.number().nullable(),
});
export type LotToWeigh = z.infer<typeof LotToWeigh>;
export const lotsToWeigh = { path: '/biz-material-check/lots' } as const;
