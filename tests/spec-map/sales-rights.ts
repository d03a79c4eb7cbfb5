/** S1§6: roles, days, shops and keys of the sales document. */
import { inFile, locked, type Row } from './row.ts';

const permissions = inFile('tests/flow/sales-permissions.test.ts');
const constants = inFile('tests/flow/sales-constants.test.ts');
const sale = inFile('tests/flow/sale.test.ts');
const gift = inFile('tests/flow/gift.test.ts');
const recycle = inFile('tests/flow/recycle.test.ts');
const cost = inFile('tests/security/cost.test.ts');
const prices = inFile('tests/flow/quoted-prices.test.ts');

const of = (resource: string, ...keys: readonly string[]): readonly string[] => keys.map((key) => `${resource}:${key}`);
const DOCUMENT = ['list', 'add', 'edit', 'remove', 'audit', 'unaudit'] as const;
/** Keys of S1§6, the wire and R97, each with the calls it opens. */
const KEYS = [
  ...of('biz:bizSell', ...DOCUMENT, 'print', 'offlinePrint'),
  ...of('biz:bizAloneRecycle', ...DOCUMENT),
  ...of('biz:bizAloneRecycleDetail', 'add', 'edit', 'remove'),
  ...of('biz:bizRecycleOut', ...DOCUMENT, 'back'),
  ...of('biz:bizGiftIn', ...DOCUMENT),
  ...of('biz:bizSellClean', 'list', 'edit'),
  ...of('base:baseCustomer', 'list', 'add', 'edit', 'remove', 'points', 'merge'),
  ...of('base:basePoints', 'list', 'add', 'edit', 'remove'),
  ...of('base:baseQuotedPrice', 'list', 'add', 'edit'),
  ...of('mall:mallGiveaway', 'list', 'add', 'edit', 'remove'),
  ...of('mall:mallWriteOff', 'list', 'add', 'edit', 'change', 'remove'),
  ...['SellRecycle', 'SellClean', 'SellChange', 'Recycle', 'SellDetail', 'SellGoods', 'SellSum', 'SellerScore'].map(
    (name) => `report:report${name}:list`,
  ),
  'report:reportGoldBalance:list',
  'biz:bizSellGift:list',
  'biz:bizGiftTurnover:list',
  'biz:bizRecycle:list',
  'biz:financeProfit:list',
];
export const SALES_RIGHTS: readonly Row[] = [
  ...KEYS.map((key) => ({
    section: 'S1§6',
    rule: `${key} guards its calls, its sheet where it is a report`,
    ruling: 'R97',
    tests: permissions(`${key} opens its calls, with those it shares them with`),
  })),
  {
    section: 'S1§6',
    rule: 'Every key of the sales area stands in the menu and can be granted.',
    ruling: 'R97',
    tests: permissions('all keys of the sales area stand here'),
  },
  {
    section: 'S1§6',
    rule: 'Days reach 45 back and none forward, unless a right allows any; lists and reports show no older day either.',
    ruling: 'R5, R6',
    tests: [
      ...constants(
        'days /biz-sell is dated today or up to 45 days back; any day with the right alone',
        'days /biz-alone-recycle is dated today or up to 45 days back; any day with the right alone',
      ),
      ...inFile('tests/security/date-window.test.ts')(
        'without dates nothing older than the window is shown, whoever may any day sees it',
        'blank dates and blank barcodes are no way round it',
        'one open end is closed by the window',
        'a barcode or a certificate finds its piece whenever it came',
      ),
    ],
  },
  {
    section: 'S1§6',
    rule: 'Orders and recycle orders of another day are edited with a right only; gift stock-ins of another day by nobody.',
    ruling: 'R5',
    tests: [
      ...sale('rights: shop, day, cost'),
      ...recycle(
        'what the form says is said by the server too days and shops: the window, the day of the order, the shop that is locked',
      ),
      ...gift('another day: neither edited nor deleted, until an audit was taken back'),
    ],
  },
  {
    section: 'S1§6',
    rule: 'Who is locked to a shop writes and reads no other: records, lists, sheets, prints, actions.',
    ruling: 'R13',
    tests: [
      ...locked(
        'nothing can be made in its name',
        'nothing of it can be changed, audited, taken back or deleted',
        'records, histories, prints and lives are not there',
        'lists, exports and ledgers hold nothing of it, and asking for the shop is refused',
      ),
      ...inFile('tests/flow/sale-reports.test.ts')('each report another shop sees nothing of this one'),
    ],
  },
  {
    section: 'S1§6',
    rule: 'What a piece or a gift cost leaves with the right to see it alone, and can be reckoned from nothing else.',
    ruling: 'R96',
    tests: [
      ...cost(
        'no arithmetic on the fields of a piece returns its cost',
        'the same search finds the cost where it is shown, and where the ratio is',
        'a hidden field is no answer’s key, whoever asks',
      ),
      ...gift('who may not see costs sees none, and leaves them as they are'),
      ...prices(
        'who sees what the price is for everybody signed in, what gold is bought for only for who sells, buys or quotes',
      ),
    ],
  },
];
