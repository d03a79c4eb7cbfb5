/** S0§2: screens and routes. */
import {
  inFile,
  back,
  batch,
  checkReport,
  checks,
  day,
  desk,
  flow,
  imports,
  lists,
  many,
  pictures,
  returns,
} from './row.ts';
import { scanner, stockRows, stockRules, transfers, turnover, words, type Row } from './row.ts';

const W = 'the words of the stock screens';
const filters = inFile('root-config/src/ui/list/filter-model.test.ts');
export const SCREENS: readonly Row[] = [
  {
    section: 'S0§2 stock-in list',
    rule: 'Every filter narrows the list: shop, supplier, batch, barcode, certificate, type, name, style, fineness, weight, content, kind of receipt, days.',
    tests: lists('each filter of stock-in finds its piece and not the other'),
  },
  {
    section: 'S0§2 stock-in list',
    rule: 'The days start as today; the kind of receipt is the normal one, and received by transfer is the other.',
    ruling: 'R7',
    tests: [
      ...filters('a list starts today and a typed barcode takes the dates away'),
      ...stockRows('stock-in it opens with normal receipts of today; those by transfer are the other kind'),
      ...lists('a transfer made a row of its own type; without the type both show'),
    ],
  },
  {
    section: 'S0§2 stock-in list',
    rule: 'Rows show, edit, delete and audit; the toolbar adds, imports and prints.',
    tests: [
      ...stockRows('stock-in a row offers what may be done with it, and each word does it'),
      ...day(
        'a day in the shop a ring is received: name, weight, cost and price compute themselves',
        'a day in the shop a sheet of pieces comes in by three steps, whole',
      ),
      ...words(`${W} deletion and audit ask first, in these words, and 取消 does nothing`),
    ],
  },
  {
    section: 'S0§2 stock-in dialog',
    rule: 'A picture opens large, and the next one follows by key.',
    tests: words(`${W} pictures are pictures, and at most two`),
  },
  {
    section: 'S0§2 stock-in dialog',
    rule: 'The camera opens, shows 400 × 400, takes a picture, closes.',
    tests: pictures('pictures of a piece the camera opens, takes two pictures of 400 × 400, and one of them is cut'),
  },
  {
    section: 'S0§2 batch entry',
    rule: 'Header, a grid to type, copy and paste into, one save, labels of what was made.',
    tests: many('many pieces at once rows are typed, copied and pasted, saved together, and their labels are offered'),
  },
  {
    section: 'S0§2 batch entry',
    rule: 'The columns are chosen and kept for the category.',
    tests: many('many pieces at once columns are chosen and kept for the category'),
  },
  {
    section: 'S0§2 batch entry',
    rule: 'Copy repeats the first row as often as asked.',
    tests: inFile('mfe-stock/src/screens/batch-entry/batch-lines.test.ts')('copies are lines of their own'),
  },
  {
    section: 'S0§2 import wizard',
    rule: 'Three steps that go round; confirming is possible in the last one only.',
    tests: words(
      `${W} the import takes one table of at most 10 MB, goes round its steps, and confirms in the last only`,
    ),
  },
  {
    section: 'S0§2 import wizard',
    rule: 'The preview has the matched columns; supplier, shop, type, batch and rows travel together.',
    tests: [
      ...imports('all rows arrive: given barcodes, automatic ones, the chosen category where the file has none'),
      ...day('a day in the shop a sheet of pieces comes in by three steps, whole'),
    ],
  },
  {
    section: 'S0§2 transfer',
    rule: 'The list filters by days and both shops; its rows show, edit, audit and delete.',
    tests: lists('transfers: filters, sums of a row, lines, history'),
  },
  {
    section: 'S0§2 transfer',
    rule: 'The dialog is 900 px wide; a barcode box takes pieces of the out-shop.',
    tests: [
      ...words(`${W} a transfer says what it needs: shops, date, lines, a barcode, a quantity`),
      ...scanner('the scanner lines of a transfer; an unknown code stays in red and takes nothing away'),
    ],
  },
  {
    section: 'S0§2 stock check',
    rule: 'A check is extracted, scanned, reset, shown and audited from its dialog.',
    tests: [
      ...checks(
        'extract, open, scan, audit: books are as of the opening and frozen',
        'several scan at once; each sees the others; a reset begins again',
      ),
      ...desk('stock check two people count one check; what was sold meanwhile explains itself'),
    ],
  },
  {
    section: 'S0§2 stock check',
    rule: 'The list filters by shop, category, style and days.',
    tests: stockRules('stock checks are found by every filter the list: shop, category, style, days, audited or not'),
  },
  {
    section: 'S0§2 stock check report',
    rule: 'Filters: shop, category, style, fineness, barcode, name, days.',
    tests: stockRules(
      'stock checks are found by every filter the report: shop, category, style, fineness, barcode, name, days',
    ),
  },
  {
    section: 'S0§2 stock check report',
    rule: 'Audited checks line by line, with totals and an export.',
    tests: checkReport('audited checks show with totals; what came after the check is not in its books'),
  },
  {
    section: 'S0§2 supplier return',
    rule: 'A return is scanned, saved, audited and told by its list.',
    tests: back('back to the supplier a return is scanned, audited, reversed with a reason and told by its history'),
  },
  {
    section: 'S0§2 allocation report',
    rule: 'Filters, totals and export; both shops of a transfer see it.',
    tests: returns('reports transfers: both shops see them, others do not; the price is a cost'),
  },
  {
    section: 'S0§2 return report',
    rule: 'Audited returns piece by piece, totals times quantity.',
    tests: returns('reports returns: audited ones piece by piece, totals times quantity, opened, as of a moment'),
  },
  {
    section: 'S0§2 goods flow',
    rule: 'Every movement of a barcode in pages, and as a sheet.',
    tests: flow(
      'every movement is a row, a reversal a twin of its own, and what was is readable',
      'the export of the flow is the same rows as of the same moment',
    ),
  },
  {
    section: 'S0§2 stock turnover',
    rule: 'Rows, totals, export and labels of chosen rows.',
    tests: [
      ...turnover(
        'one row per barcode and shop, oldest first; totals multiply by what is on hand',
        'the export has the rows of the list',
      ),
      ...many('many pieces at once stock turnover: rows, totals, a total opened, labels of chosen rows'),
    ],
  },
  {
    section: 'S0§2 401',
    rule: 'A page without the right says so and leads back.',
    tests: stockRows('stock-in 401: a page without the right says so and leads back'),
  },
  {
    section: 'S0§2 lists',
    rule: 'Lists page and export alike.',
    tests: lists('exports are the lists as sheets', 'sorting by every sortable column, both ways'),
  },
  {
    section: 'S0§2 batch entry',
    rule: 'A batch is 1 to 500 rows and answers what was made, ready to print.',
    tests: batch(
      'the goods come back with barcodes, computed values and everything a label shows',
      'a batch has at least one row and at most 500',
    ),
  },
  {
    section: 'S0§2 transfer',
    rule: 'What is moved follows from audit on; the in-shop row is a receipt of kind 调拨入库.',
    ruling: 'R7',
    tests: transfers('save holds, audit moves at the transfer price, 反审核 brings back and holds, deletion frees'),
  },
];
