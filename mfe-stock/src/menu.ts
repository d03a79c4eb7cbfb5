/** Menu `component` → lazy screen: the one of the folder `screens/transfer` stands at /stock/transfer and is the default export of its `screen.tsx`. */
import { screensOf } from 'root-config/api';

export const screens = screensOf('stock', import.meta.glob('./screens/*/screen.tsx'));
