/**
 * Menu `component` → lazy screen. Screens export their page as default; a key may also be the address without its
 * leading slash, for pages without a menu entry.
 */
import { lazyScreen, type Screens } from 'root-config/api';
import { customScreens } from './custom-screens.ts';

export const screens: Screens = {
  'admin/shop': lazyScreen(() => import('./screens/shop/screen.tsx')),
  'admin/supplier': lazyScreen(() => import('./screens/supplier/screen.tsx')),
  'admin/user': lazyScreen(() => import('./screens/user/screen.tsx')),
  'admin/log-seal': lazyScreen(() => import('./screens/log-seal/screen.tsx')),
  'admin/session': lazyScreen(() => import('./screens/session/screen.tsx')),
  'admin/user-safety': lazyScreen(() => import('./screens/user-safety/screen.tsx')),
  'admin/print-template': lazyScreen(() => import('./screens/print-template/screen.tsx')),
  'admin/template-column': lazyScreen(() => import('./screens/template-column/screen.tsx')),
  'admin/role': lazyScreen(() => import('./screens/role/screen.tsx')),
  'admin/dept': lazyScreen(() => import('./screens/dept/screen.tsx')),
  'admin/menu': lazyScreen(() => import('./screens/menu/screen.tsx')),
  'admin/post': lazyScreen(() => import('./screens/post/screen.tsx')),
  'admin/tenant': lazyScreen(() => import('./screens/tenant/screen.tsx')),
  'admin/parameter': lazyScreen(() => import('./screens/parameter/screen.tsx')),
  'admin/sys-config/set': lazyScreen(() => import('./screens/settings/screen.tsx')),
  'admin/api': lazyScreen(() => import('./screens/api/screen.tsx')),
  'admin/dict-type': lazyScreen(() => import('./screens/dict/base-type.tsx')),
  'admin/dict-data': lazyScreen(() => import('./screens/dict/base-data.tsx')),
  'admin/sys-dict-type': lazyScreen(() => import('./screens/dict/sys-type.tsx')),
  'admin/sys-dict-data': lazyScreen(() => import('./screens/dict/sys-data.tsx')),
  'admin/login-log': lazyScreen(() => import('./screens/login-log/screen.tsx')),
  'admin/oper-log': lazyScreen(() => import('./screens/oper-log/screen.tsx')),
  'schedule/manage': lazyScreen(() => import('./screens/job/screen.tsx')),
  'schedule/log': lazyScreen(() => import('./screens/job-log/screen.tsx')),
  'dev-tools/build': lazyScreen(() => import('./screens/build/screen.tsx')),
  'system/read-model': lazyScreen(() => import('./screens/read-model/screen.tsx')),
  'dev-tools/gen': lazyScreen(() => import('./screens/gen/screen.tsx')),
  'dev-tools/editTable': lazyScreen(() => import('./screens/gen/edit-table.tsx')),
  ...customScreens,
  'sys-tools/self-audit': lazyScreen(() => import('./screens/self-audit/screen.tsx')),
  'sys-tools/monitor': lazyScreen(() => import('./screens/monitor/screen.tsx')),
  'sys-tools/log': lazyScreen(() => import('./screens/live-log/screen.tsx')),
  'new-page': lazyScreen(() => import('./screens/new-page/screen.tsx')),
  dashboard: lazyScreen(() => import('./screens/demo/dashboard.tsx')),
  'demo/editor': lazyScreen(() => import('./screens/demo/editor.tsx')),
  'demo/profile': lazyScreen(() => import('./screens/demo/profile.tsx')),
  'demo/excel': lazyScreen(() => import('./screens/demo/excel.tsx')),
  'auth-redirect': lazyScreen(() => import('./screens/auth-redirect/screen.tsx')),
  profile: lazyScreen(() => import('./screens/profile/screen.tsx')),
  'api-docs': lazyScreen(() => import('./screens/swagger/screen.tsx')),
};
