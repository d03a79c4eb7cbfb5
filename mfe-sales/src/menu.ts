/** Menu `component` → lazy screen: the one of the folder `screens/till` stands at /sales/till and is the default export of its `screen.tsx`. */
import { screensOf } from 'root-config/api';

export const screens = screensOf('sales', import.meta.glob('./screens/*/screen.tsx'));
