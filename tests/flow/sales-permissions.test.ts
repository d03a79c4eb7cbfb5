/** Every key of the sales area guards its calls: with it they go on, without any of theirs they are 403 (S1§6, wire). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MENU_SEEDS } from '../../services/system/seeds/menus.ts';
import { startApp, type App } from '../support/app.ts';
import {
  exportOf,
  exportsOf,
  holderOf,
  isExport,
  statusOf,
  type GuardedCall,
  type Guards,
} from '../support/guarded.ts';

const report = (path: string, query = ''): GuardedCall[] =>
  ['', '/rows', '/totals', '/export'].map((end): GuardedCall => ['GET', `${path}${end}${query}`]);
const CUSTOMERS: readonly GuardedCall[] = [
  ['GET', '/base-customer'],
  ['GET', '/base-customer/1'],
];
const POINTS_OF_ONE: readonly GuardedCall[] = [
  ['GET', '/base-customer/1/points'],
  ['GET', '/base-customer/1/merged'],
];
const ORDER: readonly GuardedCall[] = [
  ['GET', '/biz-sell/1'],
  ['GET', '/biz-sell/1/history'],
  ...['goods', 'change', 'recycle', 'clean', 'gift', 'balance'].map((list): GuardedCall => [
    'GET',
    `/biz-sell-${list}/list`,
  ]),
];
const TILL: readonly GuardedCall[] = [
  ['GET', '/biz-sell/approvers'],
  ['GET', '/biz-sell/customerBuy'],
];
const PAPER: GuardedCall = ['GET', '/biz-sell/print/1'];
const RECYCLE: readonly GuardedCall[] = [
  ['GET', '/biz-alone-recycle/1'],
  ['GET', '/biz-alone-recycle/1/history'],
  ['GET', '/biz-alone-recycle-detail/1'],
  ['GET', '/biz-alone-recycle-detail/list'],
  ['GET', '/base-print-template/print-data/recycle/1'],
];
const GIFT_IN: readonly GuardedCall[] = [
  ['GET', '/biz-gift-in/1'],
  ['GET', '/biz-gift-in/1/history'],
];
const NEW_BARCODE: GuardedCall = ['GET', '/biz-gift-in/new-barcode'];
const BOARD: readonly GuardedCall[] = [
  ['GET', '/base-quoted-price'],
  ['GET', '/base-quoted-price/history'],
  ['GET', '/base-quoted-price-detail'],
  ['GET', '/base-quoted-price-detail/list'],
];
const RULES: readonly GuardedCall[] = [
  ['GET', '/base-points'],
  ['GET', '/base-points/1'],
];
/** A call that any of several keys opens stands at each of them. */
const GUARDS: Guards = {
  'biz:bizSell:list': [['GET', '/biz-sell'], ['GET', '/biz-sell/export'], ...ORDER, ...CUSTOMERS],
  'biz:bizSell:add': [['POST', '/biz-sell'], ...TILL, ...CUSTOMERS],
  'biz:bizSell:edit': [['PUT', '/biz-sell/1'], ...TILL, ...ORDER],
  'biz:bizSell:remove': [['DELETE', '/biz-sell']],
  'biz:bizSell:audit': [['PUT', '/biz-sell/audit/1']],
  'biz:bizSell:unaudit': [['PUT', '/biz-sell/unaudit/1']],
  'biz:bizSell:print': [PAPER],
  'biz:bizSell:offlinePrint': [PAPER],
  'report:reportSellApproval:list': report('/report-sell-approval'),
  'base:baseCustomer:list': [...CUSTOMERS, ['GET', '/base-customer/export'], ...POINTS_OF_ONE],
  'base:baseCustomer:add': [['POST', '/base-customer']],
  'base:baseCustomer:edit': [['PUT', '/base-customer/1'], ...CUSTOMERS, ...POINTS_OF_ONE],
  'base:baseCustomer:remove': [['DELETE', '/base-customer']],
  'base:baseCustomer:points': [['POST', '/base-customer/points'], ...POINTS_OF_ONE],
  'base:baseCustomer:merge': [
    ['POST', '/base-customer/merge'],
    ['POST', '/base-customer/unmerge'],
  ],
  'biz:bizAloneRecycle:list': [
    ['GET', '/biz-alone-recycle'],
    ['GET', '/biz-alone-recycle/totals'],
    ['GET', '/biz-alone-recycle/export'],
    ...RECYCLE,
    ...CUSTOMERS,
  ],
  'biz:bizAloneRecycle:add': [['POST', '/biz-alone-recycle'], ...CUSTOMERS],
  'biz:bizAloneRecycle:edit': [['PUT', '/biz-alone-recycle/1'], ...RECYCLE],
  'biz:bizAloneRecycle:remove': [['DELETE', '/biz-alone-recycle']],
  'biz:bizAloneRecycle:audit': [['PUT', '/biz-alone-recycle/audit/1']],
  'biz:bizAloneRecycle:unaudit': [['PUT', '/biz-alone-recycle/unaudit/1']],
  'biz:bizAloneRecycleDetail:add': [['POST', '/biz-alone-recycle-detail']],
  'biz:bizAloneRecycleDetail:edit': [['PUT', '/biz-alone-recycle-detail/1']],
  'biz:bizAloneRecycleDetail:remove': [['DELETE', '/biz-alone-recycle-detail']],
  'report:reportRecycle:list': report('/report-recycle'),
  'report:reportSellRecycle:list': report('/report-sell-recycle'),
  'biz:bizGiftIn:list': [
    ['GET', '/biz-gift-in'],
    ['GET', '/biz-gift-in/totals'],
    ['GET', '/biz-gift-in/export'],
    ...GIFT_IN,
  ],
  'biz:bizGiftIn:add': [['POST', '/biz-gift-in'], NEW_BARCODE],
  'biz:bizGiftIn:edit': [['PUT', '/biz-gift-in/1'], NEW_BARCODE, ...GIFT_IN],
  'biz:bizGiftIn:remove': [['DELETE', '/biz-gift-in']],
  'biz:bizGiftIn:audit': [['PUT', '/biz-gift-in/audit/1']],
  'biz:bizGiftIn:unaudit': [['PUT', '/biz-gift-in/unaudit/1']],
  'biz:bizGiftTurnover:list': report('/report-gift-turnover'),
  'base:basePoints:list': [...RULES, ['GET', '/base-points/export']],
  'base:basePoints:add': [['POST', '/base-points']],
  'base:basePoints:edit': [['PUT', '/base-points/1'], ...RULES],
  'base:basePoints:remove': [['DELETE', '/base-points']],
  'base:baseQuotedPrice:list': BOARD,
  'base:baseQuotedPrice:add': [['POST', '/base-quoted-price'], ...BOARD],
  'base:baseQuotedPrice:edit': [['PUT', '/base-quoted-price/1'], ...BOARD],
  // Rows go with the board that is written anew: there is nothing to delete.
  'base:baseQuotedPrice:remove': BOARD,
};
/** Keys that open no call of this area: what a form may hold, and screens that are still to come (R97). */
const NO_CALLS = [
  'biz:bizSell:printDesign',
  'biz:bizSell:round',
  'biz:bizSell:approve',
  'biz:bizRecycle:list',
  'biz:bizSellGift:list',
  'biz:financeProfit:list',
  'mall:mallGiveaway:list',
  'mall:mallGiveaway:add',
  'mall:mallGiveaway:edit',
  'mall:mallGiveaway:remove',
  'mall:mallWriteOff:list',
  'mall:mallWriteOff:edit',
  'report:reportSellDetail:export',
  'report:reportSellGoods:export',
  'report:reportSellClean:export',
  'report:reportSellChange:export',
];
const EXPORTS = exportsOf(GUARDS);
const ALL = [...Object.keys(GUARDS), ...NO_CALLS, ...EXPORTS];
const SALES_AREA = 30;

let app: App;
const outsiders = new Map<string, Promise<string>>();
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const isSame = ([method, path]: GuardedCall, other: GuardedCall): boolean => method === other[0] && path === other[1];
/** Somebody who has every key of the area but those that open this call. */
const outsiderOf = (call: GuardedCall): Promise<string> => {
  const keys = ALL.filter((key) => !(GUARDS[key] ?? []).some((one) => isSame(one, call)));
  const known = keys.join();
  const token = outsiders.get(known) ?? holderOf(app, keys);
  outsiders.set(known, token);
  return token;
};

test('all keys of the sales area stand here', () => {
  const pages = MENU_SEEDS.filter((menu) => menu.parent_id === SALES_AREA).map(({ id }) => id);
  const keys = MENU_SEEDS.filter((menu) => menu.menu_type === 'F' && pages.includes(menu.parent_id));
  expect(keys.map(({ permission }) => permission).toSorted()).toEqual(ALL.toSorted());
});

test.each(Object.entries(GUARDS))('%s opens its calls, with those it shares them with', async (key, calls) => {
  const holder = await holderOf(app, [key]);
  const taker = calls.some(isExport) ? await holderOf(app, [key, exportOf(key)]) : holder;
  for (const call of calls) {
    const token = await outsiderOf(call);
    expect(await statusOf(app, call, token), call.join(' ')).toBe(403);
    if (isExport(call)) expect(await statusOf(app, call, holder), call.join(' ')).toBe(403);
    const status = await statusOf(app, call, isExport(call) ? taker : holder);
    expect([401, 403, 405, 500], call.join(' ')).not.toContain(status);
  }
});
