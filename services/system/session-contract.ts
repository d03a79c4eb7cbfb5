/** Who is signed in where (R115). */
import { z } from 'zod';
import { TenRows } from '../contracts/envelope.ts';
import { filterRecord, order, term } from '../contracts/filters.ts';

export const SessionQuery = z.object({
  ...TenRows,
  username: term(100),
  ipaddr: term(100),
  userId: filterRecord(),
  createdAtOrder: order().catch('desc'),
});
export type SessionQuery = z.infer<typeof SessionQuery>;
export const SessionRow = z.object({
  /** Of the sign-in, whatever token it holds now. */
  id: z.string(),
  userId: z.int(),
  username: z.string(),
  nickName: z.string(),
  ipaddr: z.string(),
  browser: z.string(),
  os: z.string(),
  /** '1': the browser was to remember for 30 days. */
  rememberMe: z.string(),
  startedAt: z.string(),
  endsAt: z.string(),
  /** The one that asks. */
  current: z.boolean(),
});
export type SessionRow = z.infer<typeof SessionRow>;
export const sessionList = { path: '/sys-session', row: SessionRow, query: SessionQuery } as const;
