/** Pages that an unchanged console has, by the number of their menu: what it is told of them, to the letter (R100). */
export type ConsolePage = {
  readonly path: string;
  readonly component: string;
  readonly menuName: string;
  readonly hidden?: true;
};
const page = (path: string, menuName: string, component = `${path}/index`): ConsolePage => ({
  path,
  component,
  menuName,
});
export const CONSOLE_PAGES: ReadonlyMap<number, ConsolePage> = new Map([
  [61, page('/admin/sys-user', 'SysUserManage')],
  [62, page('/admin/sys-role', 'SysRoleManage')],
  [63, page('/admin/sys-dept', 'SysDeptManage')],
  [64, page('/admin/sys-menu', 'SysMenuManage')],
  [65, page('/admin/sys-post', 'SysPostManage')],
  [67, page('/admin/dict', 'Dict')],
  [68, { ...page('/admin/dict/data/:dictId', 'SysDictDataManage', '/admin/dict/data'), hidden: true }],
  [69, page('/admin/sys-config', 'SysConfigManage')],
  [360, page('/admin/sys-config/set', 'SysConfigSet', '/admin/sys-config/set')],
  [70, page('/admin/sys-api', 'SysApiManage')],
  [71, page('/admin/sys-login-log', 'SysLoginLogManage')],
  [72, page('/admin/sys-oper-log', 'OperLog')],
  [73, page('/schedule/manage', 'ScheduleManage', '/schedule/index')],
  [330, page('/dev-tools/gen', 'Gen')],
  [390, { ...page('/dev-tools/editTable', 'EditTable', '/dev-tools/gen/editTable'), hidden: true }],
  [300, { ...page('/schedule/log', 'JobLog', '/schedule/log'), hidden: true }],
  [320, page('/sys-tools/monitor', 'ServerMonitor', '/sys-tools/monitor')],
  [335, page('/dev-tools/build', 'Build')],
  [375, page('/dev-tools/swagger', 'Swagger')],
]);

/** What a menu that somebody adds may show there. */
export const CONSOLE_COMPONENTS: ReadonlySet<string> = new Set(
  [...CONSOLE_PAGES.values()].map(({ component }) => component),
);
/** Pictures that a console has, by the route's name; it draws nothing for the house's own. */
export const CONSOLE_ICONS: Readonly<Record<string, string>> = {
  SysUserManage: 'user',
  SysRoleManage: 'peoples',
  SysDeptManage: 'tree',
  SysMenuManage: 'tree-table',
  SysPostManage: 'pass',
  Dict: 'education',
  SysDictDataManage: 'education',
  SysConfigManage: 'swagger',
  SysConfigSet: 'system-tools',
  SysApiManage: 'api-doc',
  SysLoginLogManage: 'logininfor',
  OperLog: 'skill',
  ScheduleManage: 'job',
  JobLog: 'log',
  ServerMonitor: 'druid',
  Gen: 'code',
  EditTable: 'build',
  Build: 'build',
  Swagger: 'guide',
};
/** Of a directory. */
export const CONSOLE_FOLDER = 'system';
