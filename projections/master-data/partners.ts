/** Shops and suppliers, and with them customers. */
import { sql } from 'slonik';
import { plainPhone } from 'services/contracts/phone';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { keysOf } from 'services/contracts/maintainers';
import { lookUpKeys } from 'services/contracts/manifests';
import { route } from 'services/contracts/route';
import type { Route } from 'services/contracts/route';
import { can, seesShop, shopScope } from 'services/contracts/user';
import type { SessionUser } from 'services/contracts/user';
import { ENABLED, ShopRow, SupplierRow, TreeNode } from 'services/master-data/contract';
import { holds, numberHolds, type Condition } from 'services/platform/base/text-search';
import { shopList, supplierList, type SupplierQuery } from './contract.ts';
import { customerRoutes } from './customers.ts';
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

/** Whoever only chooses one is told its name; how it is reached is for those who keep suppliers (R145). */
const SupplierSeen = SupplierRow.partial().required({ id: true, name: true });
const chosenFrom: Source<typeof SupplierSeen> = {
  row: SupplierSeen,
  columns: sql.fragment`id, name`,
  from: sql.fragment`master.supplier`,
  alias: 'supplier',
};
const suppliers: Source<typeof SupplierSeen> = {
  row: SupplierSeen,
  columns: sql.fragment`id, name, contract, mobile, addr, qq, weichat, grade, remark, status, ${MOMENTS}`,
  from: sql.fragment`master.supplier`,
  alias: 'supplier',
};
const SUPPLIER_SHEET = [
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
] as const;
const SUPPLIER_KEEPERS = keysOf('base:baseSupplier');
/** Receipts and returns choose a supplier. */
const SUPPLIER_READERS = [...SUPPLIER_KEEPERS, ...lookUpKeys('supplier')];
const keeps = (user: SessionUser): boolean => SUPPLIER_KEEPERS.some((key) => can(user, key));
/** What is not told is not found by, either. */
const UNTOLD = sql.fragment`FALSE`;
const howReached = ({ contract, mobile }: z.output<typeof SupplierQuery>): readonly Condition[] => [
  holds(['contract'], contract),
  numberHolds(['mobile'], mobile === undefined ? undefined : plainPhone(mobile)),
];
const isAsked = (text: string | undefined): boolean => text !== undefined && text !== '';
const supplierRoutes = (db: CommonQueryMethods): Route[] => [
  ...listRoutes(db, {
    endpoint: { ...supplierList, row: SupplierSeen },
    summary: '供应商列表',
    exported: {
      name: '供应商',
      needs: 'base:baseSupplier:list',
      columns: SUPPLIER_SHEET,
    },
    allow: SUPPLIER_READERS,
    read: (at, { query, user }) =>
      page(at, keeps(user) ? suppliers : chosenFrom, {
        where: [
          holds(['name'], query.name),
          ...(keeps(user) ? howReached(query) : [query.contract, query.mobile].some(isAsked) ? [UNTOLD] : []),
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
    row: SupplierSeen,
    source: ({ user }) => (keeps(user) ? suppliers : chosenFrom),
  }),
];

export const partnerRoutes = (db: CommonQueryMethods): Route[] => [
  ...shopRoutes(db),
  ...supplierRoutes(db),
  ...customerRoutes(db),
];
