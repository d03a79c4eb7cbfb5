/** What the rulings add to the stock document: moments, opened totals, losses and gains, faults of the scan box. */
import { inFile, checks, flow, type Row } from './row.ts';

const past = inFile('tests/e2e/as-of.test.ts');
const shops = 'a transfer that was revised and audited, and sales';
const adjusting = inFile('tests/e2e/stock-adjust.test.ts');
const faults = inFile('tests/e2e/check-faults.test.ts');
const filters = inFile('tests/flow/report-filters.test.ts');
const opened = inFile('tests/flow/explain.test.ts');
const PIECE = ['type', 'style', 'fineness', 'barcode', 'name'];
const COLUMNS = ['typeArr', 'styleArr', 'finenessArr'];
const REPORTS = [
  ['/report-goods-check', ['shopId', ...PIECE], ['goldWeight', 'weight', 'stoneCt', 'bookNum', 'factNum']],
  ['/report-goods-allocate', ['outShopId', ...PIECE], ['num', 'goldWeight', 'weight', 'stoneCt', 'inPrice']],
  [
    '/report-goods-return',
    ['shopId', 'supplierId', ...PIECE],
    ['num', 'goldWeight', 'weight', 'stoneCt', 'returnPrice'],
  ],
  [
    '/report-goods-turnover',
    ['shopId', ...PIECE, 'goldWeight', 'goldContent'],
    ['num', 'goldWeight', 'weight', 'stoneCt', 'secondCt', 'piceCost', 'sellPrice'],
  ],
] as const;
/** Filters, columns, row fields and totals of each report, and each total opened. */
const reportRows = REPORTS.map(([path, narrowing, totals]): Row => ({
  section: 'S0§3 reports',
  rule: `${path}: its filters, column filters, row fields and totals, and each total opens into what makes it`,
  tests: [
    ...filters(
      ...narrowing.map((name) => `${path} filter ${name}`),
      ...COLUMNS.map((name) => `${path} column filter ${name}`),
      `${path} row fields and totals`,
      `${path} twenty to a page, any page; a day without data is empty`,
    ),
    ...opened(...totals.map((total) => `${path} ${total}`)),
  ],
}));
export const BEYOND: readonly Row[] = [
  ...reportRows,
  {
    section: 'S0§4 stock',
    rule: 'After any sequence of documents and reversals no piece is made or lost, and every report equals a recount from the events.',
    tests: inFile('tests/flow/recount.test.ts')('every report equals a naive recount, whatever happened'),
  },
  {
    section: 'S0§2 moments',
    rule: 'Every list, document and report of a moment answers what it answered then.',
    tests: [
      ...inFile('tests/flow/as-of.test.ts')('each answer of a moment is the answer that was given then'),
      ...past(
        `${shops} the list shows the moment, its band, no way to write, and leads back`,
        `${shops} goods and reports of the moment; a total opens into what made it then`,
      ),
      ...flow('as of two events of one minute: before, between and after'),
    ],
  },
  {
    section: 'S0§4 history',
    rule: 'A document tells who changed what, and the reason of a 反审核.',
    tests: past(
      `${shops} a document opens as it was, and its history ends there; now it tells the reason of the 反审核`,
    ),
  },
  {
    section: 'S0§4 stock check',
    rule: 'Losses and gains of an audited check become documents of their own right; the check itself moves nothing.',
    ruling: 'R9',
    tests: [
      ...adjusting(
        'write-offs and write-ups an audited check proposes its losses; the write-off is audited, linked both ways and reversed',
        'write-offs and write-ups by hand: a broken piece is written off; what is there in full and what was sold says why it cannot turn up',
      ),
      ...checks('selling goes on: every difference explains itself, only true losses stay missing'),
    ],
  },
  {
    section: 'S0§4 stock check',
    rule: 'Thirty codes a second, Tab, full-width digits and a code an input method holds each count once.',
    tests: faults(
      'the scan box of a check 30 codes in a second: every one is counted once, on the screen and in the house',
      'the scan box of a check Tab instead of Enter, full-width digits, and a code that an input method still holds',
    ),
  },
  {
    section: 'S0§4 stock check',
    rule: 'Of two who audit one check, one is told.',
    tests: faults(
      'the scan box of a check two people audit the same check: one wins, the other is told; who still scans is told too',
    ),
  },
];
