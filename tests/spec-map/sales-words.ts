/** S1§5, §8 and §9: what is asked and said, defaults, limits and formulas. */
import { inFile, pictures, platform, words, type Row } from './row.ts';

const W = 'the words of the stock screens';
const constants = inFile('tests/flow/sales-constants.test.ts');
const sale = inFile('tests/flow/sale.test.ts');
const lists = inFile('tests/flow/sale-lists.test.ts');
const faults = inFile('tests/flow/sales-faults.test.ts');
const gifts = inFile('tests/flow/sale-gifts.test.ts');
const recycle = inFile('tests/flow/recycle.test.ts');
const points = inFile('tests/flow/points.test.ts');
const giveaway = inFile('tests/flow/giveaway.test.ts');
const master = inFile('tests/flow/master-data.test.ts');
const prices = inFile('tests/flow/quoted-prices.test.ts');
const failures = inFile('tests/e2e/failures.test.ts');
const returns = inFile('tests/flow/sale-return.test.ts');
const values = inFile('services/contracts/values.test.ts');
const line = inFile('mfe-sales/src/order/line.test.ts');
const board = inFile('tests/e2e/quoted-price.test.ts');
const asked = (field: string, message: string): string => `an order asks for ${field}: ${message}`;
const limit = (change: string): string => `an order asks for a line within its limits: ${change}`;
const bad = (change: string): string => `rules ${change} is refused at its field`;

export const SALES_WORDS: readonly Row[] = [
  {
    section: 'S1§5 order',
    rule: 'Customer, shop, day, template and seller, each in its words.',
    tests: constants(
      asked('customerId', '客户名称不能为空'),
      asked('shopId', '分店名称不能为空'),
      asked('sellAt', '销售日期不能为空'),
      asked('printTemplate', '请选择打印模板'),
      asked('seller', '请选择销售员'),
    ),
  },
  {
    section: 'S1§5 order',
    rule: 'One list at least has a line; a sum that is paid needs a method with an amount.',
    tests: [
      ...lists('bad lines are named at their fields, and an empty order is none'),
      ...sale('payments sum to what was paid, with methods that exist'),
    ],
  },
  {
    section: 'S1§5 order',
    rule: 'At most two pictures, of pictures only, of at most 10 MB; what is stored is the name alone.',
    ruling: 'R34',
    tests: [
      ...faults('an order has two pictures at most, and keeps bare names of files, whatever address is sent'),
      ...platform(
        'pictures a programme that calls itself a picture is refused',
        'pictures a small file with countless pixels is refused',
        'pictures a file above the limit is 413',
      ),
    ],
  },
  {
    section: 'S1§5 jewellery',
    rule: 'Numbers are at least 0, quantities at least 1 and whole, a barcode is trimmed and stands once.',
    tests: [
      ...constants(
        limit('{"num":0}'),
        limit('{"num":1.5}'),
        limit('{"workFee":-1}'),
        limit('{"rebate":-1}'),
        limit('{"sellPrice":1.234}'),
        limit('{"cutDown":-0.0001}'),
        'an order asks for a barcode without the blanks around it',
      ),
      ...sale('what the form asks for'),
    ],
  },
  {
    section: 'S1§5 returns',
    rule: 'Purchases are asked for with shop, day and customer, each in its words.',
    tests: returns('what was bought is listed with what came back of it, and what is about to'),
  },
  {
    section: 'S1§5 recycle',
    rule: 'Customer, shop, day, buyer and a line; type, style, fineness and remark of each; weights, price and amount above 0.',
    tests: [
      ...recycle(
        'what the form says is said by the server too header',
        'what the form says is said by the server too lines',
      ),
      ...inFile('tests/flow/sale-recycle.test.ts')('what is wrong stands at its line'),
    ],
  },
  {
    section: 'S1§5 cleaning',
    rule: 'Type and style are chosen, weight and fee are not below 0.',
    tests: lists('bad lines are named at their fields, and an empty order is none'),
  },
  {
    section: 'S1§5 gifts',
    rule: 'The same gift stands once; the amount is price times number.',
    tests: gifts('what is wrong is said at its line unknown, twice, too many, another amount, points'),
  },
  {
    section: 'S1§5 gift stock-in',
    rule: 'Branch and day in their words; quantity at least 1, cost, points and price at least 0 with 2 decimals.',
    tests: inFile('tests/flow/gift.test.ts')('what the form says is said by the server too fields'),
  },
  {
    section: 'S1§5 customer',
    rule: 'Name, status and telephone in their words.',
    tests: [
      ...master(
        '/base-customer name is checked and named',
        '/base-customer status is checked and named',
        '/base-customer mobile is checked and named',
      ),
    ],
  },
  {
    section: 'S1§5 giveaway',
    rule: 'Title and status in their words; total and limit are whole and at least 1.',
    tests: giveaway(
      ...['{"title":" "}', '{"status":""}', '{"total":0}', '{"total":1.5}', '{"limitNum":0}'].map(
        (change) => `a giveaway ${change} is refused at its field`,
      ),
    ),
  },
  {
    section: 'S1§5 write-off',
    rule: 'Name and telephone in their words; a code of letters, figures and hyphens.',
    tests: giveaway(
      ...['{"name":""}', '{"mobile":""}', '{"writeOffCode":"礼品"}'].map(
        (change) => `a write-off ${change} is refused at its field`,
      ),
    ),
  },
  {
    section: 'S1§5 points',
    rule: 'Type and amount in their words, one of style and fineness, whole points, money with 2 decimals.',
    tests: points(
      bad('{"type":""}'),
      bad('{"amount":""}'),
      bad('{"style":"","fineness":""}'),
      bad('{"amount":-1}'),
      bad('{"amount":1.234}'),
      bad('{"customerPoint":1.5}'),
      bad('{"sellerPoint":-1}'),
      bad('{"status":""}'),
    ),
  },
  {
    section: 'S1§5 quoted price',
    rule: 'One row at least, prices and sort within their limits; one picture a slot, cut to its shape.',
    tests: [
      ...prices('the board names what is wrong at its field'),
      ...board('quoted prices pictures are cut to their shape, one a slot, and the display opens in a new tab'),
    ],
  },
  {
    section: 'S1§5 camera',
    rule: 'The camera takes pictures of 400 × 400 and cuts them; a browser without one says so.',
    tests: pictures(
      'pictures of a piece the camera opens, takes two pictures of 400 × 400, and one of them is cut',
      'pictures of a piece no camera, and a browser without cameras, say so',
    ),
  },
  {
    section: 'S1§8',
    rule: 'A success says its message, closes the dialog and loads the list; anything else says its own and keeps the dialog.',
    tests: failures(
      'when things go wrong a refusal of the server stands at its field, which has the focus; the rest stays',
      'when things go wrong two tills sell the same piece: the second one is told and keeps its bill',
      'when things go wrong the answer gets lost after the server saved: the repeat makes no second record',
    ),
  },
  {
    section: 'S1§8',
    rule: 'Deleting asks with the ids, auditing asks, each under 警告 with 确定 and 取消.',
    tests: words(
      `${W} deletion and audit ask first, in these words, and 取消 does nothing`,
      `${W} audited rows offer neither edit, audit nor deletion`,
    ),
  },
  {
    section: 'S1§9',
    rule: 'Twenty rows a page, a hundred purchases, every row in a sheet.',
    tests: constants(
      ...[
        '/biz-sell',
        '/base-customer',
        '/biz-gift-in',
        '/biz-alone-recycle',
        '/base-points',
        '/mall-giveaway',
        '/mall-write-off',
      ].map((path) => `${path} answers twenty rows unless asked`),
      'purchases that may come back are answered a hundred at once',
    ),
  },
  {
    section: 'S1§9',
    rule: 'Defaults: status 2, rebate, retention and discount 100, points 0, one gift for no points.',
    tests: constants(
      'what is not said: rebate 100, status 2, nothing cut off; one gift for no points; retention and discount 100',
    ),
  },
  {
    section: 'S1§9',
    rule: 'The gold contents, ways of payment and units of the document are offered.',
    tests: constants('the fineness, categories and ways of payment of the document are offered'),
  },
  {
    section: 'S1§9',
    rule: 'Money has 2 decimals, weights 3; inside whole fen and milligrams, rounded half up once, sums exact.',
    ruling: 'R15',
    tests: [
      ...values(
        'a sum is a number while a double holds it, then a decimal string to the fen',
        'ten million documents pieces add up in bigint, as Postgres adds integers',
      ),
      ...sale(
        'every number is recomputed a fixed price with rebate and fees',
        'every number is recomputed by the gram',
      ),
      ...line('editing a saved line gives to the fen what the server computes from the piece'),
    ],
  },
];
