/** The calls of the administration, and the lists that go out as sheets: none may be left out. */
/** Pages of the administration, and of what a shop keeps there; shoppers and the counter have others. */
export const ADMINISTRATION =
  /^\/(?:sys|role|menu|dept|post|dict|config|biz-tenant|base-(?:dict|print|template|supplier|shop))/;
export const EXPORTS = [
  '/sys-user',
  '/role',
  '/post',
  '/biz-tenant',
  '/sys-api',
  '/config',
  '/sys-login-log',
  '/sys-opera-log',
  '/sys-shopper-log',
  '/dict/type',
  '/dict/data',
  '/base-dict-type',
  '/base-dict-data',
  '/sysjob',
  '/sysjob-log',
  '/base-supplier',
  '/base-shop',
];

/** The calls of the administration that wire.md names, line by line; `:` stands for what an address holds. */
const crud = (path: string): readonly string[] => [
  `GET ${path}`,
  `GET ${path}/:`,
  `POST ${path}`,
  `PUT ${path}/:`,
  `DELETE ${path}`,
];
export const WIRE: Readonly<Record<string, readonly string[]>> = {
  Users: [
    ...crud('/sys-user').filter((call) => call !== 'PUT /sys-user/:'),
    'PUT /sys-user',
    'PUT /sys-user/profile',
    'GET /user/profile',
    'POST /user/avatar',
    'PUT /user/pwd/set',
    'PUT /user/pwd/reset',
    'PUT /user/status',
    'GET /sys-user/export',
    'GET /sys-user/import-template',
    'POST /system/user/importData',
    'POST /api/v1/system/user/importData',
  ],
  Roles: [
    ...crud('/role'),
    'PUT /role-status',
    'PUT /roledatascope',
    'GET /roleMenuTreeselect/:',
    'GET /roleDeptTreeselect/:',
    'GET /menu/role/:',
  ],
  Departments: [...crud('/dept'), 'GET /deptTree'],
  Settings: [...crud('/config'), 'GET /configKey/:', 'GET /set-config', 'PUT /set-config'],
  Dictionaries: [
    ...['/dict/type', '/dict/data', '/base-dict-type', '/base-dict-data'].flatMap(crud),
    'GET /dict/type-option-select',
    'GET /dict-data/option-select',
    'GET /base-data/option-select',
    'GET /base-data/type-template',
    'PUT /base-data/type-template',
    'GET /base-dict-data/by-value',
  ],
  'Server monitor': ['GET /server-monitor'],
  Generator: ['POST /sys/tables/info', 'GET /sys/tables/info/:'],
  Print: ['GET /base-print-template/print-data/:/:'],
  'Template columns': ['GET /base-template-column/list'],
  Shops: ['GET /base-shop/tree'],
  Exports: EXPORTS.map((path) => `GET ${path}/export`),
};
export const matches = (call: string, heard: string): boolean => {
  const [wanted, found] = [call.split('/'), heard.split('/')];
  return (
    wanted.length === found.length && wanted.every((part, at) => (part === ':' ? found[at] !== '' : part === found[at]))
  );
};
