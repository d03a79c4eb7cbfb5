import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { triggerAppChange } from 'single-spa';
import {
  Notice,
  can,
  mayOpen,
  menuAt,
  useLocation,
  useNavigate,
  usePreference,
  useScanner,
  useSession,
  useStore,
} from 'root-config/api';
import { AuditBanner } from './audit-banner.tsx';
import { loadSession } from './auth.ts';
import { DemoProgress } from './demo-progress.tsx';
import { Home } from './home.tsx';
import { HouseBar } from './house-bar.tsx';
import { isDialogOpen } from './open-dialog.ts';
import { brokenStore, moveIn, ownerOf, retryMicroFrontend } from './micro-frontends.ts';
import { PageTabs } from './page-tabs.tsx';
import { Palette, piecePath } from './palette.tsx';
import { ScanButton } from './scan-button.tsx';
import { SideMenu } from './side-menu.tsx';
import { useSystemName } from './sign-in-page.tsx';
import { useLook } from './look.ts';
import { TopBar } from './top-bar.tsx';
import styles from './frame.module.css';

/** Why the page at this address cannot be shown, or null. */
const useObstacle = (): 'missing' | 'forbidden' | 'broken' | null => {
  const { menus } = useSession();
  const { pathname } = useLocation();
  const broken = useStore(brokenStore);
  if (pathname === '/index') return null;
  if (pathname === '/401') return 'forbidden';
  const owner = ownerOf(pathname);
  if (owner === null) return 'missing';
  if (!mayOpen(menus, pathname)) return 'forbidden';
  return broken.has(owner) ? 'broken' : null;
};

/** One step back, or to the dashboard when there is none or the address says so (S2§2). */
const useWayBack = (): (() => void) => {
  const navigate = useNavigate();
  const { search, key } = useLocation();
  const stays = new URLSearchParams(search).has('noGoBack') || key === 'default';
  return () => void (stays ? navigate('/dashboard') : navigate(-1));
};
const Obstacle = ({ kind }: { kind: 'missing' | 'forbidden' | 'broken' }) => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const back = useWayBack();
  if (kind === 'broken') {
    const retry = (): void => void retryMicroFrontend(ownerOf(pathname) ?? '');
    return (
      <Notice title="这个模块没有加载成功" text="其他页面不受影响，可以继续使用。" action="重试" onAction={retry} />
    );
  }
  if (kind === 'forbidden')
    return <Notice title="你没有权限去该页面" text="需要时请联系管理员开通。" action="返回" onAction={back} />;
  return (
    <Notice
      title="页面不存在"
      text="地址可能写错了，或页面已经移走。"
      action="回到首页"
      onAction={() => void navigate('/index')}
    />
  );
};

/** Ctrl K opens the search; a scan with no dialog open shows the piece's life. */
const useGlobalKeys = (openSearch: () => void): void => {
  const navigate = useNavigate();
  useScanner((barcode) => {
    if (isDialogOpen()) return false;
    void navigate(piecePath(barcode));
    return undefined;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openSearch();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [openSearch]);
};

/** Own menu and rights are read again when a menu was changed here: its key is one of the tree's. */
const useFreshMenu = (): void =>
  void useQuery({
    queryKey: ['/menu/own'],
    queryFn: async () => {
      await loadSession();
      return null;
    },
    initialData: null,
    staleTime: Infinity,
  });

export const Frame = () => {
  const { pathname } = useLocation();
  const { menus } = useSession();
  const systemName = useSystemName();
  const look = useLook();
  const [collapsed, setCollapsed] = usePreference('menu-collapsed', false);
  const [searching, setSearching] = useState(false);
  const [openSearch] = useState(() => () => setSearching(true));
  const obstacle = useObstacle();
  const title = menuAt(menus, pathname)?.title;
  useGlobalKeys(openSearch);
  useFreshMenu();
  useEffect(() => {
    document.title = title ? `${title} · ${systemName}` : systemName;
  }, [title, systemName]);
  // The place for micro-frontends stands only now; single-spa must look again.
  useEffect(() => void moveIn(), []);
  useEffect(() => void triggerAppChange(), [obstacle]);
  return (
    <div className={`${styles['frame']} ${collapsed ? styles['collapsed'] : ''}`} data-skin={look.skin}>
      <a href="#page" className={styles['skip']}>
        跳到内容
      </a>
      <TopBar onSearch={openSearch} />
      <DemoProgress />
      <SideMenu dark={look.darkMenu} collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
      <PageTabs />
      <main id="page" tabIndex={-1} className={styles['page']}>
        <HouseBar />
        <AuditBanner />
        {pathname === '/index' && <Home />}
        {obstacle !== null && <Obstacle kind={obstacle} />}
        <div id="mfe-root" className={styles['mfe']} hidden={obstacle !== null} />
      </main>
      {can('report:reportGoodsFlow:list') && <ScanButton />}
      {searching && <Palette onClose={() => setSearching(false)} />}
    </div>
  );
};
