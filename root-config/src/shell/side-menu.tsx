import { useEffect, useMemo, useRef } from 'react';
import { RouterLink, menuAt, useLocation, usePreference, useSession } from 'root-config/api';
import { IconMenu } from './icon-menu.tsx';
import { ChevronDownIcon, SidebarCollapseIcon, SidebarExpandIcon, MenuIcon, StarFillIcon, StarIcon } from './icons.tsx';
import { HOME, groupsOf, useQuickPages, useRecentPages, type Group, type Leaf } from './menu-groups.ts';
import styles from './frame.module.css';

type LeafProps = {
  readonly leaf: Leaf;
  readonly open: boolean;
  readonly icon?: boolean;
  readonly onGo?: (() => void) | undefined;
};
const LeafLink = ({ leaf, open, icon, onGo }: LeafProps) => (
  <RouterLink to={leaf.path} className={styles['item']} aria-current={open ? 'page' : undefined} onClick={onGo}>
    {icon ? <MenuIcon title={leaf.title} icon={leaf.icon} /> : <i css={{ width: 16 }} />}
    <span>{leaf.title}</span>
  </RouterLink>
);

type Quick = ReturnType<typeof useQuickPages>;
/** A page with the star that puts it on top. */
const StarredLeaf = ({ quick, ...props }: LeafProps & { readonly quick: Quick }) => {
  const { path, title } = props.leaf;
  const chosen = quick.isFavourite(path);
  const label = chosen ? `取消收藏${title}` : `收藏${title}`;
  return (
    <div className={styles['starred']}>
      <LeafLink {...props} />
      <button
        type="button"
        className={styles['star']}
        title={label}
        aria-label={label}
        aria-pressed={chosen}
        onClick={() => quick.toggle(path)}
      >
        {chosen ? <StarFillIcon size={14} /> : <StarIcon size={14} />}
      </button>
    </div>
  );
};

type QuickProps = {
  readonly quick: Quick;
  readonly open: string | undefined;
  readonly onGo?: (() => void) | undefined;
};
/** What one uses most, above the whole menu. */
const QuickMenu = ({ quick, open, onGo }: QuickProps) => {
  const parts = [
    { heading: '收藏', leaves: quick.favourites },
    { heading: '最近', leaves: quick.recent },
  ].filter(({ leaves }) => leaves.length > 0);
  if (parts.length === 0) return null;
  return (
    <nav aria-label="常用" className={styles['quick']}>
      {parts.map(({ heading, leaves }) => (
        <ul key={heading} aria-label={heading}>
          <li className={styles['heading']} aria-hidden>
            {heading}
          </li>
          {leaves.map((leaf) => (
            <li key={leaf.path}>
              <StarredLeaf leaf={leaf} icon open={leaf.path === open} onGo={onGo} quick={quick} />
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
};

type AreaProps = QuickProps & { readonly group: Group; readonly folded: boolean; readonly onFold: () => void };
const AreaMenu = ({ group, folded, onFold, open, onGo, quick }: AreaProps) => (
  <>
    <button type="button" className={`${styles['item']} ${styles['group']}`} aria-expanded={!folded} onClick={onFold}>
      <MenuIcon title={group.title} icon={group.icon} />
      <span>{group.title}</span>
      <ChevronDownIcon size={12} {...(folded ? { className: styles['turned'] } : {})} />
    </button>
    {folded
      ? null
      : group.sections.map(({ heading, leaves }) => (
          <ul key={heading} aria-label={heading === '' ? group.title : `${group.title} ${heading}`}>
            {heading === '' ? null : (
              <li className={styles['heading']} aria-hidden>
                {heading}
              </li>
            )}
            {leaves.map((leaf) => (
              <li key={leaf.path}>
                <StarredLeaf leaf={leaf} open={leaf.path === open} onGo={onGo} quick={quick} />
              </li>
            ))}
          </ul>
        ))}
  </>
);

/** Brings the open page's entry into view where it stands outside; one that is seen stays under the hand that clicked it. */
const useOpenInView = (open: string | undefined) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const entry = list.current?.querySelector('nav:last-of-type [aria-current]');
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
  const groups = useMemo(() => groupsOf(menus), [menus]);
  const quick = useQuickPages(groups);
  const open = menuAt(menus, pathname)?.fullPath;
  const list = useOpenInView(open);
  const fold = (id: number): void =>
    setClosed(closed.includes(id) ? closed.filter((each) => each !== id) : [...closed, id]);
  return (
    <div ref={list} className={styles['menuList']}>
      <QuickMenu quick={quick} open={open} onGo={onGo} />
      <nav aria-label="菜单">
        <ul>
          <li>
            <LeafLink leaf={HOME} icon open={pathname === HOME.path} onGo={onGo} />
          </li>
          {groups.map((group) =>
            group.single ? (
              group.leaves.map((leaf) => (
                <li key={leaf.path}>
                  <LeafLink leaf={leaf} icon open={leaf.path === open} onGo={onGo} />
                </li>
              ))
            ) : (
              <li key={group.id}>
                <AreaMenu
                  group={group}
                  folded={closed.includes(group.id)}
                  onFold={() => fold(group.id)}
                  open={open}
                  onGo={onGo}
                  quick={quick}
                />
              </li>
            ),
          )}
        </ul>
      </nav>
    </div>
  );
};
const NONE: readonly number[] = [];

type SideMenuProps = { readonly dark: boolean; readonly collapsed: boolean; readonly onToggle: () => void };
export const SideMenu = ({ dark, collapsed, onToggle }: SideMenuProps) => {
  useRecentPages();
  const Sign = collapsed ? SidebarCollapseIcon : SidebarExpandIcon;
  const label = collapsed ? '展开菜单' : '收起菜单';
  return (
    <div className={styles['menu']} {...(dark && { 'data-color-mode': 'dark', 'data-dark-theme': 'dark' })}>
      {collapsed ? (
        <nav aria-label="菜单" className={styles['menuList']}>
          <IconMenu />
        </nav>
      ) : (
        <WideMenu />
      )}
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
    </div>
  );
};
