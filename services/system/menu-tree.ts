/** The menu a user sees: the pages of what their roles hold, and the directories of those (R101). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { SessionUser } from '../contracts/user.ts';
import { SUPER_ROLE } from './session-user.ts';

const Row = z.object({
  menuId: z.int(),
  parentId: z.int(),
  path: z.string(),
  component: z.string(),
  visible: z.string(),
  menuName: z.string(),
  title: z.string(),
  icon: z.string(),
  noCache: z.boolean(),
  menuType: z.string(),
  sort: z.int(),
});
type Row = z.infer<typeof Row>;
export type MenuNode = Row & { children: MenuNode[] };
export const MenuNode: z.ZodType<MenuNode> = z.lazy(() => Row.extend({ children: z.array(MenuNode) }));

const rowsOf = (db: CommonQueryMethods, user: SessionUser): Promise<readonly Row[]> =>
  db.any(sql.type(Row)`
    WITH RECURSIVE granted AS (
      SELECT m.id, m.parent_id FROM master.sys_menu m
      WHERE m.id IN (SELECT unnest(r.menu_ids) FROM master.sys_role r
        WHERE r.id = ANY (${sql.array([...user.roleIds], 'int8')}) AND r.status = '2')
      UNION SELECT m.id, m.parent_id FROM granted g JOIN master.sys_menu m ON m.id = g.parent_id)
    SELECT id AS "menuId", parent_id AS "parentId", path, component, visible, menu_name AS "menuName", title, icon,
      no_cache AS "noCache", menu_type AS "menuType", sort
    FROM master.sys_menu m
    WHERE menu_type IN ('M', 'C') AND (menu_type = 'M' OR component <> '')
      AND (${user.roleKeys.includes(SUPER_ROLE)} OR m.id IN (SELECT id FROM granted))
    ORDER BY sort, id`);

const below = (parentId: number, rows: readonly Row[], depth: number): MenuNode[] =>
  depth > 10
    ? []
    : rows
        .filter((row) => row.parentId === parentId)
        .map((row) => ({ ...row, children: below(row.menuId, rows, depth + 1) }))
        .filter((node) => node.menuType !== 'M' || node.children.length > 0);

export const menuTree = async (db: CommonQueryMethods, user: SessionUser): Promise<MenuNode[]> =>
  below(0, await rowsOf(db, user), 0);
