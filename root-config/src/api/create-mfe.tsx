import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import * as React from 'react';
import * as ReactDOMClient from 'react-dom/client';
import { BrowserRouter, useLocation } from 'react-router';
import singleSpaReact from 'single-spa-react';
import { mayOpen, menuAt } from './menus.ts';
import { Notice } from './notice.tsx';
import { AppProviders } from './providers.tsx';
import { useSession } from './session.ts';

export type LazyScreen = {
  readonly load: () => Promise<{ default: ComponentType }>;
  /** The page once it has loaded: it opens without a skeleton in between. */
  readonly loaded?: () => ComponentType | undefined;
};
/** Menu `component` → screen. */
export type Screens = Readonly<Record<string, LazyScreen>>;
/** A screen that loads when its page opens: `lazyScreen(() => import('./screens/goods-in/screen'))`. */
export const lazyScreen = (load: LazyScreen['load']): LazyScreen => {
  let page: ComponentType | undefined;
  return {
    load: async () => {
      const module = await load();
      page = module.default;
      return module;
    },
    loaded: () => page,
  };
};
/** Screens by their folders, as `import.meta.glob` finds them: what lies in `./screens/till/` is `sales/till`. */
export const screensOf = (area: string, found: Readonly<Record<string, () => Promise<unknown>>>): Screens =>
  Object.fromEntries(
    Object.entries(found).map(([file, load]) => [
      `${area}/${file.split('/').at(-2)}`,
      lazyScreen(load as LazyScreen['load']),
    ]),
  );

/** Catches a crash of one screen and offers to open it again; the rest of the page goes on. */
class ScreenBoundary extends Component<{ onRetry: () => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const retry = (): void => {
      this.props.onRetry();
      this.setState({ failed: false });
    };
    return (
      <Notice
        title="页面出错了"
        text="已输入的内容仍保留，可以重试；其他页面不受影响。"
        action="重试"
        onAction={retry}
      />
    );
  }
}

const Loading = () => (
  <div role="status" aria-label="加载中…" css={{ padding: 16, display: 'grid', gap: 12 }}>
    {[180, 640, 640, 640].map((width, index) => (
      <div key={index} css={{ height: 32, maxWidth: width, borderRadius: 6, background: 'var(--bgColor-muted)' }} />
    ))}
  </div>
);

const LazyPage = ({ screen }: { screen: LazyScreen }) => {
  const [opened, setOpened] = useState<{ Page: ComponentType } | { failed: true } | null>(() => {
    const Page = screen.loaded?.();
    return Page ? { Page } : null;
  });
  const missing = opened === null;
  useEffect(() => {
    if (!missing) return undefined;
    let current = true;
    screen.load().then(
      (module) => current && setOpened({ Page: module.default }),
      () => current && setOpened({ failed: true }),
    );
    return () => void (current = false);
  }, [screen, missing]);
  const retry = (): void => setOpened(null);
  if (opened === null) return <Loading />;
  if ('failed' in opened) {
    return <Notice title="页面没有加载成功" text="请检查网络后重试。" action="重试" onAction={retry} />;
  }
  return (
    <ScreenBoundary onRetry={retry}>
      <opened.Page />
    </ScreenBoundary>
  );
};

/** The screen of an address: through the user's menu, else by the address itself (pages without a menu). */
const screenAt = (screens: Screens, component: string | undefined, pathname: string): LazyScreen | undefined =>
  screens[component ?? ''] ?? screens[pathname.replace(/^\//, '')] ?? screens[pathname];

const Outlet = ({ screens }: { screens: Screens }) => {
  const { pathname } = useLocation();
  const { menus } = useSession();
  // The shell says so; the page behind its words would ask for what nobody sees.
  if (!mayOpen(menus, pathname)) return null;
  const screen = screenAt(screens, menuAt(menus, pathname)?.component, pathname);
  if (!screen) return <Notice title="页面不存在" text="请从菜单重新选择。" />;
  return <LazyPage key={pathname} screen={screen} />;
};

const known = new Map<string, Screens>();
/** Loads the code of the screen at an address, when its micro-frontend is there; a failure waits for the real opening. */
export const preloadScreen = async (pathname: string): Promise<void> => {
  const screen = [...known.values()].map((screens) => screenAt(screens, undefined, pathname)).find(Boolean);
  await screen?.load().catch(() => undefined);
};

/** Lifecycles of a micro-frontend, all its main.tsx has to export. */
export const createMfe = ({ name, screens }: { name: string; screens: Screens }) => {
  const Root = () => (
    <AppProviders>
      <BrowserRouter>
        <Outlet screens={screens} />
      </BrowserRouter>
    </AppProviders>
  );
  Root.displayName = name;
  known.set(name, screens);
  return singleSpaReact({
    React,
    ReactDOMClient,
    rootComponent: Root,
    errorBoundary: () => <Notice title="页面出错了" text="请刷新页面重试；其他页面不受影响。" />,
    domElementGetter: () => document.querySelector<HTMLElement>('#mfe-root')!,
  });
};
