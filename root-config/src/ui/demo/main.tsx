import '@primer/primitives/dist/css/base/motion/motion.css';
import '@primer/primitives/dist/css/base/size/size.css';
import '@primer/primitives/dist/css/base/typography/typography.css';
import '@primer/primitives/dist/css/functional/size/border.css';
import '@primer/primitives/dist/css/functional/size/breakpoints.css';
import '@primer/primitives/dist/css/functional/size/size-coarse.css';
import '@primer/primitives/dist/css/functional/size/size-fine.css';
import '@primer/primitives/dist/css/functional/size/size.css';
import '@primer/primitives/dist/css/functional/size/viewport.css';
import '@primer/primitives/dist/css/functional/typography/typography.css';
import '@primer/primitives/dist/css/functional/themes/light.css';
import { createRoot } from 'react-dom/client';
import { AppProviders, chooseTheme, sessionStore } from 'root-config/api';
import { Empty, Failed, GoodsDialog, Lines, List } from './samples.tsx';
import { startServer } from './server.ts';

startServer();
const params = new URLSearchParams(location.search);
sessionStore.set((session) => ({
  ...session,
  stage: 'in',
  user: {
    roles: [],
    permissions: ['*:*:*'],
    name: '店长',
    userName: 'demo',
    userId: 2,
    roleIds: [3],
    lockShops: params.has('locked') ? [1] : [],
  },
}));
chooseTheme(params.get('theme') === 'dark' ? 'dark' : 'light');
const close = (): void => undefined;
const samples: Record<string, () => React.ReactNode> = {
  list: () => <List />,
  empty: () => <Empty />,
  failed: () => <Failed />,
  add: () => <GoodsDialog mode="add" onClose={close} />,
  edit: () => <GoodsDialog mode="edit" onClose={close} />,
  view: () => <GoodsDialog mode="view" onClose={close} />,
  lines: () => <Lines rows={Number(params.get('rows') ?? 200)} />,
};
const home = document.querySelector('#root');
if (home !== null)
  createRoot(home).render(
    <AppProviders>{(samples[params.get('show') ?? 'list'] ?? samples['list'])?.()}</AppProviders>,
  );
