/** A write-off: what a shopper may collect against a code, once (S1§2.11, §3, §4, §5; R88, R137): wire shapes. */
import { z } from 'zod';
import { MASK, phoneOrMasked, personPhone, personText, unmaskedText } from '../../contracts/person.ts';
import { chosenId, patternText, wireText, wireWhole } from '../../contracts/values.ts';
import { requiredPhone } from '../../contracts/phone.ts';
import { Moments, optional, required } from '../fields.ts';

/** Of a giveaway; otherwise it was entered by hand. */
export const CLAIM = '1';
export const BY_HAND = '2';
export const WAITING = '1';
export const COLLECTED = '2';

/** Who entered it: the shopper, who claimed it himself, or the shop. */
export const BY_SHOPPER = '1';
export const BY_SHOP = '2';

const CODE = '核销码只能用字母、数字和横线，最多40位';
const code = required('核销码不能为空', 200).pipe(patternText(/^[A-Za-z0-9-]{1,40}$/, CODE));
const blank = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? undefined : value);
const BillType = z
  .union([z.enum([CLAIM, BY_HAND]), z.literal(1), z.literal(2)], { error: '核销类型不正确' })
  .transform((value) => (String(value) === CLAIM ? CLAIM : BY_HAND));
const shared = {
  name: required('客户名不能为空', 50),
  mobile: requiredPhone('联系电话不能为空'),
  limitNum: wireWhole('lotPieces').default(1),
  remark: optional(500),
};
/** An empty code is made by the server. A claim names its giveaway in `billId`; who claims cannot be changed later. */
export const WriteOffBody = z
  .object({
    ...shared,
    writeOffCode: z.preprocess(blank, code.nullish()).transform((value) => value ?? ''),
    billType: BillType.default(BY_HAND),
    billId: z.union([z.literal(0), chosenId('id')]).default(0),
    customerId: z
      .union([z.literal(0), chosenId('partnerId', '没有这个客户')])
      .nullish()
      .transform((value) => (value == null || value === 0 ? null : value)),
    openId: unmaskedText(
      wireText(64)
        .nullish()
        .transform((value) => value ?? ''),
    ),
  })
  .refine(({ billType, billId }) => billType !== CLAIM || billId !== 0, { path: ['billId'], message: '请选择礼品' })
  .refine(({ billType, customerId, openId }) => billType !== CLAIM || customerId !== null || openId !== '', {
    path: ['customerId'],
    message: '请选择客户',
  });
export type WriteOffBody = z.infer<typeof WriteOffBody>;
/** A mask that comes back means unchanged (R114, R137): nobody reads the code of what waits. */
export const WriteOffEdit = z.object({
  ...shared,
  mobile: phoneOrMasked(shared.mobile, '联系电话不能为空'),
  writeOffCode: z.union([z.literal(MASK), code], {
    error: ({ input }) => (input == null || input === '' ? '核销码不能为空' : CODE),
  }),
});
export type WriteOffEdit = z.infer<typeof WriteOffEdit>;

/**
 * What is said when it is handed over: the code that the shopper shows is the proof (R137). `shopId`: where; absent is the only
 * shop that the caller has.
 */
export const WriteOffUse = z.object({
  writeOffCode: required('核销码不能为空', 200),
  shopId: chosenId('partnerId', '分店不存在').nullish(),
  remark: wireText(500).optional(),
});
/** So many wrong codes on a day lock the row until the next, or until somebody who may change it unlocks it (R137). */
export const WRONG_CODES = 5;
export type WriteOffUse = z.infer<typeof WriteOffUse>;

/**
 * `status` '1' waits, '2' is collected: then `usedAt`, `usedBy` and `usedShopId` say when, by whom and in which shop it was handed
 * over. `writeOffCode` is masked until then. `locked`: too many wrong codes today. `source`: '1' the shopper claimed it himself, '2'
 * the shop entered it.
 */
export const WriteOffRow = z.object({
  id: z.int(),
  billType: z.string(),
  billId: z.int(),
  /** Title of the giveaway, '' for what was entered by hand. */
  title: z.string(),
  writeOffCode: z.string(),
  customerId: z.int(),
  openId: personText(),
  name: z.string(),
  mobile: personPhone(),
  limitNum: z.int(),
  remark: z.string(),
  status: z.string(),
  usedAt: z.string(),
  usedBy: z.string(),
  usedShopId: z.int(),
  usedShopName: z.string(),
  locked: z.boolean(),
  source: z.string(),
  ...Moments,
});
export type WriteOffRow = z.infer<typeof WriteOffRow>;
