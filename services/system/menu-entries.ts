/** Entries of the menu by the page they stand on, as keysInWords tells them. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Entry = z.object({ id: z.int(), page: z.string(), key: z.string() });
export type MenuEntry = z.infer<typeof Entry>;
/** In the order of the menu, without what opens nothing by itself: a directory, a page that has keys and none of its own. */
export const menuEntries = (tx: CommonQueryMethods, ids: readonly number[]): Promise<readonly MenuEntry[]> =>
  tx.any(sql.type(Entry)`
    SELECT m.id, CASE WHEN m.menu_type = 'F' THEN coalesce(page.title, m.title) ELSE m.title END AS page,
      CASE WHEN m.menu_type = 'F' AND page.title IS NOT NULL THEN m.title ELSE '' END AS key
    FROM master.sys_menu m LEFT JOIN master.sys_menu page ON page.id = m.parent_id
      LEFT JOIN master.sys_menu area ON area.id = page.parent_id
    WHERE m.id = ANY (${sql.array([...ids], 'int8')})
      AND (m.permission <> '' OR m.api_ids <> '{}' OR NOT EXISTS (SELECT FROM master.sys_menu c WHERE c.parent_id = m.id))
    ORDER BY CASE m.menu_type WHEN 'F' THEN area.sort ELSE page.sort END NULLS FIRST,
      CASE m.menu_type WHEN 'F' THEN page.sort ELSE m.sort END, coalesce(page.id, m.id), m.sort, m.id`);
