/** Writing shops. A user locked to shops edits those only and opens none (R13). */
import { refuse } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Actor, Route } from '../../contracts/route.ts';
import { seesShop, shopScope } from '../../contracts/user.ts';
import type { MasterRow } from '../../platform/rows/master.ts';
import { keysOf } from '../../contracts/maintainers.ts';
import { ShopBody } from '../contract.ts';
import { resourceRoutes, type ResourceDeps } from '../resource.ts';
import { dropTillsOf, plantFirstTill } from '../tills/routes.ts';

const outside = (row: MasterRow, { user }: Actor): boolean => !seesShop(user, Number(row['id']));
const FORBIDDEN = refuse('forbidden', 'shop.locked_user', '无权操作该分店');

const sameName = (columns: MasterRow): Refusal =>
  refuse('conflict', 'shop.name_taken', `分店名称“${String(columns['name'])}”已存在`, {
    fields: [{ path: 'name', message: '分店名称已存在' }],
  });

export const shopRoutes = (deps: ResourceDeps): readonly Route[] =>
  resourceRoutes(deps, {
    title: '分店',
    path: '/base-shop',
    table: { name: 'shop', key: 'id' },
    allow: { add: 'base:baseShop:add', edit: 'base:baseShop:edit', remove: 'base:baseShop:remove' },
    history: {
      allow: keysOf('base:baseShop'),
      limit: async (id, user) => (seesShop(user, id) ? null : FORBIDDEN),
    },
    body: ShopBody,
    edit: ShopBody,
    columns: (body) => body,
    changes: (body) => body,
    taken: { shop_name: sameName },
    onCreate: async ({ by }) =>
      shopScope(by.user) === null ? null : refuse('forbidden', 'shop.locked_user', '您只能操作所属分店，不能新增分店'),
    onCreated: (tx, row, by) => plantFirstTill(tx, Number(row['id']), by),
    onDelete: (tx, row, by) => dropTillsOf(tx, Number(row['id']), by),
    onEdit: async ({ before, by }) => (before !== null && outside(before, by) ? FORBIDDEN : null),
    keep: async (_tx, row, by) => (outside(row, by) ? FORBIDDEN.message : null),
    usage: (row) => ({ kind: 'shop', id: Number(row['id']), name: String(row['name']) }),
  });
