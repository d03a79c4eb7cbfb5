import { useEffect, useRef, useState } from 'react';
import {
  type MenuNode,
  RouterLink,
  menuAt,
  placedMenus,
  useLocation,
  usePreference,
  useSession,
} from 'root-config/api';
import { ActionList, ActionMenu, Tooltip } from 'root-config/ui';
import { ChevronDownIcon, SidebarCollapseIcon, SidebarExpandIcon, MenuIcon } from './icons.tsx';
import styles from './frame.module.css';

const shown = (menu: MenuNode): boolean => menu.visible === '0' && menu.menuType !== 'F';
type Leaf = { path: string; title: string; icon: string };
type Group = { id: number; title: string; icon: string; leaves: readonly Leaf[]; single: boolean };

const HOME: Leaf = { path: '/index', title: '首页', icon: '' };

/** Two levels as shops know them: a group and its pages; a page at the top is a group of one. */
export const groupsOf = (menus: readonly MenuNode[]): Group[] =>
  menus
    .filter((menu) => shown(menu) && menu.path !== HOME.path)
    .flatMap((menu) => {
      const leaves = placedMenus([menu])
        .filter((page) => shown(page) && page.parents.every(shown))
        .map(({ fullPath, title, icon }) => ({ path: fullPath, title, icon }));
      return leaves.length === 0
        ? []
        : [{ id: menu.menuId, title: menu.title, icon: menu.icon, leaves, single: menu.menuType === 'C' }];
    });

const LeafLink = ({
  leaf,
  open,
  icon,
  onGo,
}: {
  leaf: Leaf;
  open: boolean;
  icon?: boolean;
  onGo?: (() => void) | undefined;
}) => {
  return (
    <RouterLink to={leaf.path} className={styles['item']} aria-current={open ? 'page' : undefined} onClick={onGo}>
      {icon ? <MenuIcon title={leaf.title} icon={leaf.icon} /> : <i css={{ width: 16 }} />}
      <span>{leaf.title}</span>
    </RouterLink>
  );
};

/** Brings the open page's entry into view where it stands outside; one that is seen stays under the hand that clicked it. */
const useOpenInView = (open: string | undefined) => {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const entry = list.current?.querySelector('[aria-current]');
    if (list.current == null || entry == null) return;
    const [around, at] = [list.current.getBoundingClientRect(), entry.getBoundingClientRect()];
    // On a phone it is not the list that scrolls but the drawer around it.
    const [top, bottom] = [Math.max(around.top, 0), Math.min(around.bottom, window.innerHeight)];
    if (at.top < top || at.bottom > bottom) entry.scrollIntoView({ block: 'center' });
  }, [open]);
  return list;
};

/** The whole menu with words; `onGo` lets the drawer close itself. */
export const WideMenu = ({ onGo }: { onGo?: () => void }) => {
  const { menus } = useSession();
  const { pathname } = useLocation();
  const [closed, setClosed] = usePreference<readonly number[]>('menu-closed', NONE);
  const open = menuAt(menus, pathname)?.fullPath;
  const list = useOpenInView(open);
  const toggle = (id: number): void =>
    setClosed(closed.includes(id) ? closed.filter((each) => each !== id) : [...closed, id]);
  return (
    <ul ref={list} className={styles['menuList']}>
      <li>
        <LeafLink leaf={HOME} icon open={pathname === HOME.path} onGo={onGo} />
      </li>
      {groupsOf(menus).map(({ id, title, icon, leaves, single }) => {
        const folded = closed.includes(id);
        if (single) {
          return leaves.map((leaf) => (
            <li key={leaf.path}>
              <LeafLink leaf={leaf} icon open={leaf.path === open} onGo={onGo} />
            </li>
          ));
        }
        return (
          <li key={id}>
            <button
              type="button"
              className={`${styles['item']} ${styles['group']}`}
              aria-expanded={!folded}
              onClick={() => toggle(id)}
            >
              <MenuIcon title={title} icon={icon} />
              <span>{title}</span>
              <ChevronDownIcon size={12} {...(folded ? { className: styles['turned'] } : {})} />
            </button>
            {!folded && (
              <ul>
                {leaves.map((leaf) => (
                  <li key={leaf.path}>
                    <LeafLink leaf={leaf} open={leaf.path === open} onGo={onGo} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
};
const NONE: readonly number[] = [];

const IconGroup = ({ group, open }: { group: Group; open: string | undefined }) => {
  const [expanded, setExpanded] = useState(false);

  const current = group.leaves.some(({ path }) => path === open);
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
          <ActionList.Group>
            <ActionList.GroupHeading>{group.title}</ActionList.GroupHeading>
            {group.leaves.map(({ path, title }) => (
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
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
};

const IconMenu = () => {
  const { menus } = useSession();
  const { pathname } = useLocation();
  const open = menuAt(menus, pathname)?.fullPath;

  return (
    <ul className={styles['menuList']}>
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
      {groupsOf(menus).map((group) => (
        <li key={group.id}>
          <IconGroup group={group} open={open} />
        </li>
      ))}
    </ul>
  );
};

type SideMenuProps = { readonly dark: boolean; readonly collapsed: boolean; readonly onToggle: () => void };
export const SideMenu = ({ dark, collapsed, onToggle }: SideMenuProps) => {
  const Sign = collapsed ? SidebarCollapseIcon : SidebarExpandIcon;
  const label = collapsed ? '展开菜单' : '收起菜单';
  return (
    <nav
      className={styles['menu']}
      aria-label="菜单"
      {...(dark && { 'data-color-mode': 'dark', 'data-dark-theme': 'dark' })}
    >
      {collapsed ? <IconMenu /> : <WideMenu />}
      <div className={styles['menuFoot']}>
        <button
          type="button"
          title={label}
          aria-label={label}
          className={`${styles['item']} ${collapsed ? styles['iconItem'] : ''}`}
          onClick={onToggle}
        >
          <Sign size={16} />
          {!collapsed && <span>{label}</span>}
        </button>
      </div>
    </nav>
  );
};
