/** Menu `component` → lazy screen; the screens export their page as default. */
import { lazyScreen, type Screens } from 'root-config/api';

export const screens: Screens = {
  'stock/goods-in': lazyScreen(() => import('./screens/goods-in/screen.tsx')),
  'stock/batch-entry': lazyScreen(() => import('./screens/batch-entry/screen.tsx')),
  'stock/report-turnover': lazyScreen(() => import('./screens/report-turnover/screen.tsx')),
  'stock/transfer': lazyScreen(() => import('./screens/transfer/screen.tsx')),
  'stock/supplier-return': lazyScreen(() => import('./screens/supplier-return/screen.tsx')),
  'stock/report-allocate': lazyScreen(() => import('./screens/report-allocate/screen.tsx')),
  'stock/report-return': lazyScreen(() => import('./screens/report-supplier-return/screen.tsx')),
  'stock/adjust': lazyScreen(() => import('./screens/stock-adjust/screen.tsx')),
  'stock/inspection': lazyScreen(() => import('./screens/inspection/screen.tsx')),
  'stock/check': lazyScreen(() => import('./screens/stock-check/screen.tsx')),
  'stock/material-check': lazyScreen(() => import('./screens/material-check/screen.tsx')),
  'stock/report-check': lazyScreen(() => import('./screens/report-check/screen.tsx')),
  'stock/goods-flow': lazyScreen(() => import('./screens/goods-flow/screen.tsx')),
};
