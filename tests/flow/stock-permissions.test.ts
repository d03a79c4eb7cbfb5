/** Every key of the stock area guards its calls: with it alone they go on, with all others they are 403 (S0§6, wire). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MENU_SEEDS } from '../../services/system/seeds/menus.ts';
import { startApp, type App } from '../support/app.ts';
import { asksOf, exportOf, exportsOf, isExport, onWireOf, type Guards } from '../support/guarded.ts';

/** Key → calls that ask for it. Keys of several calls and calls of several keys stand once each. */
const GUARDS: Guards = {
  'biz:bizGoodsIn:list': [
    ['GET', '/biz-goods-in'],
    ['GET', '/biz-goods-in/export'],
  ],
  'biz:bizGoodsIn:add': [['POST', '/biz-goods-in']],
  'biz:bizGoodsIn:edit': [['PUT', '/biz-goods-in/1']],
  'biz:bizGoodsIn:remove': [['DELETE', '/biz-goods-in']],
  'biz:bizGoodsIn:audit': [['PUT', '/biz-goods-in/audit/1']],
  'biz:bizGoodsIn:unaudit': [['PUT', '/biz-goods-in/unaudit/1']],
  'biz:bizGoodsIn:batch': [['POST', '/biz-goods-in/goods-batch']],
  'biz:bizGoodsIn:import': [['POST', '/biz-goods-in/import']],
  'biz:bizAllocate:list': [['GET', '/biz-allocate']],
  'biz:bizAllocate:add': [['POST', '/biz-allocate']],
  'biz:bizAllocate:edit': [['PUT', '/biz-allocate/1']],
  'biz:bizAllocate:remove': [['DELETE', '/biz-allocate']],
  'biz:bizAllocate:audit': [['PUT', '/biz-allocate/audit/1']],
  'biz:bizAllocate:unaudit': [['PUT', '/biz-allocate/unaudit/1']],
  'biz:bizCheck:list': [['GET', '/biz-check']],
  'biz:bizCheck:add': [['POST', '/biz-check']],
  'biz:bizCheck:edit': [['PUT', '/biz-check/1']],
  'biz:bizCheck:remove': [['DELETE', '/biz-check']],
  'biz:bizCheck:audit': [['PUT', '/biz-check/audit/1']],
  'biz:bizCheck:unaudit': [['PUT', '/biz-check/unaudit/1']],
  'biz:bizMaterialCheck:list': [
    ['GET', '/biz-material-check'],
    ['GET', '/biz-material-check/totals'],
    ['GET', '/biz-material-check/export'],
  ],
  'biz:bizMaterialCheck:add': [['POST', '/biz-material-check']],
  'biz:bizMaterialCheck:edit': [['PUT', '/biz-material-check/1']],
  'biz:bizMaterialCheck:remove': [['DELETE', '/biz-material-check']],
  'biz:bizMaterialCheck:audit': [['PUT', '/biz-material-check/audit/1']],
  'biz:bizMaterialCheck:unaudit': [['PUT', '/biz-material-check/unaudit/1']],
  'biz:bizGoodsCheck:list': [
    ['GET', '/report-goods-check'],
    ['GET', '/report-goods-check/rows'],
    ['GET', '/report-goods-check/totals'],
    ['GET', '/report-goods-check/export'],
  ],
  'biz:bizGoodsReturn:list': [
    ['GET', '/biz-goods-return'],
    ['GET', '/report-goods-return'],
    ['GET', '/report-goods-return/rows'],
    ['GET', '/report-goods-return/totals'],
    ['GET', '/report-goods-return/export'],
  ],
  'biz:bizGoodsReturn:add': [['POST', '/biz-goods-return']],
  'biz:bizGoodsReturn:edit': [['PUT', '/biz-goods-return/1']],
  'biz:bizGoodsReturn:remove': [['DELETE', '/biz-goods-return']],
  'biz:bizGoodsReturn:audit': [['PUT', '/biz-goods-return/audit/1']],
  'biz:bizGoodsReturn:unaudit': [['PUT', '/biz-goods-return/unaudit/1']],
  'biz:bizStockAdjust:list': [
    ['GET', '/biz-stock-adjust'],
    ['GET', '/biz-stock-adjust/export'],
  ],
  'biz:bizStockAdjust:add': [['POST', '/biz-stock-adjust']],
  'biz:bizStockAdjust:edit': [['PUT', '/biz-stock-adjust/1']],
  'biz:bizStockAdjust:remove': [['DELETE', '/biz-stock-adjust']],
  'biz:bizStockAdjust:audit': [['PUT', '/biz-stock-adjust/audit/1']],
  'biz:bizStockAdjust:unaudit': [['PUT', '/biz-stock-adjust/unaudit/1']],
  'biz:bizGoodsInspection:list': [
    ['GET', '/biz-goods-inspection'],
    ['GET', '/biz-goods-inspection/export'],
  ],
  'biz:bizGoodsInspection:add': [['POST', '/biz-goods-inspection']],
  'biz:bizGoodsInspection:edit': [['PUT', '/biz-goods-inspection/1']],
  'biz:bizGoodsInspection:remove': [['DELETE', '/biz-goods-inspection']],
  'biz:bizGoodsInspection:audit': [['PUT', '/biz-goods-inspection/audit/1']],
  'biz:bizGoodsInspection:unaudit': [['PUT', '/biz-goods-inspection/unaudit/1']],
  'biz:bizGoodsAllocate:list': [
    ['GET', '/report-goods-allocate'],
    ['GET', '/report-goods-allocate/rows'],
    ['GET', '/report-goods-allocate/totals'],
    ['GET', '/report-goods-allocate/export'],
  ],
  'report:reportGoodsFlow:list': [
    ['GET', '/report-goods-flow?barcode=1'],
    ['GET', '/report-goods-flow/rows?barcode=1'],
    ['GET', '/report-goods-flow/totals?barcode=1'],
  ],
  'report:reportGoodsTurnover:list': [
    ['GET', '/report-goods-turnover'],
    ['GET', '/report-goods-turnover/rows'],
    ['GET', '/report-goods-turnover/totals'],
    ['GET', '/report-goods-turnover/export'],
  ],
};
/** Keys whose buttons are on the screens alone: what they send is guarded by the keys above. */
const BUTTONS = [
  'biz:bizGoodsIn:print',
  'biz:bizGoodsIn:offlinePrint',
  'biz:bizGoodsIn:printDesign',
  'biz:bizGoodsIn:capture',
  'biz:bizAllocate:view',
  'report:reportGoodsTurnover:print',
];
const STOCK = MENU_SEEDS.filter(({ permission }) => [...Object.keys(GUARDS), ...BUTTONS].includes(permission));

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const EXPORTS = exportsOf(GUARDS);

test('all keys of the stock area are there to be granted (S0§6/31)', () => {
  expect(STOCK.map(({ permission }) => permission).toSorted()).toEqual([...Object.keys(GUARDS), ...BUTTONS].toSorted());
  const seeded = MENU_SEEDS.map(({ permission }) => permission);
  expect(EXPORTS.length).toBe(8);
  expect(EXPORTS.filter((key) => !seeded.includes(key))).toEqual([]);
});

const ON_WIRE = onWireOf(GUARDS);
test.each(Object.entries(GUARDS))('%s opens its calls and nothing else does (S0§6/1–30)', async (key, calls) => {
  const others = [...Object.keys(GUARDS), ...BUTTONS, ...EXPORTS].filter((other) => other !== key);
  const [holder, taker, stranger] = await Promise.all(
    [[key], [key, exportOf(key)], others].map((keys) => asksOf(app, keys, ON_WIRE.has(key))),
  );
  for (const call of calls) {
    expect(await stranger?.(call), call.join(' ')).toBe(403);
    if (isExport(call)) expect(await holder?.(call), call.join(' ')).toBe(403);
    const status = await (isExport(call) ? taker : holder)?.(call);
    expect(status, call.join(' ')).toBeGreaterThanOrEqual(200);
    expect([401, 403], call.join(' ')).not.toContain(status);
  }
});
