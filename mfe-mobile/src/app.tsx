/** The page of the address, its file read when it is opened. */
import { Component, createElement, type ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { pageOf, readPage, rowAt } from './client/page-file.ts';
import { addressNow, listenToAddress } from './client/router.ts';
import { PAGES, type PageRow } from './pages/index.ts';
import { Button } from './parts/button.tsx';
import { Loading } from './parts/answer-view.tsx';
import { Page } from './parts/page.tsx';
import { Link } from './parts/link.tsx';
import { NavRows } from './parts/nav.tsx';

const NotOpened = () => (
  <Page title="页面没有打开">
    <section className="card centre" role="alert">
      <p>网络不稳定，页面没有打开。</p>
      <Button onPress={() => location.reload()}>重试</Button>
    </section>
  </Page>
);
/** A page that breaks says so instead of leaving nothing. */
class PageFence extends Component<{ readonly children: ComponentChildren }, { readonly broken: boolean }> {
  override state = { broken: false };
  static override getDerivedStateFromError = () => ({ broken: true });
  override render() {
    return this.state.broken ? <NotOpened /> : this.props.children;
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

/** The page of a row, as soon as its file is there. */
const PageOfRow = ({ row, pathname }: { readonly row: PageRow; readonly pathname: string }) => {
  const [reading, setReading] = useState<'going-on' | 'over' | 'failed'>(pageOf(row) ? 'over' : 'going-on');
  useEffect(() => {
    if (reading !== 'going-on') return;
    readPage(pathname).then(
      () => setReading('over'),
      () => setReading('failed'),
    );
  }, [reading, pathname]);
  const page = pageOf(row);
  if (page !== undefined) return createElement(page, null);
  if (reading === 'failed') return <NotOpened />;
  return (
    <Page title={row.title}>
      <Loading />
    </Page>
  );
};

const useAddress = (): string => {
  const [address, setAddress] = useState(addressNow);
  useLayoutEffect(() => {
    const read = (): void => setAddress(addressNow());
    // It may have changed between the drawing and now.
    read();
    return listenToAddress(read);
  }, []);
  return address;
};
export const App = () => {
  const address = useAddress();
  const [pathname = ''] = address.split('?');
  const row = rowAt(pathname);
  useEffect(() => {
    document.title = row?.title ?? '会员中心';
  }, [row]);
  return (
    <NavRows value={PAGES}>
      <PageFence key={pathname}>
        {row === undefined ? <Nowhere /> : <PageOfRow key={address} row={row} pathname={pathname} />}
      </PageFence>
    </NavRows>
  );
};
