/** Roles every installation starts with and what each may do (R41). */
import type { DocumentManifest } from '../../contracts/manifest.ts';
import { MANIFESTS } from '../../contracts/manifests.ts';
import { menuSeeds, pagesWith } from './menus.ts';

type May = (key: string) => boolean;
const actionOf = (key: string): string => key.slice(key.lastIndexOf(':') + 1);
const begins =
  (...prefixes: string[]): May =>
  (key) =>
    prefixes.some((prefix) => key.startsWith(prefix));
const reads: May = (key) => ['list', 'view', 'export', 'query'].includes(actionOf(key));
const either =
  (...rules: May[]): May =>
  (key) =>
    rules.some((rule) => rule(key));
const butNot =
  (rule: May, except: May): May =>
  (key) =>
    rule(key) && !except(key);
const keys =
  (...named: string[]): May =>
  (key) =>
    named.includes(key);

const business = begins('biz:', 'report:', 'base:', 'mall:');
const reversal: May = (key) => actionOf(key) === 'unaudit';
const notOfAreas = keys('biz:date:edit', 'mall:mallWriteOff:change', 'biz:close:add', 'biz:close:reopen');
const cost = keys('biz:cost:view');
/** Numbers of customers' papers. */
const papers = keys('biz:bizCashReport:view');
const cashReports = begins('biz:bizCashReport:');
const profit = begins('biz:financeProfit:');
/** What an owner would want to see (R148), and who says that he saw it. */
const exceptions = begins('report:reportException:');
const exceptionSeen = keys('report:reportException:seen');
/** Days are closed by whoever answers for the shop; opened again by the general manager alone (R141). */
const closes = keys('biz:close:add');
const sells = keys(
  'biz:bizSell:add',
  'biz:bizSell:edit',
  'biz:bizSell:print',
  'biz:bizSell:offlinePrint',
  'biz:bizAloneRecycle:add',
  'biz:bizAloneRecycle:edit',
  'biz:bizSellClean:edit',
  'biz:bizDeposit:add',
  'biz:bizDeposit:edit',
  'biz:bizShift:add',
  // Whoever takes the money asks for the papers.
  'biz:bizCashReport:edit',
  'mall:mallWriteOff:edit',
  'base:baseCustomer:add',
  'base:baseCustomer:edit',
  'base:baseCustomer:bind',
  'base:baseCustomerConsent:add',
  'base:baseCustomerConsent:withdraw',
);
/** Read by whoever keeps them (R158). */
const layouts = keys('base:basePrintTemplate:list', 'base:baseTemplateColumn:list');
const words = keys('base:baseDictType:list', 'base:baseDictData:list');
/** Reads of the business without costs and profit. */
const allReads: May = (key) => business(key) && reads(key);
const businessReads = butNot(allReads, either(cost, profit, layouts));
const seller = either(
  sells,
  butNot(
    businessReads,
    either(
      (key) => actionOf(key) === 'export',
      begins('base:baseSupplier:', 'biz:close:'),
      papers,
      exceptions,
      words,
      keys('biz:bizSellChange:list'),
    ),
  ),
);
const storekeeping = keys('base:baseSupplier:add', 'base:baseSupplier:edit', 'report:reportGoodsTurnover:print');
const logs = [
  'admin:sysLoginLog:list',
  'admin:sysOperLog:list',
  'admin:sysOperLog:query',
  'admin:shopperLog:list',
] as const;
const generalManager = either(business, keys(...logs, 'admin:shopSetup:list'));
const auditor = either(businessReads, layouts, profit, cost, exceptionSeen, keys(...logs, 'admin:rights:list'));
/** Keys of the documents with one of these duties. */
const duty = (manifests: readonly DocumentManifest[], ...duties: readonly DocumentManifest['duty'][]): May =>
  begins(...manifests.filter((one) => duties.includes(one.duty)).map(({ permission }) => `${permission}:`));
const dutiesWith = (manifests: readonly DocumentManifest[]) => ({
  shopFloor: butNot(
    either(
      duty(manifests, 'stock', 'counter'),
      begins(
        'biz:bizAloneRecycle',
        'biz:bizSellClean:',
        'biz:bizSellChange:',
        'biz:bizGiftIn:',
        'base:baseCustomer:',
        'base:baseCustomerConsent:',
        'report:',
        'biz:bizCashReport:',
        'mall:mallWriteOff:',
      ),
    ),
    either(keys('base:baseCustomer:erase'), exceptionSeen),
  ),
  stockDocuments: either(duty(manifests, 'stock'), begins('biz:bizGiftIn:', 'biz:bizSellChange:')),
  /** Who counts the stock proposes what to write off; that it leaves the books is somebody else's word. */
  proposals: butNot(duty(manifests, 'proposal'), (key) => ['audit', 'unaudit'].includes(actionOf(key))),
});

type Duties = ReturnType<typeof dutiesWith>;
const shopManager = ({ shopFloor, proposals }: Duties): May =>
  either(butNot(shopFloor, reversal), proposals, closes, butNot(businessReads, reversal));
const storekeeper = ({ stockDocuments, proposals }: Duties): May =>
  either(
    butNot(stockDocuments, reversal),
    proposals,
    butNot(businessReads, either(cashReports, exceptions)),
    cost,
    storekeeping,
  );

export type RoleSeed = { readonly id: number; readonly name: string; readonly key: string; readonly may: May };
const rolesWith = (duties: Duties): readonly RoleSeed[] => [
  { id: 1, name: '系统管理员', key: 'admin', may: () => true },
  {
    id: 2,
    name: '总经理',
    key: 'manager',
    may: generalManager,
  },
  {
    id: 3,
    name: '店长',
    key: 'shopManager',
    may: shopManager(duties),
  },
  {
    id: 4,
    name: '营业员',
    key: 'seller',
    may: seller,
  },
  {
    id: 5,
    name: '库管',
    key: 'storekeeper',
    may: storekeeper(duties),
  },
  {
    id: 6,
    name: '财务',
    key: 'finance',
    may: either(businessReads, profit, cost, cashReports, (key) => actionOf(key) === 'audit'),
  },
  {
    id: 7,
    name: '审计',
    key: 'auditor',
    may: auditor,
  },
  { id: 15, name: '区域经理', key: 'areaManager', may: butNot(business, either(reversal, notOfAreas)) },
];
export const roleSeeds = (manifests: readonly DocumentManifest[]): readonly RoleSeed[] =>
  rolesWith(dutiesWith(manifests));
export const ROLE_SEEDS = roleSeeds(MANIFESTS);

/** Menus a seeded role gets: its keys, the pages that hold them, their areas, and the home page. */
export const menusOf = (role: RoleSeed, manifests: readonly DocumentManifest[] = MANIFESTS): number[] => {
  const menus = menuSeeds(manifests);
  const parents = new Map(menus.map((menu) => [menu.id, menu.parent_id]));
  const granted = menus.filter((menu) => menu.menu_type === 'F' && role.may(menu.permission));
  const alongside = pagesWith(manifests)
    .filter(({ seenWith }) => seenWith !== undefined && role.may(seenWith))
    .map(({ id }) => id);
  const pages = [...granted.map((menu) => menu.parent_id), ...alongside];
  const areas = pages.map((page) => parents.get(page) ?? 0);
  const home = 10;
  return [...new Set([home, ...granted.map((menu) => menu.id), ...pages, ...areas])]
    .filter((id) => id !== 0)
    .sort((a, b) => a - b);
};
