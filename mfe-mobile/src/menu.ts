/** Address without its leading slash → lazy screen: shoppers have no menu. The shopper pages of S1§2.16 share one door. */
import { lazyScreen, type Screens } from 'root-config/api';

const home = lazyScreen(() => import('./screens/wx-home/screen.tsx'));
const DOORS = ['wx', 'wx/', 'wx/userinfo', 'wx/code', 'wx/bill', 'wx/bill-detail', 'wx/giveaway'];

export const screens: Screens = Object.fromEntries(DOORS.map((door) => [door, home]));
