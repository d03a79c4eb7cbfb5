/** Every key of the sales area guards its calls: with it they go on, without any of theirs they are 403 (S1§6, wire). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MENU_SEEDS } from '../../services/system/seeds/menus.ts';
import { startApp, type App } from '../support/app.ts';
import {
  asksOf,
  exportOf,
  exportsOf,
  isExport,
  onWireOf,
  type Asks,
  type GuardedCall,
  type Guards,
} from '../support/guarded.ts';

const report = (path: string, query = ''): GuardedCall[] =>
  ['', '/rows', '/totals', '/export'].map((end): GuardedCall => ['GET', `${path}${end}${query}`]);
const charted = (path: string): GuardedCall[] => [...report(path), ['GET', `${path}/chart`]];
const ONE_SHOP = '?shopId=1&beginTime=2026-01-01&endTime=2026-01-01';
const lines = (path: string): GuardedCall[] => [...charted(path), ['GET', `${path}/latest-day`]];
const CUSTOMERS: readonly GuardedCall[] = [
  ['GET', '/base-customer'],
  ['GET', '/base-customer/1'],
];
const POINTS_OF_ONE: readonly GuardedCall[] = [
  ['GET', '/base-customer/1/points'],
  ['GET', '/base-customer/1/merged'],
];
/** Whoever sends what a customer's code is for. */
const CODE: GuardedCall = ['POST', '/base-customer/1/code'];
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
const PARKED: readonly GuardedCall[] = [
  ['GET', '/biz-sell/park?shopId=1'],
  ['POST', '/biz-sell/park'],
  ['POST', '/biz-sell/park/1/take'],
  ['DELETE', '/biz-sell/park'],
];
const PAPER: readonly GuardedCall[] = [
  ['GET', '/biz-sell/print/1'],
  ['POST', '/biz-sell/printed'],
];
const RECYCLE: readonly GuardedCall[] = [
  ['GET', '/biz-alone-recycle/1'],
  ['GET', '/biz-alone-recycle/1/history'],
  ['GET', '/biz-alone-recycle-detail/1'],
  ['GET', '/biz-alone-recycle-detail/list'],
  ['GET', '/base-print-template/print-data/recycle/1'],
  ['POST', '/biz-alone-recycle/printed'],
];
const CASH_REPORTS: readonly GuardedCall[] = [
  ['GET', '/biz-cash-report'],
  ['GET', '/biz-cash-report/1'],
  ['GET', '/biz-cash-report/1/history'],
  ['GET', '/biz-cash-report/of-document?kind=sale&documentId=1'],
];
const CLOSINGS: readonly GuardedCall[] = [
  ['GET', '/biz-close'],
  ['GET', '/biz-close/1'],
  ['GET', '/biz-close/1/history'],
];
const EXIT: readonly GuardedCall[] = [
  ['GET', '/biz-recycle-out/1'],
  ['GET', '/biz-recycle-out/1/history'],
  ['GET', '/biz-recycle-out-detail/list'],
  ['GET', '/base-print-template/print-data/recycleOut/1'],
  ['POST', '/biz-recycle-out/printed'],
];
const FREE_LOTS: GuardedCall = ['GET', '/biz-recycle-out/lots'];
const DEPOSIT: readonly GuardedCall[] = [
  ['GET', '/biz-deposit/1'],
  ['GET', '/biz-deposit/1/history'],
  ['GET', '/biz-deposit-detail/list'],
  ['GET', '/base-print-template/print-data/deposit/1'],
  ['POST', '/biz-deposit/printed'],
];
const BALANCE: readonly GuardedCall[] = [
  ['GET', '/base-customer/1/balance'],
  ['GET', '/base-customer/1/balance/ledger'],
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
const REPAIR: readonly GuardedCall[] = [
  ['GET', '/biz-sell-clean/1'],
  ['GET', '/biz-sell-clean/1/history'],
  ['GET', '/base-print-template/print-data/clean/1'],
  ['POST', '/biz-sell-clean/printed'],
];
const GIVEAWAYS: readonly GuardedCall[] = [
  ['GET', '/mall-giveaway'],
  ['GET', '/mall-giveaway/1'],
];
const WRITE_OFFS: readonly GuardedCall[] = [
  ['GET', '/mall-write-off'],
  ['GET', '/mall-write-off/1'],
  ['GET', '/mall-write-off/user/1'],
];
/** A call that any of several keys opens stands at each of them. */
const GUARDS: Guards = {
  'biz:bizSell:list': [['GET', '/biz-sell'], ['GET', '/biz-sell/export'], ...ORDER, ...CUSTOMERS],
  'biz:bizSell:add': [['POST', '/biz-sell'], ...TILL, ...PARKED, ...CUSTOMERS, ...BALANCE, CODE],
  'biz:bizSell:edit': [['PUT', '/biz-sell/1'], ...TILL, ...ORDER, ...BALANCE, CODE],
  'biz:bizSell:remove': [['DELETE', '/biz-sell']],
  'biz:bizSell:audit': [['PUT', '/biz-sell/audit/1']],
  'biz:bizSell:unaudit': [['PUT', '/biz-sell/unaudit/1']],
  'biz:bizSell:print': [...PAPER],
  'biz:bizSell:offlinePrint': [...PAPER],
  'biz:bizSellClean:list': [['GET', '/biz-sell-clean'], ['GET', '/biz-sell-clean/export'], ...REPAIR],
  'biz:bizSellClean:edit': [['PUT', '/biz-sell-clean/step/1'], ...REPAIR],
  'biz:bizSellChange:inspect': [
    ['GET', '/biz-sell-change/inspect'],
    ['GET', '/biz-sell-change/inspect/export'],
    ['PUT', '/biz-sell-change/inspect/1'],
    ['PUT', '/biz-sell-change/uninspect/1'],
  ],
  'biz:bizSellChange:list': [
    ['GET', '/biz-sell-change/inspect'],
    ['GET', '/biz-sell-change/inspect/export'],
  ],
  'report:reportSellClean:list': lines('/report-sell-clean'),
  'report:reportSellApproval:list': [
    ...charted('/report-sell-approval'),
    ['GET', '/biz-sell-approval/standing'],
    ['GET', '/biz-sell-approval/standing/export'],
  ],
  'biz:bizSell:approve': [
    ['GET', '/biz-sell-approval/standing'],
    ['POST', '/biz-sell-approval/standing'],
    ['PUT', '/biz-sell-approval/standing/end/1'],
    ['GET', '/biz-sell-approval/standing/1/history'],
  ],
  'report:reportException:list': [
    ['GET', '/report-exception'],
    ['GET', '/report-exception/export'],
  ],
  'biz:close:list': [...CLOSINGS, ['GET', '/biz-close/export']],
  'biz:close:add': [['POST', '/biz-close'], ...CLOSINGS],
  'biz:close:reopen': [['PUT', '/biz-close/reopen/1'], ...CLOSINGS],
  'report:reportException:seen': [['PUT', '/report-exception/seen']],
  'report:reportSellDetail:list': lines('/report-sell-detail'),
  'report:reportSellSum:list': [...report('/report-sell-sum', ONE_SHOP), ['GET', `/report-sell-sum/chart${ONE_SHOP}`]],
  'report:reportSellGoods:list': lines('/report-sell-goods'),
  'report:reportSellChange:list': lines('/report-sell-change'),
  'report:reportSellerScore:list': lines('/report-seller-score'),
  'biz:bizSellGift:list': lines('/report-sell-gift'),
  'biz:financeProfit:list': lines('/finance-profit'),
  'base:baseCustomer:list': [...CUSTOMERS, ['GET', '/base-customer/export'], ...POINTS_OF_ONE, ...BALANCE],
  'base:baseCustomer:add': [['POST', '/base-customer']],
  'base:baseCustomer:edit': [['PUT', '/base-customer/1'], ...CUSTOMERS, ...POINTS_OF_ONE, ...BALANCE, CODE],
  'base:baseCustomer:remove': [['DELETE', '/base-customer']],
  'base:baseCustomer:points': [['POST', '/base-customer/points'], ...POINTS_OF_ONE],
  'base:baseCustomer:merge': [CODE, ['POST', '/base-customer/merge'], ['POST', '/base-customer/unmerge']],
  'base:baseCustomer:bind': [CODE, ['POST', '/base-customer/1/bind'], ['POST', '/base-customer/1/unbind']],
  'base:baseCustomer:erase': [['POST', '/base-customer/1/erase']],
  'base:baseCustomerConsent:list': [
    ['GET', '/base-customer-consent'],
    ['GET', '/base-customer-consent/export'],
  ],
  'base:baseCustomerConsent:add': [['POST', '/base-customer-consent']],
  'base:baseCustomerConsent:withdraw': [['PUT', '/base-customer-consent/withdraw/1']],
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
  'biz:bizRecycleOut:list': [
    ['GET', '/biz-recycle-out'],
    ['GET', '/biz-recycle-out/totals'],
    ['GET', '/biz-recycle-out/export'],
    ...EXIT,
  ],
  'biz:bizRecycleOut:add': [['POST', '/biz-recycle-out'], FREE_LOTS],
  'biz:bizRecycleOut:edit': [['PUT', '/biz-recycle-out/1'], FREE_LOTS, ...EXIT],
  'biz:bizRecycleOut:remove': [['DELETE', '/biz-recycle-out']],
  'biz:bizRecycleOut:audit': [['PUT', '/biz-recycle-out/audit/1']],
  'biz:bizRecycleOut:unaudit': [['PUT', '/biz-recycle-out/unaudit/1']],
  'biz:bizRecycleOut:back': [['PUT', '/biz-recycle-out/back/1']],
  'report:reportRecycle:list': charted('/report-recycle'),
  'biz:bizRecycle:list': charted('/report-recycle'),
  'report:reportGoldBalance:list': [
    ...charted('/report-gold-balance'),
    ['GET', '/report-gold-balance/recount'],
    ['GET', '/report-gold-balance/recount/1'],
  ],
  'report:reportGoldBalance:recount': [['POST', '/report-gold-balance/recount']],
  'report:reportSellRecycle:list': lines('/report-sell-recycle'),
  'biz:bizDeposit:list': [
    ['GET', '/biz-deposit'],
    ['GET', '/biz-deposit/totals'],
    ['GET', '/biz-deposit/export'],
    ...DEPOSIT,
    ...BALANCE,
    ...CUSTOMERS,
  ],
  'biz:bizDeposit:add': [['POST', '/biz-deposit'], ...BALANCE, ...CUSTOMERS, CODE],
  'biz:bizDeposit:edit': [['PUT', '/biz-deposit/1'], ...DEPOSIT, CODE],
  'biz:bizDeposit:remove': [['DELETE', '/biz-deposit']],
  'biz:bizDeposit:audit': [['PUT', '/biz-deposit/audit/1']],
  'biz:bizDeposit:unaudit': [['PUT', '/biz-deposit/unaudit/1'], CODE],
  'biz:bizShift:list': [
    ['GET', '/biz-shift'],
    ['GET', '/biz-shift/1'],
    ['GET', '/biz-shift/1/history'],
    ['GET', '/biz-shift/totals'],
    ['GET', '/biz-shift/export'],
    ['GET', '/biz-shift-detail/list'],
    ['GET', '/biz-shift/money'],
    ['GET', '/biz-shift/tills?shopId=1'],
    ['GET', '/base-print-template/print-data/shift/1'],
    ['POST', '/biz-shift/printed'],
  ],
  'biz:bizCashReport:list': [...CASH_REPORTS, ['GET', '/biz-cash-report/export']],
  'biz:bizCashReport:edit': [['PUT', '/biz-cash-report/1'], ...CASH_REPORTS],
  'biz:bizShift:till': [
    ['POST', '/biz-till'],
    ['PUT', '/biz-till/1'],
    ['DELETE', '/biz-till'],
  ],
  'biz:bizShift:approve': [['PUT', '/biz-shift/confirm/1']],
  'biz:bizShift:add': [
    ['POST', '/biz-shift'],
    ['GET', '/biz-shift/expected'],
    ['GET', '/biz-shift/money'],
    ['GET', '/biz-shift/tills?shopId=1'],
  ],
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
  'biz:bizGiftTurnover:list': charted('/report-gift-turnover'),
  'base:basePoints:list': [...RULES, ['GET', '/base-points/export']],
  'base:basePoints:add': [['POST', '/base-points']],
  'base:basePoints:edit': [['PUT', '/base-points/1'], ...RULES],
  'base:basePoints:remove': [['DELETE', '/base-points']],
  'mall:mallGiveaway:list': [...GIVEAWAYS, ['GET', '/mall-giveaway/export']],
  'mall:mallGiveaway:add': [['POST', '/mall-giveaway']],
  'mall:mallGiveaway:edit': [['PUT', '/mall-giveaway/1'], ...GIVEAWAYS],
  'mall:mallGiveaway:remove': [['DELETE', '/mall-giveaway']],
  'mall:mallWriteOff:list': [...WRITE_OFFS, ['GET', '/mall-write-off/export']],
  'mall:mallWriteOff:add': [
    ['POST', '/mall-write-off'],
    ['POST', '/mall-write-off/add'],
  ],
  'mall:mallWriteOff:edit': [['PUT', '/mall-write-off/1'], ['PUT', '/mall-write-off/user/1'], ...WRITE_OFFS],
  'mall:mallWriteOff:change': [['PUT', '/mall-write-off/unlock/1']],
  'mall:mallWriteOff:remove': [['DELETE', '/mall-write-off']],
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
  // Numbers of papers in what is read anyway.
  'biz:bizCashReport:view',
  // Numbers and addresses of people in what is read anyway.
  'base:baseCustomer:pii',
];
/** Keys whose report goes out with the list itself (S1§6). */
const WITH_LIST = ['biz:financeProfit:list', 'biz:bizSellGift:list', 'biz:bizGiftTurnover:list', 'biz:bizRecycle:list'];
const EXPORTS = exportsOf(Object.fromEntries(Object.entries(GUARDS).filter(([key]) => !WITH_LIST.includes(key))));
/** Two keys may share one export. */
const ALL = [...new Set([...Object.keys(GUARDS), ...NO_CALLS, ...EXPORTS])];
const SALES_AREA = 30;

let app: App;
const outsiders = new Map<string, Promise<Asks>>();
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const isSame = ([method, path]: GuardedCall, other: GuardedCall): boolean => method === other[0] && path === other[1];
const ON_WIRE = onWireOf(GUARDS);
/** Somebody who has every key of the area but those that open this call. */
const outsiderOf = (call: GuardedCall, onWire: boolean): Promise<Asks> => {
  const keys = ALL.filter((key) => !(GUARDS[key] ?? []).some((one) => isSame(one, call)));
  const known = `${onWire} ${keys.join()}`;
  const asks = outsiders.get(known) ?? asksOf(app, keys, onWire);
  outsiders.set(known, asks);
  return asks;
};

test('all keys of the sales area stand here (S1§6/73)', () => {
  const pages = MENU_SEEDS.filter((menu) => menu.parent_id === SALES_AREA).map(({ id }) => id);
  const keys = MENU_SEEDS.filter((menu) => menu.menu_type === 'F' && pages.includes(menu.parent_id));
  expect(keys.map(({ permission }) => permission).toSorted()).toEqual(ALL.toSorted());
});

test.each(Object.entries(GUARDS))(
  '%s opens its calls, with those it shares them with (S1§6/5–72)',
  async (key, calls) => {
    const onWire = ON_WIRE.has(key);
    const holder = await asksOf(app, [key], onWire);
    const isOwn = (call: GuardedCall): boolean => isExport(call) && !WITH_LIST.includes(key);
    const taker = calls.some(isOwn) ? await asksOf(app, [key, exportOf(key)], onWire) : holder;
    for (const call of calls) {
      const outsider = await outsiderOf(call, onWire);
      expect(await outsider(call), call.join(' ')).toBe(403);
      if (isOwn(call)) expect(await holder(call), call.join(' ')).toBe(403);
      const status = await (isOwn(call) ? taker : holder)(call);
      expect([401, 403, 405, 500], call.join(' ')).not.toContain(status);
    }
  },
);
