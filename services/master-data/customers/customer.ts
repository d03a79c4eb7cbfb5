/** A customer of the whole chain (R13): wire shapes (S1§3, §5). `contract` is the level, `contracter` the contact person. */
import { z } from 'zod';
import { WireSum } from '../../contracts/sums.ts';
import { Moments, Status, optional, required, requiredPhone } from '../fields.ts';

/** Figures (amount, points) are read-only: they are not part of the body (R21). */
export const CustomerBody = z.object({
  name: required('客户名称不能为空', 50),
  contract: optional(20),
  vip: optional(40),
  contracter: optional(50),
  mobile: requiredPhone('联系电话不能为空'),
  addr: optional(200),
  qq: optional(20),
  weichat: optional(50),
  remark: optional(500),
  status: Status,
});
export type CustomerBody = z.infer<typeof CustomerBody>;

/** `amount` in yuan: what audited sales added up to; points whole. */
export const CustomerRow = z.object({
  id: z.int(),
  name: z.string(),
  contract: z.string(),
  vip: z.string(),
  contracter: z.string(),
  mobile: z.string(),
  addr: z.string(),
  qq: z.string(),
  weichat: z.string(),
  remark: z.string(),
  status: z.string(),
  amount: WireSum,
  amountPoints: z.int(),
  usablePoints: z.int(),
  usedPoints: z.int(),
  ...Moments,
});
export type CustomerRow = z.infer<typeof CustomerRow>;
