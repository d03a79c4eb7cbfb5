/** Menu `component` → lazy screen. Screens export their page as default. */
import { lazyScreen, type Screens } from 'root-config/api';

export const screens: Screens = {
  'sales/order': lazyScreen(() => import('./screens/order/screen.tsx')),
  'sales/customer': lazyScreen(() => import('./screens/customer/screen.tsx')),
  'sales/report-approval': lazyScreen(() => import('./screens/report-approval/screen.tsx')),
};
