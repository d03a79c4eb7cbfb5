/** S1 of the reports over the lines of sales. */
import { inFile, type Row } from './row.ts';

const flow = inFile('tests/flow/sale-reports.test.ts');
const pivot = inFile('mfe-sales/src/screens/report-sum/pivot.test.ts');
const oneDay = inFile('tests/flow/one-day.test.ts');
const gold = inFile('tests/flow/gold-balance.test.ts');
const recount = inFile('tests/flow/gold-recount.test.ts');
const pictures = inFile('tests/flow/report-pictures.test.ts');
const exported = inFile('tests/security/exports.test.ts');
const keys = inFile('tests/flow/sales-permissions.test.ts');
const books = inFile('tests/flow/sales-recount.test.ts')(
  'every report of sales equals the books, now and then (seed 20261125)',
);
const RECOUNT =
  'every step of any course of orders, returns, edits, reversals and deletions leaves what a recount comes to';

export const SALES_REPORTS: readonly Row[] = [
  {
    section: 'S1§3',
    rule: 'Sales detail has a row for each line of any kind; what was paid counts each order once, also where a filter leaves some of its lines; pending sums stand apart.',
    ruling: 'R51',
    tests: flow(
      RECOUNT,
      'each report a filter by category counts an order once, at its first row among those that are left',
    ),
  },
  {
    section: 'S1§2.12',
    rule: 'Jewellery, returns, gifts and sellers add up exactly what audited orders come to; a return counts against the seller of its sale.',
    ruling: 'R92',
    tests: [...flow(RECOUNT), ...books],
  },
  {
    section: 'S1§3',
    rule: 'Profit is what came in less what it cost, less what was rounded off; the margin of goods beside it; both only with the right to see costs.',
    ruling: 'R78',
    tests: flow(RECOUNT, 'each report cost and margins leave with their right alone'),
  },
  {
    section: 'S1§5',
    rule: 'The summary needs shops and days; sales by shop and style, a group of columns for each category, returns as negative rows of their own.',
    ruling: 'R92',
    tests: [
      ...flow(
        '销售汇总 adds up audited jewellery by shop, style and category, what came back in rows of its own',
        '销售汇总 needs a shop and days, and shows no shop that is not the user’s',
        '销售汇总 shows any moment of the past as it was',
      ),
      ...pivot('a line per shop, style and kind of movement; returns lessen the totals and no other line'),
    ],
  },
  {
    section: 'S1§2.12',
    rule: 'All reports and the start page tell the same of a day, with every kind of line, pending and audited, in several shops, then and after reversals.',
    ruling: 'R27, R51, R92, R93',
    tests: oneDay(
      'sales detail, pieces, returns, gifts, repairs, old material, pivot, sellers, profit and the start page agree',
    ),
  },
  {
    section: 'S1§3',
    rule: 'Exchange rows show the fees of the line that sold the piece.',
    ruling: 'R92',
    tests: flow('each report what came back shows the fees of the line that sold it'),
  },
  {
    section: 'S1§2.12',
    rule: 'One picture above each report, whose numbers are those of its totals, now and as of any moment.',
    ruling: 'R51',
    tests: [
      ...pictures(
        ...['/report-sell-recycle', '/report-recycle', '/report-sell-clean', '/report-gift-turnover'].map(
          (path) => `${path} draws what its totals say`,
        ),
        'a moment of the past is drawn as it was; another shop draws nothing',
      ),
      ...gold('another gold price: unsold pieces by the gram, at the price that is tried and at the board’s'),
    ],
  },
  {
    section: 'S1§6',
    rule: 'Profit, gift sales and gift turnover are exported with the key of their list, the stock of old material with biz:bizRecycle:list too.',
    ruling: 'R97',
    tests: [
      ...exported('what goes out with its list needs the key of that list and no other'),
      ...keys('biz:bizRecycle:list opens its calls, with those it shares them with'),
    ],
  },
  {
    section: 'S1§2.12',
    rule: 'Gold that came less gold that went is what is there, at any moment; each figure opens into documents, pieces and lots.',
    ruling: 'R91',
    tests: gold('pieces and lots: all that comes and goes is there or gone, also in the past, and each figure opens'),
  },
  {
    section: 'S1§2.12',
    rule: 'The balance is counted anew from the events, every night and on demand; a difference names the documents that make it, and the start page tells of it.',
    ruling: 'R91',
    tests: recount(
      'a house whose books are right has no difference, of all shops, of one, of one fineness',
      'a piece that weighs something else in the read model is named, with its documents',
      'a movement that is missing, a lot that is lighter and stock that no event brought are named',
      'every night it runs once by itself; the start page says that the last night had differences',
      'what a stop cut off is begun anew',
    ),
  },
  {
    section: 'S1§2.12',
    rule: 'Another gold price: value and margin of unsold pieces by the gram, per fineness and shop, from now or as of a moment; to cost alone.',
    ruling: 'R91',
    tests: gold(
      'another gold price: unsold pieces by the gram, at the price that is tried and at the board’s',
      'gold of other shops stays unseen',
    ),
  },
];
