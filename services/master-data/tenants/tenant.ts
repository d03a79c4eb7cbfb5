/** A tenant, customer of the platform (S2§2.10, §3; R128): wire shapes. */
import { z } from 'zod';
import { Day } from '../../contracts/dates.ts';
import { Yuan } from '../../contracts/units.ts';
import { Moments, Status, kept, optional } from '../fields.ts';

const day = z.preprocess((value) => (value === '' || value === undefined ? null : value), Day.nullable());
const Fee = z.preprocess((value) => (value === '' || value === undefined ? null : value), Yuan.nullable());
type Term = { readonly startDate?: string | null | undefined; readonly endDate?: string | null | undefined };
export const TENANT_TERM = { path: 'endDate', message: '结束日期不能早于开始日期' };
export const isTerm = ({ startDate, endDate }: Term): boolean => !startDate || !endDate || startDate <= endDate;
const Tenant = z.object({
  name: optional(100),
  code: optional(50),
  url: optional(200),
  startDate: day,
  endDate: day,
  remindDate: day,
  serviceFee: Fee,
  status: Status.default('2'),
});
/** Something to know it by: a row of blanks is nobody. */
export const TENANT_BLANK = { path: 'name', message: '请至少填写名称、编码、地址、日期或服务费中的一项' };
type TenantFacts = Omit<z.infer<typeof Tenant>, 'status'>;
export const isTold = ({ name, code, url, startDate, endDate, remindDate, serviceFee }: TenantFacts): boolean =>
  [name, code, url].some((text) => text.trim() !== '') ||
  [startDate, endDate, remindDate, serviceFee].some((value) => value !== null);
const blank = { message: TENANT_BLANK.message, path: [TENANT_BLANK.path] };
const refused = { ...TENANT_TERM, path: [TENANT_TERM.path] };
export const TenantBody = Tenant.refine(isTerm, refused).refine(isTold, blank);
export type TenantBody = z.infer<typeof TenantBody>;
/** What is absent stays as it is (R102); a date or a fee that is blank or null is taken away. */
export const TenantEdit = Tenant.extend({
  name: kept(100),
  code: kept(50),
  url: kept(200),
  startDate: day.optional(),
  endDate: day.optional(),
  remindDate: day.optional(),
  serviceFee: Fee.optional(),
  status: Status.optional(),
}).refine(isTerm, refused);
export type TenantEdit = z.infer<typeof TenantEdit>;

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
