/** Tills of a shop (R138): money is taken at one that is registered, or at the reserved one: wire shapes. */
import { z } from 'zod';
import { chosenId } from '../../contracts/values.ts';
import { MAX_TILL, UNASSIGNED_TILL } from '../../contracts/tills.ts';
import { Moments, Status, optional, required } from '../fields.ts';

export const TILL_PATH = '/biz-till';
/** Whoever registers tills. */
export const TILL_KEY = 'biz:bizShift:till';
const name = required('收银台名称不能为空', MAX_TILL).refine(
  (text) => text !== UNASSIGNED_TILL,
  `“${UNASSIGNED_TILL}”是系统保留的名称`,
);
export const TillBody = z.object({
  shopId: chosenId('partnerId', '分店名称不能为空'),
  name,
  status: Status.default('2'),
  remark: optional(200),
});
export type TillBody = z.infer<typeof TillBody>;

/** `used`: money was taken there, so its name stays. */
export const TillRow = z.object({
  id: z.int(),
  shopId: z.int(),
  shopName: z.string(),
  name: z.string(),
  status: z.string(),
  used: z.boolean(),
  remark: z.string(),
  ...Moments,
});
export type TillRow = z.infer<typeof TillRow>;
