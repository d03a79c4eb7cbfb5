/** GET /biz-shift, /{id} (R80). */
import { z } from 'zod';
import { documentQuery, field, rowOf } from 'services/contracts/fields';
import { choice, filterShop, term } from 'services/contracts/filters';

export const ShiftQuery = documentQuery({
  shopId: filterShop(),
  till: term(),
  differenceState: choice(['1', '2'], '请选择状态'),
});
export type ShiftQuery = z.infer<typeof ShiftQuery>;

export const shiftFields = {
  id: field.record('id'),
  no: field.numberOf('shift', 'id').called('单据号', 100),
  shiftAt: field.day('shift_on').called('日期'),
  shopId: field.partner('shop_id').found(),
  shopName: field.nameIn('shop', 'shop_id').called('分店', 140),
  till: field.text('till').called('收银台', 100).found(),
  /** When the shift before was handed over; '' for the first. */
  sinceNo: field.text('since_no').called('上一班', 100),
  expected: field.money('expected_fen').called('应有合计', 110).total('list').found(),
  counted: field.money('counted_fen').called('实点合计', 110).total('list').found(),
  difference: field.money('difference_fen').called('差额', 100).total('list').found(),
  handedBy: field.text('handed_by').called('交班人', 90),
  takenBy: field.text('taken_by').called('接班人', 90),
  auditFlag: field.status('audit_flag').called('状态'),
  underWay: field.text('under_way'),
  auditor: field.text('auditor').called('审核人', 100).hidden(),
  /** Of a difference beyond the limit (R138): '1' waits for a third person, '2' is confirmed; '' there is none. */
  differenceState: field.text('difference_state').called('差额确认', 100).found(),
  confirmedBy: field.text('confirmed_by').called('确认人', 90),
  confirmedAt: field.text('confirmed_at').called('确认时间', 150),
  confirmRemark: field.text('confirm_remark').called('确认说明', 140),
  remark: field.text('remark').called('备注', 140),
  createdBy: field.text('created_by').called('制单人', 100).hidden(),
  createdAt: field.moment('created_at').called('交班时间'),
  updatedAt: field.moment('updated_at'),
};
export const ShiftRow = rowOf(shiftFields);
export type ShiftRow = z.infer<typeof ShiftRow>;
export const shiftList = { path: '/biz-shift', row: ShiftRow, query: ShiftQuery, asOf: true } as const;
/** Yuan; `expected` = opening + received + corrected. */
export const ShiftLineRow = z.object({
  balance: z.string(),
  opening: z.number(),
  received: z.number(),
  corrected: z.number(),
  expected: z.number(),
  counted: z.number(),
  difference: z.number(),
  reason: z.string(),
});
export type ShiftLineRow = z.infer<typeof ShiftLineRow>;
export const ShiftRecord = ShiftRow.extend({ list: z.array(ShiftLineRow) });
export type ShiftRecord = z.infer<typeof ShiftRecord>;
