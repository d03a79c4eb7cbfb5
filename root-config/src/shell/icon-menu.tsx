/** The collapsed menu: an icon for each area, its pages under their headings, what one uses most on top. */
import { useMemo, useState } from 'react';
import { RouterLink, menuAt, useLocation, useSession } from 'root-config/api';
import { ActionList, ActionMenu, Tooltip } from 'root-config/ui';
import { MenuIcon } from './icons.tsx';
import { HOME, groupsOf, useQuickPages, type Group } from './menu-groups.ts';
import styles from './frame.module.css';

/** No entry of the menu has this number. */
const QUICK = 0;
const IconGroup = ({ group, open }: { group: Group; open: string | undefined }) => {
  const [expanded, setExpanded] = useState(false);
  // The page that is open was used last: its own area says where one is.
  const current = group.id !== QUICK && group.leaves.some(({ path }) => path === open);
  return (
    <ActionMenu open={expanded} onOpenChange={setExpanded}>
      <ActionMenu.Anchor>
        <button
          type="button"
          title={group.title}
          aria-label={group.title}
          className={`${styles['item']} ${styles['iconItem']}`}
          aria-current={current ? 'page' : undefined}
        >
          <MenuIcon title={group.title} icon={group.icon} />
        </button>
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="small" side="outside-right" align="start">
        <ActionList>
          {group.sections.map(({ heading, leaves }) => (
            <ActionList.Group key={heading}>
              <ActionList.GroupHeading>
                {heading === '' ? group.title : `${group.title} ${heading}`}
              </ActionList.GroupHeading>
              {leaves.map(({ path, title }) => (
                <ActionList.LinkItem
                  key={path}
                  as={RouterLink}
                  to={path}
                  {...(path === open ? { 'aria-current': 'page' as const } : {})}
                  onClick={() => setExpanded(false)}
                >
                  {title}
                </ActionList.LinkItem>
              ))}
            </ActionList.Group>
          ))}
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
};

/** What one uses most, as a group of its own above the areas. */
const quickGroup = ({ favourites, recent }: ReturnType<typeof useQuickPages>): Group => {
  const sections = [
    { heading: '收藏', leaves: favourites },
    { heading: '最近', leaves: recent },
  ].filter(({ leaves }) => leaves.length > 0);
  return { id: QUICK, title: '常用', icon: '', leaves: [...favourites, ...recent], sections, single: false };
};

/** The menu as icons, each opening its pages. */
export const IconMenu = () => {
  const { menus } = useSession();
  const { pathname } = useLocation();
  const open = menuAt(menus, pathname)?.fullPath;
  const groups = useMemo(() => groupsOf(menus), [menus]);
  const quick = quickGroup(useQuickPages(groups));
  return (
    <ul className={styles['menuList']} aria-label="菜单">
      <li>
        <Tooltip text={HOME.title} direction="e">
          <RouterLink
            to={HOME.path}
            aria-label={HOME.title}
            aria-current={pathname === HOME.path ? 'page' : undefined}
            className={`${styles['item']} ${styles['iconItem']}`}
          >
            <MenuIcon title={HOME.title} icon={HOME.icon} />
          </RouterLink>
        </Tooltip>
      </li>
      {[...(quick.leaves.length > 0 ? [quick] : []), ...groups].map((group) => (
        <li key={group.id}>
          <IconGroup group={group} open={open} />
        </li>
      ))}
    </ul>
  );
};
