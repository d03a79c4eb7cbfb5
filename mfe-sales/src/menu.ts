/** Menu `component` → lazy screen. Screens export their page as default. */
import { lazyScreen, type Screens } from 'root-config/api';

export const screens: Screens = {
  'sales/order': lazyScreen(() => import('./screens/order/screen.tsx')),
  'sales/gift-in': lazyScreen(() => import('./screens/gift-in/screen.tsx')),
  'sales/report-gift-turnover': lazyScreen(() => import('./screens/report-gift-turnover/screen.tsx')),
  'sales/customer': lazyScreen(() => import('./screens/customer/screen.tsx')),
  'sales/recycle': lazyScreen(() => import('./screens/recycle/screen.tsx')),
  'sales/report-recycle': lazyScreen(() => import('./screens/report-recycle/screen.tsx')),
  'sales/report-recycle-stock': lazyScreen(() => import('./screens/report-recycle-stock/screen.tsx')),
  'sales/quoted-price': lazyScreen(() => import('./screens/quoted-price/screen.tsx')),
  'sales/jewel-price': lazyScreen(() => import('./screens/jewel-price/screen.tsx')),
  'report-price': lazyScreen(() => import('./screens/report-price/screen.tsx')),
  'sales/points': lazyScreen(() => import('./screens/points/screen.tsx')),
  'sales/report-approval': lazyScreen(() => import('./screens/report-approval/screen.tsx')),
};
