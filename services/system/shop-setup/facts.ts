/** What is there of each shop: a few statements for all of them together. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { SessionUser } from '../../contracts/user.ts';
import { personInScope } from '../../platform/base/person-scope.ts';
import { SUPER_ROLE } from '../session-user.ts';
import { stockOf } from './live-checks.ts';
import { TEMPLATE_KINDS, type ShopFacts } from './steps.ts';

const Shop = z.object({ id: z.int(), name: z.string(), status: z.string() });
export type Shop = z.infer<typeof Shop>;
/** null: of the whole chain. */
export const shopsOf = (db: CommonQueryMethods, ids: readonly number[] | null): Promise<readonly Shop[]> =>
  db.any(sql.type(Shop)`
    SELECT id, name, status FROM master.shop
    WHERE ${ids === null ? sql.fragment`true` : sql.fragment`id = ANY (${sql.array([...ids], 'int8')})`} ORDER BY id`);

const Found = z.object({ id: z.int() });
/** The only shop that is open is also that of whoever is limited to none. */
const onlyShopOf = async (db: CommonQueryMethods): Promise<number | null> => {
  const open = await db.anyFirst(sql.type(Found)`
    SELECT id FROM master.shop WHERE status = '2' ORDER BY id LIMIT 2`);
  return open.length === 1 ? (open[0] ?? null) : null;
};

const Person = z.object({
  id: z.int(),
  username: z.string(),
  nickName: z.string(),
  deptId: z.int().nullable(),
  lockShops: z.array(z.int()),
  roles: z.string(),
  enters: z.boolean(),
  sells: z.boolean(),
  super: z.boolean(),
  /** Within the asker's data scope. */
  inSight: z.boolean(),
});
export type Person = z.infer<typeof Person>;
const SELLS = 'biz:bizSell:add';
const heldBy = (roles: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`u.role_ids && ARRAY(SELECT id FROM ${roles})`;
/** Enabled people who are limited to these shops; with `unlimited` also those of the whole chain. */
const peopleOf = (
  db: CommonQueryMethods,
  { shopIds, unlimited, viewer }: { shopIds: readonly number[]; unlimited: boolean; viewer: SessionUser },
): Promise<readonly Person[]> =>
  db.any(sql.type(Person)`
    WITH roles AS MATERIALIZED (SELECT r.id, r.role_name, r.role_sort, r.role_key = ${SUPER_ROLE} AS super,
        EXISTS (SELECT FROM master.sys_menu m WHERE m.permission = ${SELLS} AND m.id = ANY (r.menu_ids)) AS sells
      FROM master.sys_role r WHERE r.status = '2')
    SELECT u.id, u.username, u.nick_name AS "nickName", u.dept_id AS "deptId", u.lock_shops AS "lockShops",
      coalesce((SELECT string_agg(r.role_name, '、' ORDER BY r.role_sort, r.id) FROM roles r WHERE r.id = ANY (u.role_ids)), '') AS roles,
      ${heldBy(sql.fragment`roles`)} AS enters,
      ${heldBy(sql.fragment`roles WHERE sells OR super`)} AS sells,
      ${heldBy(sql.fragment`roles WHERE super`)} AS super,
      ${personInScope(sql.fragment`u`, viewer) ?? sql.fragment`true`} AS "inSight"
    FROM master.sys_user u
    WHERE u.status = '2' AND (u.lock_shops && ${sql.array([...shopIds], 'int8')}
      ${unlimited ? sql.fragment`OR u.lock_shops = '{}'` : sql.fragment``})
    ORDER BY u.id`);

const Till = z.object({ shopId: z.int(), name: z.string(), enabled: z.boolean() });
const Department = z.object({ id: z.int(), parentId: z.int(), name: z.string(), enabled: z.boolean() });
const Template = z.object({ kind: z.string(), designed: z.boolean() });
const tillsOf = (db: CommonQueryMethods, shopIds: readonly number[]) =>
  db.any(sql.type(Till)`
    SELECT shop_id AS "shopId", name, status = '2' AS enabled FROM master.till
    WHERE shop_id = ANY (${sql.array([...shopIds], 'int8')}) ORDER BY id`);
export const departmentsIn = (db: CommonQueryMethods) =>
  db.any(sql.type(Department)`
    SELECT id, parent_id AS "parentId", dept_name AS name, status = '2' AS enabled
    FROM master.sys_dept ORDER BY sort, id`);
const templatesOf = (db: CommonQueryMethods) =>
  db.any(sql.type(Template)`
    SELECT kind, template <> '' AS designed FROM master.print_template
    WHERE kind = ANY (${sql.array(TEMPLATE_KINDS, 'text')})`);

/** What the steps judge, and who of the people the asker may be told. */
export type FactsOfShop = Omit<ShopFacts, 'shop' | 'people'> & {
  readonly shop: Shop & { readonly enabled: boolean };
  readonly people: readonly Person[];
};
/** Of these shops, in their order. */
export const factsOf = async (
  db: CommonQueryMethods,
  shops: readonly Shop[],
  viewer: SessionUser,
): Promise<readonly FactsOfShop[]> => {
  const shopIds = shops.map(({ id }) => id);
  const only = await onlyShopOf(db);
  const [people, tills, departments, templates, stocks] = await Promise.all([
    peopleOf(db, { shopIds, unlimited: only !== null && shopIds.includes(only), viewer }),
    tillsOf(db, shopIds),
    departmentsIn(db),
    templatesOf(db),
    stockOf(db, shopIds),
  ]);
  const isOf = ({ lockShops, super: all }: Person, id: number): boolean =>
    lockShops.includes(id) || (lockShops.length === 0 && !all && id === only);
  return shops.map((shop) => ({
    shop: { ...shop, enabled: shop.status === '2' },
    departments,
    people: people.filter((person) => isOf(person, shop.id)),
    tills: tills.filter(({ shopId }) => shopId === shop.id),
    templates,
    stock: stocks.find(({ shopId }) => shopId === shop.id) ?? { received: false, waiting: 0 },
  }));
};
