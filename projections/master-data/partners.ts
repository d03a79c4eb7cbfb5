/** Shops, suppliers and customers. */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { lookUpKeys } from 'services/contracts/manifests';
import { route } from 'services/contracts/route';
import type { Route } from 'services/contracts/route';
import { seesShop, shopScope } from 'services/contracts/user';
import type { SessionUser } from 'services/contracts/user';
import { wireSum } from 'services/contracts/sums';
import { CustomerRow, ENABLED, ShopRow, SupplierRow, TreeNode, phoneDigits } from 'services/master-data/contract';
import { eitherOf, holds, numberHolds, type Condition, type Held } from 'services/platform/text-search';
import { customerList, shopList, supplierList } from './contract.ts';
import { NEWEST_FIRST, OLDEST_FIRST, equals, listRoutes, ordered, page, recordRoute, type Source } from './reading.ts';

const MOMENTS = sql.fragment`created_at AS "createdAt", updated_at AS "updatedAt"`;
const SIGNED_IN = { everyone: 'signed-in' } as const;

const shops: Source<typeof ShopRow> = {
  row: ShopRow,
  columns: sql.fragment`id, name, status, remark, ${MOMENTS}`,
  from: sql.fragment`master.shop`,
  alias: 'shop',
};
/** R13: a locked user sees the shops of the set only. */
const visibleShops = (user: SessionUser): FragmentSqlToken | null => {
  const scope = shopScope(user);
  return scope === null ? null : sql.fragment`id = ANY(${sql.array([...scope], 'int8')})`;
};
const TreeRow = z.object({ id: z.int(), name: z.string(), status: z.string() });

const shopTree = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: '/base-shop/tree',
    summary: '分店树',
    allow: SIGNED_IN,
    data: z.array(TreeNode),
    handler: async ({ user }) => {
      const rows = await db.any(sql.type(TreeRow)`
        SELECT id, name, status FROM master.shop WHERE ${visibleShops(user) ?? sql.fragment`TRUE`} ORDER BY status DESC, id`);
      // A closed shop stays selectable: its past documents and reports are still asked for.
      const label = ({ name, status }: z.infer<typeof TreeRow>): string =>
        status === ENABLED ? name : `${name}（停用）`;
      return { data: rows.map((row) => ({ id: row.id, label: label(row), children: [] })) };
    },
  });

const shopRoutes = (db: CommonQueryMethods): Route[] => [
  ...listRoutes(db, {
    endpoint: shopList,
    summary: '分店列表',
    exported: {
      name: '分店',
      columns: [
        ['id', '编号'],
        ['name', '分店名称'],
        ['status', '状态'],
        ['remark', '备注'],
      ],
    },
    allow: 'base:baseShop:list',
    read: (at, { query, user }) =>
      page(at, shops, {
        where: [visibleShops(user), holds(['name'], query.name), equals(['status'], query.status)],
        order: ordered(query, ['name'], OLDEST_FIRST),
        paging: query,
      }),
  }),
  shopTree(db),
  recordRoute(db, {
    path: '/base-shop',
    title: '分店',
    allow: ['base:baseShop:list', 'base:baseShop:edit'],
    row: ShopRow,
    source: () => shops,
    visible: ({ user, params }) => seesShop(user, params.id),
  }),
];

const suppliers: Source<typeof SupplierRow> = {
  row: SupplierRow,
  columns: sql.fragment`id, name, contract, mobile, addr, qq, weichat, grade, remark, status, ${MOMENTS}`,
  from: sql.fragment`master.supplier`,
  alias: 'supplier',
};
/** Receipts and returns choose a supplier. */
const SUPPLIER_READERS = ['base:baseSupplier:list', 'base:baseSupplier:edit', ...lookUpKeys('supplier')];
const supplierRoutes = (db: CommonQueryMethods): Route[] => [
  ...listRoutes(db, {
    endpoint: supplierList,
    summary: '供应商列表',
    exported: {
      name: '供应商',
      needs: 'base:baseSupplier:list',
      columns: [
        ['id', '编号'],
        ['name', '供应商名称'],
        ['contract', '联系人'],
        ['mobile', '联系电话'],
        ['grade', '等级'],
        ['addr', '地址'],
        ['qq', 'QQ'],
        ['weichat', '微信'],
        ['status', '状态'],
        ['remark', '备注'],
      ],
    },
    allow: SUPPLIER_READERS,
    read: (at, { query }) =>
      page(at, suppliers, {
        where: [
          holds(['name'], query.name),
          holds(['contract'], query.contract),
          numberHolds(['mobile'], query.mobile),
          equals(['status'], query.status),
        ],
        order: ordered(query, ['name'], NEWEST_FIRST),
        paging: query,
      }),
  }),
  recordRoute(db, {
    path: '/base-supplier',
    title: '供应商',
    allow: SUPPLIER_READERS,
    row: SupplierRow,
    source: () => suppliers,
  }),
];

/** Sales, recycling and reports choose a customer. */
const CUSTOMER_READERS = [
  'base:baseCustomer:list',
  'base:baseCustomer:edit',
  ...lookUpKeys('customer'),
  'biz:bizAloneRecycle:list',
  'biz:bizAloneRecycle:add',
];
/** The row comes with fen; the wire shows yuan. */
const inYuan = (row: CustomerRow): CustomerRow => ({ ...row, amount: wireSum(String(row.amount), 2) });
const Present = z.object({ sales: z.boolean(), points: z.boolean() });
const NO_SALES = sql.fragment`'0'`;

/** What audited sales added up to, and the points ledger, from the day their read models exist (R21). */
const customers = async (db: CommonQueryMethods): Promise<Source<typeof CustomerRow>> => {
  const { sales, points } = await db.one(sql.type(Present)`
    SELECT to_regclass('live.sales') IS NOT NULL AS sales, to_regclass('live.customer_points') IS NOT NULL AS points`);
  const amount = sales
    ? sql.fragment`(SELECT coalesce(sum(fact_fee_fen), 0)::text FROM live.sales WHERE customer_id = c.id AND audit_flag = 2)`
    : NO_SALES;
  const ledger = points
    ? sql.fragment`LEFT JOIN (SELECT customer_id, usable_points, used_points FROM live.customer_points) AS p ON p.customer_id = c.id`
    : sql.fragment`CROSS JOIN (SELECT 0 AS usable_points, 0 AS used_points) AS p`;
  return {
    row: CustomerRow,
    columns: sql.fragment`c.id, c.name, c.contract, c.vip, c.contracter, c.mobile, c.addr, c.qq, c.weichat, c.remark, c.status,
      ${amount} AS amount, coalesce(p.usable_points, 0) + coalesce(p.used_points, 0) AS "amountPoints",
      coalesce(p.usable_points, 0) AS "usablePoints", coalesce(p.used_points, 0) AS "usedPoints",
      c.created_at AS "createdAt", c.updated_at AS "updatedAt"`,
    from: sql.fragment`master.customer AS c ${ledger}`,
    table: sql.fragment`master.customer AS c`,
    alias: 'c',
  };
};

/** By the stored pieces of the name; so is the number. */
const nameHolds = (term: string | undefined): Held | null => {
  const named = holds(['c', 'name'], term);
  return named === null
    ? null
    : { ...named, indexed: sql.fragment`(c.name_grams @> master.terms(${term ?? ''}) AND ${named.walking})` };
};
const mobileHolds = (term: string | undefined): Condition => {
  if (term === undefined) return null;
  const digits = term.normalize('NFKC').replaceAll(/[\s+-]/g, '');
  if (!/^\d+$/.test(digits)) return sql.fragment`FALSE`;
  // A whole number is one key.
  if (digits.length >= 11) return sql.fragment`c.mobile_digits = ${phoneDigits(digits)}`;
  const numbered = numberHolds(['c', 'mobile_digits'], digits);
  return numbered === null || digits.length < 2
    ? numbered
    : { ...numbered, indexed: sql.fragment`(c.mobile_runs @> master.run_terms(${digits}) AND ${numbered.walking})` };
};
/** The second half of the card condition lets its partial index serve, and so all three indexes. */
const nameOrMobile = (term: string | undefined): Held | null =>
  eitherOf(nameHolds(term), mobileHolds(term), sql.fragment`(c.vip = ${term ?? ''} AND c.vip <> '')`);

const customerRoutes = (db: CommonQueryMethods): Route[] => [
  ...listRoutes(db, {
    endpoint: customerList,
    summary: '客户列表',
    exported: {
      name: '客户',
      needs: 'base:baseCustomer:list',
      columns: [
        ['id', '编号'],
        ['name', '客户名称'],
        ['mobile', '联系电话'],
        ['contract', '客户等级'],
        ['vip', '会员卡号'],
        ['contracter', '联系人'],
        ['addr', '地址'],
        ['qq', 'QQ'],
        ['weichat', '微信'],
        ['amount', '消费金额'],
        ['amountPoints', '累计积分'],
        ['usablePoints', '可用积分'],
        ['usedPoints', '已用积分'],
        ['status', '状态'],
        ['remark', '备注'],
      ],
    },
    allow: CUSTOMER_READERS,
    read: async (at, { query }) => {
      const found = await page(at, await customers(at), {
        where: [
          nameHolds(query.name),
          mobileHolds(query.mobile),
          nameOrMobile(query.nameOrMobile),
          equals(['c', 'status'], query.status),
        ],
        order: ordered(query, ['c', 'name'], NEWEST_FIRST),
        paging: query,
      });
      return { ...found, list: found.list.map(inYuan) };
    },
  }),
  recordRoute(db, {
    path: '/base-customer',
    title: '客户',
    allow: CUSTOMER_READERS,
    row: CustomerRow,
    source: () => customers(db),
    show: inYuan,
  }),
];

export const partnerRoutes = (db: CommonQueryMethods): Route[] => [
  ...shopRoutes(db),
  ...supplierRoutes(db),
  ...customerRoutes(db),
];
