/** The operation log of shoppers on the wire: who did what with his own record, and who did it for him at the counter. */
import { z } from 'zod';
import { TenRows } from '../../contracts/envelope.ts';
import { choice, filterMoment, filterPartner, order } from '../../contracts/filters.ts';
import { personPhone } from '../../contracts/person.ts';
import { SHOPPER_ACTS, type ShopperAct } from '../../contracts/shopper-log.ts';

const ACTS = Object.keys(SHOPPER_ACTS) as [ShopperAct, ...ShopperAct[]];
const ShopperLogQuery = z.object({
  ...TenRows,
  /** Days, or moments to the second; both ends belong to it. */
  beginTime: filterMoment(),
  endTime: filterMoment(),
  createdAtOrder: order().catch('desc'),
  /** Of one customer, those who were merged into him included. */
  customerId: filterPartner(),
  act: choice(ACTS, '请选择操作'),
  status: choice(['1', '2'], '状态不正确'),
});
export type ShopperLogQuery = z.output<typeof ShopperLogQuery>;
export const ShopperLogRow = z.object({
  id: z.int(),
  act: z.string(),
  /** null while he has no record. */
  customerId: z.int().nullable(),
  customerName: z.string(),
  mobile: personPhone(),
  /** Stands for his openId; '' outside the app, and of whoever was erased. */
  shopperMark: z.string(),
  what: z.string(),
  status: z.string(),
  ipaddr: z.string(),
  /** '' he himself. */
  byName: z.string(),
  createdAt: z.string(),
});
export type ShopperLogRow = z.infer<typeof ShopperLogRow>;
export const SHOPPER_LOG_KEY = 'admin:shopperLog';
export const shopperLogList = { path: '/sys-shopper-log', row: ShopperLogRow, query: ShopperLogQuery } as const;
