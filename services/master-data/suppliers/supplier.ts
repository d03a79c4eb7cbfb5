/** A supplier: wire shapes (S2§3, §5). `contract` is the contact person, as the wire writes it (R31). */
import { z } from 'zod';
import { requiredPhone } from '../../contracts/phone.ts';
import { Moments, Status, optional, required } from '../fields.ts';

export const SupplierBody = z.object({
  name: required('供应商名称不能为空', 100),
  contract: required('联系人不能为空', 50),
  mobile: requiredPhone('联系电话不能为空'),
  addr: optional(200),
  qq: optional(20),
  weichat: optional(50),
  grade: optional(20),
  remark: optional(500),
  status: Status,
});
export type SupplierBody = z.infer<typeof SupplierBody>;

export const SupplierRow = z.object({
  id: z.int(),
  name: z.string(),
  contract: z.string(),
  mobile: z.string(),
  addr: z.string(),
  qq: z.string(),
  weichat: z.string(),
  grade: z.string(),
  remark: z.string(),
  status: z.string(),
  ...Moments,
});
export type SupplierRow = z.infer<typeof SupplierRow>;
