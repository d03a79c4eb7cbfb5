/** The page of the address, loaded when it is opened. */
import { Component, Suspense, createElement, lazy, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { addressNow, listenToAddress } from './client/router.ts';
import { PAGES, type PageRow } from './pages/index.ts';
import { Button } from './parts/button.tsx';
import { Loading } from './parts/answered.tsx';
import { Page } from './parts/page.tsx';
import { Link } from './parts/link.tsx';
import { NavRows } from './parts/nav.tsx';

const COMPONENTS = new Map(PAGES.map((row) => [row, lazy(row.load)]));
const rowAt = (pathname: string): PageRow | undefined => {
  const path = pathname.replace(/(?<=.)\/+$/, '');
  return PAGES.find((row) => row.path === path || (row.under === true && path.startsWith(`${row.path}/`)));
};

/** A page whose file does not come, or breaks, says so instead of leaving nothing. */
class Broken extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError = () => ({ broken: true });
  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <Page title="页面没有打开">
        <section className="card centre" role="alert">
          <p>网络不稳定，页面没有打开。</p>
          <Button onPress={() => location.reload()}>重试</Button>
        </section>
      </Page>
    );
  }
}

const Nowhere = () => (
  <Page title="没有这个页面">
    <section className="card centre">
      <p>这个地址没有页面，可能链接不完整。</p>
      <Link className="button" to="/wx/userinfo">
        去我的名片
      </Link>
    </section>
  </Page>
);

export const App = () => {
  const address = useSyncExternalStore(listenToAddress, addressNow);
  const [pathname = ''] = address.split('?');
  const row = rowAt(pathname);
  useEffect(() => {
    document.title = row?.title ?? '会员中心';
  }, [row]);
  return (
    <NavRows value={PAGES}>
      <Broken key={pathname}>
        <Suspense
          fallback={
            <Page title={row?.title ?? ''}>
              <Loading />
            </Page>
          }
        >
          {createElement((row && COMPONENTS.get(row)) ?? Nowhere, { key: address })}
        </Suspense>
      </Broken>
    </NavRows>
  );
};
