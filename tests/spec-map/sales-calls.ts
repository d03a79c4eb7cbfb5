/** S1§7: the calls, each by a test that makes it and looks at what it answers. */
import { inFile, platform, type Row } from './row.ts';

const sale = inFile('tests/flow/sale.test.ts');
const lists = inFile('tests/flow/sale-lists.test.ts');
const returns = inFile('tests/flow/sale-return.test.ts');
const recycle = inFile('tests/flow/recycle.test.ts');
const gift = inFile('tests/flow/gift.test.ts');
const points = inFile('tests/flow/points.test.ts');
const giveaway = inFile('tests/flow/giveaway.test.ts');
const prices = inFile('tests/flow/quoted-prices.test.ts');
const master = inFile('tests/flow/master-data.test.ts');
const reports = inFile('tests/flow/sale-reports.test.ts');
const feed = inFile('tests/e2e/jewel-price.test.ts');
const openapi = inFile('tests/flow/openapi.test.ts');
const recount = inFile('tests/flow/sales-recount.test.ts')(
  'every report of sales equals the books, now and then (seed 20261125)',
);
const call = (rule: string, tests: readonly string[]): Row => ({ section: 'S1§7', rule, tests });

export const SALES_CALLS: readonly Row[] = [
  call('POST, GET, PUT, DELETE /biz-sell, its audit and 反审核', [
    ...sale('save holds, audit sells, 反审核 takes back and holds, audit sells again'),
    ...lists('an order may be of cleaning alone, and what it holds is answered by its own list'),
  ]),
  call('GET /biz-sell: list, count and summary', [...lists('sums go over all lists, and each must agree'), ...recount]),
  call(
    'GET /biz-sell/customerBuy',
    returns('what was bought is listed with what came back of it, and what is about to'),
  ),
  call('GET /biz-sell-goods, -change, -recycle, -gift, -clean, -balance /list', [
    ...lists('an order may be of cleaning alone, and what it holds is answered by its own list'),
    ...inFile('tests/flow/sale-gifts.test.ts')(
      'held at save, issued at audit at what it cost, back by 反审核 as it was, free when the order goes',
    ),
  ]),
  call('POST /public/uploadFile', platform('pictures a picture is stored anew under a random name, with a thumbnail')),
  call('/biz-alone-recycle: list, record, create, update, delete, audit', [
    ...recycle(
      'audit makes numbered lots of it, 反审核 takes them back, a deleted order brings none',
      'lists: by what lines are of, sums that open, the sheet',
    ),
  ]),
  call(
    '/biz-alone-recycle-detail: list, record, create, update, delete',
    recycle('lines one by one each write is a revision of the order: sums and payments follow, ids stay'),
  ),
  call('/base-customer: list, record, create, update, delete', [
    ...master(
      '/base-customer is created once, edited by whoever saw the last state, and deleted',
      'customers are found by two characters, by part of a number, by either',
    ),
  ]),
  call('/base-points and get-points', [
    ...points(
      'rules are created with their defaults; two enabled ones with the same keys are not',
      'rules get-points answers the best one with msg success, zeros where none fits, and tries an amount',
    ),
  ]),
  call('/mall-giveaway and /valid', [
    ...giveaway(
      'a giveaway is kept without anything that could run, found by its title, and told with its content by its id alone',
      'a giveaway valid answers the newest that is enabled and not all gone, else nothing',
    ),
  ]),
  call('/biz-gift-in: list, record, barcode, create, update, delete, audit', [
    ...gift(
      'what is saved waits, what is audited is there, what is reversed is gone again',
      'list, sheet, history and sums of stock-ins',
      'an empty barcode is drawn before the rules look, and a repeat finds the same',
    ),
  ]),
  call('/mall-write-off: list, record, create by either address, update, the write-off, delete', [
    ...giveaway(
      'a write-off gets a code where none was given, by either address, told once; a code is there once',
      'a write-off is found by its whole code and by a part of the telephone; its code is shown to nobody until it is collected',
      'a write-off is used once, however many press at once; then it neither changes nor goes',
    ),
  ]),
  call('/base-quoted-price, its details and get-price', [
    ...prices(
      'the board keeps every version with who and when, numbers rows by their place and says what changed',
      'the board before anything is quoted answers nothing, and nothing is the price',
    ),
  ]),
  call(
    'GET /report-jewel-price',
    feed('live metal prices show what the feed says, which way it went, and that it is old once it is'),
  ),
  ...[
    '/report-sell-recycle',
    '/report-sell-gift',
    '/report-sell-clean',
    '/report-sell-change',
    '/report-recycle',
    '/report-sell-detail',
    '/report-sell-goods',
    '/report-sell-sum',
    '/finance-profit',
    '/report-seller-score',
    '/report-gift-turnover',
    '/report-gold-balance',
  ].map((path) => call(`GET ${path}: rows and totals, by shop and days, now and as of a moment`, recount)),
  call(
    'GET /report-sell-sum answers rows alone',
    reports('销售汇总 adds up audited jewellery by shop, style and category, what came back in rows of its own'),
  ),
  call('Every call is described with its body and its answer.', [
    ...openapi(
      'every call is named in Chinese, and no schema was left out',
      'writes describe their body, files included; only those that take none have none',
    ),
  ]),
];
