/** What a person did as a shopper, in his copy (R67): how he was bound, what he did on his phone, when he asked to be erased. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { SHOPPER_ACTS } from 'services/contracts/shopper-log';
import { ofCustomer } from '../platform/queries/where-clauses.ts';
import type { CopySection } from './contract.ts';
import { MOST, clock, part } from './copy-rows.ts';

const Binding = z.object({ boundAt: z.string(), endedAt: z.string() });
export const bindings = async (db: CommonQueryMethods, customerId: number): Promise<CopySection> => {
  const found = await db.any(sql.type(Binding)`
    SELECT b.bound_at::text AS "boundAt", coalesce(b.ended_at::text, '') AS "endedAt" FROM master.shopper_binding AS b
    WHERE ${ofCustomer(sql.fragment`b.customer_id`, customerId)} ORDER BY b.bound_at DESC LIMIT ${MOST + 1}`);
  const rows = found.map(({ boundAt, endedAt }) => [clock(boundAt), endedAt === '' ? '仍然有效' : clock(endedAt)]);
  return part({ title: '微信绑定', heads: ['绑定时间', '解除时间'], rows });
};

const Act = z.object({
  at: z.string(),
  act: z.string(),
  what: z.string(),
  isDone: z.boolean(),
  ip: z.string(),
  atCounter: z.boolean(),
});
const WORDS: Readonly<Record<string, string>> = SHOPPER_ACTS;
/** Whoever only tried his number, or did it for him at the counter, is not he: from where is not told. */
const fromWhere = ({ act, isDone, ip, atCounter }: z.infer<typeof Act>): string =>
  isDone && act !== 'code' && !atCounter ? ip : '';
export const acts = async (db: CommonQueryMethods, customerId: number): Promise<CopySection> => {
  const found = await db.any(sql.type(Act)`
    SELECT l.at::text AS at, l.act, l.what, l.is_done AS "isDone", l.ip, l.by_id IS NOT NULL AS "atCounter"
    FROM master.shopper_log AS l WHERE ${ofCustomer(sql.fragment`l.customer_id`, customerId)}
    ORDER BY l.at DESC, l.id DESC LIMIT ${MOST + 1}`);
  const rows = found.map((row) => [
    clock(row.at),
    WORDS[row.act] ?? row.act,
    row.what,
    row.isDone ? '成功' : '未成功',
    row.atCounter ? '门店' : '会员中心',
    fromWhere(row),
  ]);
  return part({ title: '操作记录', heads: ['时间', '操作', '内容', '结果', '在哪里', '网络地址'], rows });
};

const HOW: Readonly<Record<string, string>> = {
  '': '等待门店处理',
  withdrawn: '本人撤回',
  answered: '门店答复',
  erased: '已注销',
};
const Request = z.object({ askedAt: z.string(), endedAt: z.string(), how: z.string(), answer: z.string() });
export const erasureRequests = async (db: CommonQueryMethods, customerId: number): Promise<CopySection> => {
  const found = await db.any(sql.type(Request)`
    SELECT e.asked_at::text AS "askedAt", coalesce(e.ended_at::text, '') AS "endedAt", e.how, e.answer
    FROM master.shopper_erasure AS e WHERE ${ofCustomer(sql.fragment`e.customer_id`, customerId)}
    ORDER BY e.id DESC LIMIT ${MOST + 1}`);
  const rows = found.map(({ askedAt, endedAt, how, answer }) => [
    clock(askedAt),
    HOW[how] ?? how,
    endedAt === '' ? '' : clock(endedAt),
    answer,
  ]);
  return part({ title: '注销申请', heads: ['申请时间', '结果', '处理时间', '门店答复'], rows });
};
