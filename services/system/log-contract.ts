/** The login log and the operation log on the wire (S2§2.15, 2.16; R105). */
import { z } from 'zod';
import { TenRows } from '../contracts/envelope.ts';
import { choice, filterMoment, order, term } from '../contracts/filters.ts';

const text = term(100);
/** Days, or moments to the second (R105); both ends belong to it. */
const Period = {
  beginTime: filterMoment(),
  endTime: filterMoment(),
  /** Newest first, unless the oldest are asked for. */
  createdAtOrder: order().catch('desc'),
};
const LoginQuery = z.object({ ...TenRows, ...Period, username: text, status: text, ipaddr: text, loginLocation: text });
const OperationQuery = z.object({
  ...TenRows,
  ...Period,
  title: text,
  operName: text,
  operUrl: text,
  operIp: text,
  requestMethod: choice(['GET', 'POST', 'PUT', 'DELETE'], '请求方式不正确'),
  businessType: text,
  status: text,
});

/** What somebody sat at, in words of a shop; a kind without any is shown as the browser names it. */
export const PLATFORMS: Readonly<Record<string, string>> = { desktop: '电脑', mobile: '手机', tablet: '平板' };

export const LoginRow = z.object({
  id: z.int(),
  username: z.string(),
  msg: z.string(),
  status: z.string(),
  ipaddr: z.string(),
  loginLocation: z.string(),
  browser: z.string(),
  os: z.string(),
  platform: z.string(),
  loginTime: z.string(),
  remark: z.string(),
  createdAt: z.string(),
});
export const OperationRow = z.object({
  id: z.int(),
  title: z.string(),
  businessType: z.string(),
  requestMethod: z.string(),
  operName: z.string(),
  operIp: z.string(),
  operLocation: z.string(),
  operUrl: z.string(),
  operParam: z.string(),
  jsonResult: z.string(),
  status: z.string(),
  errorMsg: z.string(),
  latencyTime: z.string(),
  operTime: z.string(),
  createdAt: z.string(),
  /** When what it saved was lost with its log (R63). */
  lostAt: z.string().nullable(),
});

export type LoginRow = z.infer<typeof LoginRow>;
export type OperationRow = z.infer<typeof OperationRow>;
/** Filters that both logs have. */
export type LogQuery = z.output<z.ZodObject<typeof TenRows & typeof Period>>;
export const loginLogList = { path: '/sys-login-log', row: LoginRow, query: LoginQuery } as const;
export const operationLogList = { path: '/sys-opera-log', row: OperationRow, query: OperationQuery } as const;
