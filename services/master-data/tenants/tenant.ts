/** A tenant, customer of the platform (S2§2.10, §3; R128): wire shapes. */
import { z } from 'zod';
import { Day } from '../../contracts/dates.ts';
import { Yuan } from '../../contracts/units.ts';
import { Moments, Status, optional } from '../fields.ts';

const day = z.preprocess((value) => (value === '' || value === undefined ? null : value), Day.nullable());
export const TenantBody = z
  .object({
    name: optional(100),
    code: optional(50),
    url: optional(200),
    startDate: day,
    endDate: day,
    remindDate: day,
    serviceFee: z.preprocess((value) => (value === '' || value === undefined ? null : value), Yuan.nullable()),
    status: Status.default('2'),
  })
  .refine(({ startDate, endDate }) => startDate === null || endDate === null || startDate <= endDate, {
    path: ['endDate'],
    message: '结束日期不能早于开始日期',
  });
export type TenantBody = z.infer<typeof TenantBody>;

export const TenantRow = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  url: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  remindDate: z.string().nullable(),
  /** Yuan. */
  serviceFee: z.number().nullable(),
  status: z.string(),
  ...Moments,
});
export type TenantRow = z.infer<typeof TenantRow>;
/** One whose day of reminding has come, until thirty days after its end. */
export const TenantReminder = TenantRow.pick({ id: true, name: true, endDate: true, remindDate: true });
export type TenantReminder = z.infer<typeof TenantReminder>;
