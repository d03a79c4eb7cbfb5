/** S1 of the reports over the lines of sales. */
import { inFile, type Row } from './row.ts';

const flow = inFile('tests/flow/sale-reports.test.ts');
const pivot = inFile('mfe-sales/src/screens/report-sum/pivot.test.ts');
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
    tests: flow(RECOUNT),
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
];
