/** The octicons of the shell, and the one that stands for a menu. */
import { createElement } from 'react';
import type { MenuIconName } from 'services/contracts/menu-icons';
import {
  AlertIcon,
  AppsIcon,
  ArchiveIcon,
  ArrowSwitchIcon,
  BellIcon,
  BookIcon,
  BriefcaseIcon,
  ChecklistIcon,
  CreditCardIcon,
  DatabaseIcon,
  DiffIcon,
  FileIcon,
  GearIcon,
  GiftIcon,
  GraphIcon,
  HomeIcon,
  type Icon,
  KeyIcon,
  LogIcon,
  OrganizationIcon,
  PackageIcon,
  PeopleIcon,
  PersonIcon,
  PulseIcon,
  StarFillIcon,
  SyncIcon,
  TagIcon,
  ToolsIcon,
} from '@primer/octicons-react';

export {
  CheckCircleFillIcon,
  ChevronDownIcon,
  CircleIcon,
  EyeIcon,
  EyeClosedIcon as EyeOffIcon,
  MoonIcon,
  PersonIcon,
  SearchIcon,
  SidebarCollapseIcon,
  SidebarExpandIcon,
  StarFillIcon,
  StarIcon,
  SunIcon,
  ThreeBarsIcon,
  XIcon,
} from '@primer/octicons-react';

/** Menus may carry names of another icon set or none; then the words in the title say more. */
const BY_WORD: readonly (readonly [RegExp, Icon])[] = [
  [/首页/, HomeIcon],
  [/^常用$/, StarFillIcon],
  [/异常/, AlertIcon],
  [/报表|统计|分析|流水/, GraphIcon],
  [/调拨/, ArrowSwitchIcon],
  [/盘点/, ChecklistIcon],
  [/入库|库存|货品/, PackageIcon],
  [/退/, ArchiveIcon],
  [/损/, DiffIcon],
  [/回收|旧料/, SyncIcon],
  [/赠|礼|积分/, GiftIcon],
  [/销售|收银/, CreditCardIcon],
  [/价/, TagIcon],
  [/客户|会员/, PeopleIcon],
  [/供应商/, BriefcaseIcon],
  [/分店|部门|岗位|租户/, OrganizationIcon],
  [/用户|角色/, PersonIcon],
  [/权限|接口/, KeyIcon],
  [/字典|基础/, BookIcon],
  [/日志/, LogIcon],
  [/任务|提醒/, BellIcon],
  [/监控/, PulseIcon],
  [/模板|打印|单/, FileIcon],
  [/工具|生成/, ToolsIcon],
  [/数据/, DatabaseIcon],
  [/系统|设置|参数/, GearIcon],
];
const BY_NAME: Readonly<Record<MenuIconName, Icon>> = {
  package: PackageIcon,
  tag: TagIcon,
  gift: GiftIcon,
  people: PeopleIcon,
  person: PersonIcon,
  organization: OrganizationIcon,
  graph: GraphIcon,
  book: BookIcon,
  file: FileIcon,
  log: LogIcon,
  gear: GearIcon,
  database: DatabaseIcon,
};
const isName = (icon: string): icon is MenuIconName => icon in BY_NAME;
const iconFor = (title: string, icon: string): Icon =>
  isName(icon) ? BY_NAME[icon] : (BY_WORD.find(([word]) => word.test(title))?.[1] ?? AppsIcon);

type Props = { readonly title: string; readonly icon?: string; readonly size?: number };
export const MenuIcon = ({ title, icon = '', size = 16 }: Props) => createElement(iconFor(title, icon), { size });

/** The house's sign: a cut stone. */
export const Gem = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M6 3h12l4 6-10 12L2 9z" fill="#bf8700" />
    <path d="M6 3l2 6-6 0zM18 3l-2 6h6zM8 9h8l-4 12z" fill="#fff" opacity=".28" />
    <path d="M6 3h12l-2 6H8z" fill="#fff" opacity=".42" />
  </svg>
);
