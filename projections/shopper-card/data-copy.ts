/**
 * A copy of what the house keeps of a person (R67), in tables that he can read and take along: what erasing would empty, what he agreed
 * to, bought, earned and has, what he did as a shopper. The newest {@link MOST} rows of each.
 */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { numberOf } from 'services/contracts/document';
import { yuanFromFen } from 'services/contracts/units';
import { channelLabel, purposeLabel } from 'services/master-data/contract';
import { saleName } from 'services/sale/manifest';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { allOf, ofCustomer } from '../platform/queries/where-clauses.ts';
import { shopperRepairs } from '../shopper-bills/repairs.ts';
import type { CopySection } from './contract.ts';
import { gifts } from './copy-gifts.ts';
import { MOST, clock, part } from './copy-rows.ts';
import { acts, bindings, erasureRequests } from './copy-traces.ts';
import { ownBalance, ownPoints } from './ledgers.ts';

const ALL = { openId: '', pageIndex: 1, pageSize: MOST };
const yuan = (amount: number): string => `${amount.toFixed(2)} 元`;
const signed = (text: string, amount: number): string => (amount > 0 ? `+${text}` : text);

/** What people call the columns of a record that say something of the person. */
export const RECORD_WORDS = {
  name: '姓名',
  mobile: '电话',
  contract: '等级',
  vip: '会员卡号',
  contracter: '联系人',
  addr: '地址',
  qq: 'QQ',
  weichat: '微信',
  birthday: '生日',
  remark: '备注',
} as const;
type Column = keyof typeof RECORD_WORDS;
const COLUMNS = Object.keys(RECORD_WORDS) as readonly Column[];
const Records = z.object({ id: z.int(), createdAt: z.string(), row: z.record(z.string(), z.unknown()) });
/** Of the record and those merged into it. */
const records = async (db: CommonQueryMethods, customerId: number): Promise<CopySection> => {
  const found = await db.any(sql.type(Records)`
    SELECT c.id, c.created_at::text AS "createdAt", to_jsonb(c) AS row FROM master.customer AS c
    WHERE ${allOf(ofCustomer(sql.fragment`c.id`, customerId))} ORDER BY (c.id <> ${customerId}::bigint), c.id`);
  const told = found.flatMap(({ id, createdAt, row }) => [
    ['客户编号', id === customerId ? String(id) : `${id}（已合并）`],
    ['建档时间', clock(createdAt)],
    ...COLUMNS.flatMap((column) => {
      const text = row[column];
      return typeof text !== 'string' || text === '' ? [] : [[RECORD_WORDS[column], text]];
    }),
  ]);
  return part({ title: '基本资料', heads: ['项目', '内容'], rows: told });
};

const Bill = z.object({ id: z.int(), shop: z.string(), day: z.string(), fen: z.int() });
const bills = async (db: CommonQueryMethods, customerId: number): Promise<CopySection> => {
  const found = await db.any(sql.type(Bill)`
    SELECT d.id, coalesce(s.name, '') AS shop, d.sold_on::text AS day, d.fact_fee_fen AS fen
    FROM live.sales d LEFT JOIN master.shop s ON s.id = d.shop_id
    WHERE ${allOf(sql.fragment`d.stage = 'audited'`, ofCustomer(sql.fragment`d.customer_id`, customerId))}
    ORDER BY d.sold_on DESC, d.id DESC LIMIT ${MOST + 1}`);
  const rows = found.map(({ id, shop, day, fen }) => [day, numberOf(saleName, id), shop, yuan(yuanFromFen(fen))]);
  return part({ title: '购买记录', heads: ['日期', '订单号', '门店', '实付'], rows });
};

const Consent = z.object({
  purpose: z.string(),
  channel: z.string(),
  givenAt: z.string(),
  proof: z.string(),
  withdrawnAt: z.string(),
  reason: z.string(),
});
/** With what was typed beside them, which erasing would empty. */
const consents = async (db: CommonQueryMethods, customerId: number): Promise<CopySection> => {
  const found = await db.any(sql.type(Consent)`
    SELECT k.purpose, k.channel, k.given_at::text AS "givenAt", k.proof, coalesce(k.withdrawn_at::text, '') AS "withdrawnAt", k.reason
    FROM master.customer_consent AS k WHERE ${ofCustomer(sql.fragment`k.customer_id`, customerId)}
    ORDER BY (k.withdrawn_at IS NOT NULL), k.id DESC LIMIT ${MOST + 1}`);
  const rows = found.map(({ purpose, channel, givenAt, proof, withdrawnAt, reason }) => [
    purposeLabel(purpose),
    channelLabel(channel),
    clock(givenAt),
    proof,
    withdrawnAt === '' ? '有效' : `${clock(withdrawnAt)} 撤回`,
    reason,
  ]);
  return part({ title: '授权同意', heads: ['用途', '同意方式', '同意时间', '凭证', '现在', '撤回原因'], rows });
};
const points = async (deps: QueryDeps, customerId: number): Promise<CopySection> => {
  const { list, count } = await ownPoints(deps, ALL, customerId);
  const rows = list.map((row) => [
    clock(row.at),
    row.kind,
    row.orderNo,
    signed(`${row.points} 分`, row.points),
    `${row.balance} 分`,
  ]);
  return part({ title: '积分', heads: ['时间', '事由', '单号', '增减', '余额'], rows, count });
};
const storedValue = async (deps: QueryDeps, customerId: number): Promise<CopySection> => {
  const { list, count } = await ownBalance(deps, ALL, customerId);
  const rows = list.map((row) => [
    clock(row.at),
    row.kind,
    row.orderNo,
    signed(yuan(row.amount), row.amount),
    yuan(row.balance),
  ]);
  return part({ title: '储值与定金', heads: ['时间', '事由', '单号', '增减', '余额'], rows, count });
};
const repairs = async (deps: QueryDeps, customerId: number): Promise<CopySection> => {
  const { list, count } = await shopperRepairs(deps, ALL, customerId);
  const rows = list.map((row) => [row.sellAt, row.no, row.shopName, `${row.fineness}${row.type}`, row.state]);
  return part({ title: '维修', heads: ['收件日期', '维修单号', '门店', '物品', '进度'], rows, count });
};

export const dataCopy = async (deps: QueryDeps, customerId: number): Promise<CopySection[]> => [
  await records(deps.db, customerId),
  await bindings(deps.db, customerId),
  await consents(deps.db, customerId),
  await bills(deps.db, customerId),
  await points(deps, customerId),
  await storedValue(deps, customerId),
  await repairs(deps, customerId),
  await gifts(deps.db, customerId),
  await acts(deps.db, customerId),
  await erasureRequests(deps.db, customerId),
];
