/** Customers, with what they bought and their points. */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { lookUpKeys } from 'services/contracts/manifests';
import type { Route } from 'services/contracts/route';
import { seesPersons } from 'services/contracts/user';
import { wireSum } from 'services/contracts/sums';
import { digitsLookedFor } from 'services/contracts/phone';
import { CustomerRow, purposeLabels } from 'services/master-data/contract';
import {
  eitherOf,
  holds,
  numberHolds,
  type Condition,
  type IndexedCondition,
} from 'services/platform/base/text-search';
import { STANDING_PURPOSES, agreedTo } from './consents.ts';
import { customerList } from './contract.ts';
import { NEWEST_FIRST, equals, listRoutes, ordered, page, recordRoute, type Source } from './reading.ts';

const CUSTOMER_SHEET = [
  ['id', '编号'],
  ['name', '客户名称'],
  ['mobile', '联系电话'],
  ['contract', '客户等级'],
  ['vip', '会员卡号'],
  ['contracter', '联系人'],
  ['birthday', '生日'],
  ['addr', '地址'],
  ['qq', 'QQ'],
  ['weichat', '微信'],
  ['amount', '累计消费'],
  ['paidAmount', '实付金额'],
  ['amountPoints', '累计积分'],
  ['usablePoints', '可用积分'],
  ['usedPoints', '已用积分'],
  ['heldPoints', '占用积分'],
  ['consents', '授权同意'],
  ['boundAt', '微信绑定时间', 'moment'],
  ['status', '状态'],
  ['remark', '备注'],
] as const;
/** Sales, recycling and reports choose a customer. */
const CUSTOMER_READERS = [
  'base:baseCustomer:list',
  'base:baseCustomer:edit',
  ...lookUpKeys('customer'),
  'biz:bizAloneRecycle:list',
  'biz:bizAloneRecycle:add',
];
/** The row comes with fen and values of purposes; the wire shows yuan and words. */
const asShown = (row: CustomerRow): CustomerRow => ({
  ...row,
  amount: wireSum(String(row.amount), 2),
  paidAmount: wireSum(String(row.paidAmount), 2),
  consents: purposeLabels(row.consents.split(',')),
});

const Present = z.object({ sales: z.boolean(), points: z.boolean() });
const NO_POINTS = sql.fragment`(SELECT 0 AS customer_id, 0 AS balance, 0 AS usable_points, 0 AS used_points, 0 AS held_points)`;

/** The record with those that are merged into it. */
const PERSON = sql.fragment`ARRAY(
  SELECT c.id::int UNION ALL SELECT m.id::int FROM master.customer AS m WHERE m.merged_into = c.id)`;
/**
 * What came back on orders of one record though another had bought it, which only two that were merged and are parted again can have
 * done: it counts where its sale does (R170). Fen.
 */
const broughtBack = (own: 'keep_id' | 'merge_id', other: 'keep_id' | 'merge_id'): FragmentSqlToken => sql.fragment`(
  SELECT coalesce(sum((
    SELECT sum((l.line ->> 'refundFen')::bigint)
    FROM live.sales AS r CROSS JOIN LATERAL jsonb_array_elements(r.lines) AS l(line)
    WHERE r.customer_id = parted.keep_id::int AND r.audit_flag = 2 AND r.returns_of <> '{}'
      AND (SELECT o.customer_id FROM live.sales AS o WHERE o.id = (l.line ->> 'rawSellId')::bigint) = parted.merge_id::int)), 0)
  FROM (
    SELECT DISTINCT g.keep_id, g.merge_id FROM master.customer_merge AS g
    WHERE g.step = 'parted' AND ${sql.identifier(['g', own])} = ANY(${PERSON})
      AND NOT ${sql.identifier(['g', other])} = ANY(${PERSON})) AS parted)`;
const MOVED = sql.fragment`${broughtBack('keep_id', 'merge_id')} - ${broughtBack('merge_id', 'keep_id')}`;

/** Of the person: whichever of these records the openId is bound to (R95). */
const BOUND_AT = sql.fragment`(
  SELECT max(b.bound_at) FROM master.shopper_binding AS b WHERE b.customer_id = ANY(${PERSON}) AND b.ended_at IS NULL)`;

/**
 * With what audited orders added up to (R50) and the points (R84), from the day their read models exist. 散客 is many
 * people, and by far the longest list: nobody asks what they spent together.
 */
const customers = async (db: CommonQueryMethods): Promise<Source<typeof CustomerRow>> => {
  const { sales, points } = await db.one(sql.type(Present)`
    SELECT to_regclass('live.sales') IS NOT NULL AS sales, to_regclass('live.customer_points') IS NOT NULL AS points`);
  const summed = (fen: FragmentSqlToken): FragmentSqlToken =>
    sales
      ? sql.fragment`CASE WHEN c.walk_in THEN '0' ELSE (
        SELECT (coalesce(sum(${fen}), 0) + ${MOVED})::text FROM live.sales AS s
        WHERE s.customer_id = ANY(${PERSON}) AND s.audit_flag = 2) END`
      : sql.fragment`'0'`;
  // What was bought less what came back, and what was paid in the end (R154).
  const amount = summed(sql.fragment`s.amount_fen - s.change_fee_fen`);
  const paid = summed(sql.fragment`s.fact_fee_fen`);
  const ledger = points ? sql.fragment`live.customer_points` : NO_POINTS;
  return {
    row: CustomerRow,
    columns: sql.fragment`c.id, c.name, c.contract, c.vip, c.contracter, c.mobile, c.addr, c.qq, c.weichat, c.birthday,
      c.remark, c.status, c.walk_in AS "walkIn", c.merged_into AS "mergedInto", ${STANDING_PURPOSES} AS consents, ${BOUND_AT} AS "boundAt", ${amount} AS amount, ${paid} AS "paidAmount",
      coalesce(p.balance + p.used_points, 0) AS "amountPoints", coalesce(p.usable_points, 0) AS "usablePoints",
      coalesce(p.used_points, 0) AS "usedPoints", coalesce(p.held_points, 0) AS "heldPoints",
      c.created_at AS "createdAt", c.updated_at AS "updatedAt"`,
    from: sql.fragment`master.customer AS c LEFT JOIN ${ledger} AS p ON p.customer_id = c.id`,
    table: sql.fragment`master.customer AS c`,
    alias: 'c',
  };
};

/** By the stored pieces of the name; so is the number. */
const nameHolds = (term: string | undefined): IndexedCondition | null => {
  const named = holds(['c', 'name'], term);
  return named === null
    ? null
    : { ...named, indexed: sql.fragment`(c.name_grams @> master.terms(${term ?? ''}) AND ${named.walking})` };
};
/** Without the right to see numbers only a whole one is found: digit by digit it could be guessed (R114). */
const mobileHolds = (term: string | undefined, inPart: boolean): Condition => {
  if (term === undefined) return null;
  const digits = digitsLookedFor(term);
  if (digits === '') return sql.fragment`FALSE`;
  // A whole number is one key. Two records of one number that were there before it had one form: the second kept what it was written with.
  if (digits.length >= 11) return sql.fragment`c.mobile_digits = ANY(${sql.array([digits, `0086${digits}`], 'text')})`;
  if (!inPart) return sql.fragment`FALSE`;
  const numbered = numberHolds(['c', 'mobile_digits'], digits);
  return numbered === null || digits.length < 2
    ? numbered
    : { ...numbered, indexed: sql.fragment`(c.mobile_runs @> master.run_terms(${digits}) AND ${numbered.walking})` };
};
/** The beginning of the name in first letters of pinyin: zs finds 张三 (R95). One letter is half a list. */
const initialsBegin = (term: string): Condition => {
  const letters = term.trim().toLowerCase();
  if (!/^[a-z]{2,20}$/.test(letters)) return sql.fragment`FALSE`;
  // What follows z among the letters that there are.
  return sql.fragment`(c.initials ~>=~ ${letters} AND c.initials ~<~ ${`${letters}{`})`;
};
/** That day of any year (R93). */
const bornOn = (day: string | undefined): Condition =>
  day === undefined || day === '' ? null : sql.fragment`(right(c.birthday, 5) = ${day.slice(-5)} AND c.birthday <> '')`;
/** Who asks to be erased and waits for it, in whichever of his records he asked (R67, R95). */
const asksErasure = (wanted: string | undefined): Condition =>
  wanted === undefined
    ? null
    : sql.fragment`c.id = ANY(ARRAY(
        SELECT coalesce(o.merged_into, o.id) FROM master.shopper_erasure AS e JOIN master.customer AS o ON o.id = e.customer_id
        WHERE e.ended_at IS NULL))`;
/** The second half of the card condition lets its partial index serve, and so all three indexes. */
const nameOrMobile = (term: string | undefined, inPart: boolean): IndexedCondition | null =>
  term === undefined
    ? null
    : eitherOf(
        nameHolds(term),
        mobileHolds(term, inPart),
        sql.fragment`(c.vip = ${term} AND c.vip <> '')`,
        initialsBegin(term),
      );

export const customerRoutes = (db: CommonQueryMethods): Route[] => [
  ...listRoutes(db, {
    endpoint: customerList,
    summary: '客户列表',
    exported: {
      name: '客户',
      needs: 'base:baseCustomer:list',
      columns: CUSTOMER_SHEET,
    },
    allow: CUSTOMER_READERS,
    read: async (at, { query, user }) => {
      const found = await page(at, await customers(at), {
        where: [
          nameHolds(query.name),
          mobileHolds(query.mobile, seesPersons(user)),
          nameOrMobile(query.nameOrMobile, seesPersons(user)),
          equals(['c', 'status'], query.status),
          bornOn(query.birthday),
          agreedTo(query.agreedTo),
          asksErasure(query.erasure),
          // Of two records of one person lists show the one that stays (R95).
          sql.fragment`c.merged_into IS NULL`,
        ],
        order: ordered(query, ['c', 'name'], NEWEST_FIRST),
        paging: query,
      });
      return { ...found, list: found.list.map(asShown) };
    },
  }),
  recordRoute(db, {
    path: '/base-customer',
    title: '客户',
    allow: CUSTOMER_READERS,
    row: CustomerRow,
    source: () => customers(db),
    show: asShown,
  }),
];
