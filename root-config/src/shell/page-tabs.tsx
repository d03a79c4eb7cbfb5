import { type MouseEvent, useEffect, useRef } from 'react';
import { RouterLink, mayOpen, menuAt, useLocation, useNavigate, useSession } from 'root-config/api';
import { ActionList, ActionMenu, IconButton } from 'root-config/ui';
import { ChevronDownIcon, XIcon } from './icons.tsx';
import { ownerOf, rememberPage } from './micro-frontends.ts';
import { type PageTab, closeTabs, useTabs, visitTab } from './tabs-store.ts';
import styles from './frame.module.css';

/** Pages that have no entry in the menu. */
const TITLES: Readonly<Record<string, string>> = {
  '/index': '首页',
  '/profile': '个人中心',
  '/api-docs': '接口文档',
  '/dev-tools/editTable': '修改生成表',
};

/** Keeps the open page in the list of tabs, with the title from the menu; an address that is refused or is no page leaves none. */
const useCurrentPath = (): string => {
  const { pathname, search } = useLocation();
  const { menus } = useSession();
  const title = menuAt(menus, pathname)?.title ?? TITLES[pathname];
  useEffect(() => {
    if (title === undefined || pathname === '/index' || ownerOf(pathname) === null || !mayOpen(menus, pathname)) return;
    visitTab({ path: pathname, search, title });
    rememberPage(pathname);
  }, [menus, pathname, search, title]);
  return pathname;
};

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export const PageTabs = () => {
  const tabs = useTabs();
  const shown = useCurrentPath();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const all: PageTab[] = [{ path: '/index', search: '', title: '首页' }, ...tabs];
  const close = (closing: (tab: PageTab) => boolean): void => {
    const next = closeTabs(closing, shown);
    if (next !== null && shown !== '/index') void navigate(next);
  };
  const addresses = all.map(({ path, search }) => path + search).join('\n');
  useEffect(() => {
    // The whole tab: its cross stands behind the link.
    const open = list.current?.querySelector('[aria-current]')?.parentElement;
    open?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const paths = addresses.split('\n');
    const step = (event: KeyboardEvent): void => {
      if (!event.ctrlKey || event.shiftKey || event.altKey || typing(event.target)) return;
      const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (move === undefined) return;
      const at = paths.findIndex((path) => path.split('?')[0] === shown);
      const next = paths.at((at + move) % paths.length);
      event.preventDefault();
      if (next !== undefined) void navigate(next);
    };
    window.addEventListener('keydown', step);
    return () => window.removeEventListener('keydown', step);
  }, [addresses, shown, navigate]);

  const middleClick = (event: MouseEvent, tab: PageTab): void => {
    if (event.button !== 1 || tab.path === '/index') return;
    event.preventDefault();
    close(({ path }) => path === tab.path);
  };
  return (
    <div className={styles['tabs']}>
      <div className={styles['tabList']} ref={list} role="navigation" aria-label="已打开的页面">
        {all.map((tab) => {
          const open = tab.path === shown;
          return (
            <div
              key={tab.path}
              className={`${styles['tab']} ${open ? styles['tabOpen'] : ''}`}
              onAuxClick={(event) => middleClick(event, tab)}
            >
              <RouterLink to={tab.path + tab.search} aria-current={open ? 'page' : undefined}>
                {tab.title}
              </RouterLink>
              {tab.path !== '/index' && (
                <button
                  type="button"
                  className={styles['close']}
                  aria-label={`关闭${tab.title}`}
                  onClick={() => close(({ path }) => path === tab.path)}
                >
                  <XIcon size={14} />
                </button>
              )}
            </div>
          );
        })}
      </div>
      {tabs.length > 0 && (
        <ActionMenu>
          <ActionMenu.Anchor>
            <IconButton icon={ChevronDownIcon} variant="invisible" aria-label="标签页操作" />
          </ActionMenu.Anchor>
          <ActionMenu.Overlay width="small" align="end">
            <ActionList>
              <ActionList.Item disabled={shown === '/index'} onSelect={() => close(({ path }) => path === shown)}>
                关闭当前
              </ActionList.Item>
              <ActionList.Item onSelect={() => close(({ path }) => path !== shown)}>关闭其他</ActionList.Item>
              <ActionList.Item onSelect={() => close(() => true)}>关闭全部</ActionList.Item>
            </ActionList>
          </ActionMenu.Overlay>
        </ActionMenu>
      )}
    </div>
  );
};
