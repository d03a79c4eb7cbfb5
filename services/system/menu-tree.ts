/** The menu a user sees: pages their roles hold, or hold a key of, and the directories above them. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { inMenuOrder } from '../contracts/menu-headings.ts';
import type { SessionUser } from '../contracts/user.ts';
import { CONSOLE_COMPONENTS, CONSOLE_FOLDER, CONSOLE_ICONS, CONSOLE_PAGES } from './console-pages.ts';
import { SUPER_ROLE } from './session-user.ts';
import { byParent, MAX_DEPTH } from '../contracts/tree.ts';

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

const COLUMNS = sql.fragment`m.id AS "menuId", m.parent_id AS "parentId", m.path, m.component, m.visible,
  m.menu_name AS "menuName", m.title, m.icon, m.no_cache AS "noCache", m.menu_type AS "menuType", m.sort`;
const rowsOf = (db: CommonQueryMethods, user: SessionUser): Promise<readonly Row[]> =>
  user.roleKeys.includes(SUPER_ROLE)
    ? db.any(sql.type(Row)`
        SELECT ${COLUMNS} FROM master.sys_menu m WHERE m.menu_type IN ('M', 'C') ORDER BY m.sort, m.id`)
    : db.any(sql.type(Row)`
        WITH RECURSIVE held AS (
          SELECT m.id, m.parent_id FROM master.sys_menu m WHERE m.id = ANY (ARRAY(
            SELECT unnest(r.menu_ids) FROM master.sys_role r
            WHERE r.id = ANY (${sql.array([...user.roleIds], 'int8')}) AND r.status = '2'))
          UNION SELECT above.id, above.parent_id FROM held JOIN master.sys_menu above ON above.id = held.parent_id)
        SELECT ${COLUMNS} FROM master.sys_menu m
        WHERE m.id = ANY (ARRAY(SELECT id FROM held)) AND m.menu_type IN ('M', 'C') ORDER BY m.sort, m.id`);

const treeOf = (rows: readonly Row[]): MenuNode[] => {
  const groups = byParent(rows);
  const below = (parentId: number, depth: number): MenuNode[] =>
    depth > MAX_DEPTH
      ? []
      : (groups.get(parentId) ?? [])
          .map((row) => ({ ...row, children: below(row.menuId, depth + 1) }))
          .filter((node) => node.menuType !== 'M' || node.children.length > 0);
  return below(0, 0);
};

/** The house's own shell opens every page that has an address. */
export const menuTree = async (db: CommonQueryMethods, user: SessionUser): Promise<MenuNode[]> => {
  const rows = (await rowsOf(db, user)).filter((row) => row.menuType === 'M' || row.component !== '');
  const ordered = inMenuOrder(rows.map((row) => ({ id: row.menuId, parentId: row.parentId, path: row.path, row })));
  return treeOf(ordered.map(({ row }) => row));
};

const consoleRow = (row: Row): readonly Row[] => {
  if (row.menuType === 'M') return [{ ...row, component: 'Layout', icon: CONSOLE_FOLDER }];
  const page = CONSOLE_PAGES.get(row.menuId);
  // What somebody added is shown if a console can.
  if (page === undefined) return CONSOLE_COMPONENTS.has(row.component) ? [row] : [];
  const { hidden, ...named } = page;
  // A page that the house has no screen for was hidden here only for want of one.
  const visible = hidden === true ? '1' : row.path === '' ? '0' : row.visible;
  return [{ ...row, ...named, visible, icon: CONSOLE_ICONS[page.menuName] ?? '' }];
};
/** Directories below directories have no place in a console: their pages stand in the one at the root. */
const flattened = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => (node.menuType === 'M' ? flattened(node.children) : [node]));
/** What an unchanged console can show: one component that it does not have kills its whole menu. */
export const consoleTree = async (db: CommonQueryMethods, user: SessionUser): Promise<MenuNode[]> =>
  treeOf((await rowsOf(db, user)).flatMap(consoleRow)).map((node) => ({ ...node, children: flattened(node.children) }));
