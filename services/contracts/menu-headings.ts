/**
 * Under which heading a page stands within its area of the menu: at most eight under each, in this order everywhere. A page
 * that is not named (of a new kind, of an installation's own) stands among the reports by its address, else among the documents.
 */
const HEADINGS = ['日常', '单据', '收银', '台账', '报表', '其他报表', '人员', '日志', '运行', '设置', '开发'] as const;
type Heading = (typeof HEADINGS)[number];

const PAGES: Readonly<Record<string, Heading>> = {
  '/stock/goods-flow': '报表',
  '/sales/report-exception': '台账',
  '/sales/customer': '台账',
  '/sales/consent': '台账',
  '/sales/report-recycle-stock': '台账',
  '/sales/report-gift-turnover': '台账',
  '/sales/write-off': '台账',
  '/sales/deposit': '收银',
  '/sales/shift': '收银',
  '/sales/cash-report': '收银',
  '/sales/close': '收银',
  '/sales/till': '收银',
  '/sales/report-change': '其他报表',
  '/sales/report-recycle': '其他报表',
  '/sales/report-clean': '其他报表',
  '/sales/report-gift': '其他报表',
  '/sales/report-gold-balance': '其他报表',
  '/sales/report-gold-what-if': '其他报表',
  '/sales/quoted-price': '设置',
  '/sales/jewel-price': '设置',
  '/sales/points': '设置',
  '/sales/giveaway': '设置',
  '/admin/user': '人员',
  '/admin/user-safety': '人员',
  '/admin/role': '人员',
  '/admin/dept': '人员',
  '/admin/post': '人员',
  '/admin/menu': '人员',
  '/admin/session': '人员',
  '/admin/rights': '人员',
  '/admin/login-log': '日志',
  '/admin/oper-log': '日志',
  '/admin/shopper-log': '日志',
  '/sys-tools/log': '日志',
  '/admin/log-seal': '日志',
  '/admin/case-file': '日志',
  '/sys-tools/self-audit': '日志',
  '/sys-tools/lost-save': '日志',
  '/sys-tools/system-state': '运行',
  '/sys-tools/monitor': '运行',
  '/system/read-model': '运行',
  '/admin/backup': '运行',
  '/schedule/manage': '运行',
  '/schedule/log': '运行',
  '/admin/sys-config/set': '设置',
  '/admin/parameter': '设置',
  '/admin/shopper-app': '设置',
  '/admin/sys-dict-type': '设置',
  '/admin/sys-dict-data': '设置',
  '/admin/tenant': '设置',
  '/admin/api': '开发',
  '/api-docs': '开发',
  '/dev-tools/gen': '开发',
  '/dev-tools/build': '开发',
  '/admin/shop': '日常',
  '/admin/shop-setup': '日常',
  '/admin/supplier': '日常',
  '/admin/dict-type': '日常',
  '/admin/dict-data': '日常',
  '/admin/print-template': '日常',
  '/admin/template-column': '日常',
};
const headingOf = (path: string): Heading => PAGES[path] ?? (path.includes('/report') ? '报表' : '单据');

export type MenuSection<Leaf> = { readonly heading: string; readonly leaves: readonly Leaf[] };
/** The pages of an area under their headings; one heading alone is none. */
export const menuSections = <Leaf extends { readonly path: string }>(leaves: readonly Leaf[]): MenuSection<Leaf>[] => {
  const sections = HEADINGS.flatMap((heading): MenuSection<Leaf>[] => {
    const under = leaves.filter(({ path }) => headingOf(path) === heading);
    return under.length === 0 ? [] : [{ heading, leaves: under }];
  });
  return sections.length === 1 ? sections.map(({ leaves: all }) => ({ heading: '', leaves: all })) : sections;
};

type Row = { readonly id: number; readonly parentId: number; readonly path: string };
const under = (base: string, path: string): string => (path.startsWith('/') ? path : `${base}/${path}`);
/** Deeper ones are refused when they are saved; a circle of rows ends here too. */
const DEEPEST = 10;
const addressIn = (rows: ReadonlyMap<number, Row>, { parentId, path }: Row, depth = 0): string => {
  const above = rows.get(parentId);
  return above === undefined || depth > DEEPEST ? path : under(addressIn(rows, above, depth + 1), path);
};
/**
 * Rows of the menu in the order in which {@link menuSections} shows them: areas as they come, the pages of each by their
 * headings. Trees made of rows in this order (roles, menus, what a person sees) read like the menu at the side.
 */
export const inMenuOrder = <One extends Row>(rows: readonly One[]): One[] => {
  const known = new Map(rows.map((row) => [row.id, row]));
  const placeOf = (row: One): number =>
    known.has(row.parentId) ? HEADINGS.indexOf(headingOf(addressIn(known, row))) : -1;
  const placed = rows.map((row) => ({ row, place: placeOf(row) }));
  return placed.toSorted((one, other) => one.place - other.place).map(({ row }) => row);
};
