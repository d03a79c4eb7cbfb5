/** S1 of repairs and of the till: lines that live on, their steps, the report; agreed prices and the one scan box. */
import { inFile, type Row } from './row.ts';

const flow = inFile('tests/flow/repair.test.ts');
const facts = inFile('services/sale/repair-facts.test.ts');
const screen = inFile('tests/e2e/repair.test.ts');
const agreed = inFile('tests/flow/sale-agreed.test.ts');
const formula = inFile('services/sale/agreed-price.test.ts');
const grid = inFile('mfe-sales/src/order/line.test.ts');
const till = inFile('tests/e2e/till-scan.test.ts');

export const SALES_REPAIRS: readonly Row[] = [
  {
    section: 'S1§2.1',
    rule: 'What is handed in to be mended is typed into its tab, with type and style; its fee counts in what is to be paid.',
    tests: screen('repairs what is handed in is typed into the order, and its receipt can be printed once it is saved'),
  },
  {
    section: 'S1§3',
    rule: 'A line lives on behind its order: 已收件, 已送修, 已修好, 已取件, each with day and person.',
    ruling: 'R49',
    tests: [
      ...flow(
        'steps go from 已收件 at save to 已取件, with day and person, and the order tells where its lines are',
        'steps lie between the day it was handed in and today; who did it is asked for',
        'history and receipt tell of the line alone; the order’s history tells of its steps',
      ),
      ...facts('a step lies neither before the day it was handed in nor before the step that went before'),
    ],
  },
  {
    section: 'S1§3',
    rule: 'Steps go forward, may leave others out, are one however often they are clicked, and the last is corrected by saying it again.',
    ruling: 'R90',
    tests: [
      ...facts(
        'a step goes forward, may leave others out, and is written once however often it is clicked',
        'a step said again corrects its day and person',
        'a step never takes a repair back, whatever is asked in whatever order',
      ),
      ...flow('steps the same click twice is one step'),
    ],
  },
  {
    section: 'S1§3',
    rule: 'takeAt at the first save is 已取件 at once; a later body of the order changes no step.',
    ruling: 'R90',
    tests: flow('steps of what is fetched at once begin at 已取件; a later body changes none of them'),
  },
  {
    section: 'S1§3',
    rule: 'Beyond 已收件 a line is neither edited nor taken out nor its order deleted; audit and 反审核 leave steps alone.',
    ruling: 'R90',
    tests: [
      ...flow('what went on is neither edited nor taken out nor its order deleted; audit and 反审核 leave it alone'),
      ...facts(
        'a line that went on is neither changed nor taken out, and its order is not deleted',
        'a line that went on does not keep the other lines, the audit or 反审核',
      ),
    ],
  },
  {
    section: 'S1§2.1',
    rule: 'What waits is listed with its overdue days, of the user’s shops; the barcode of the receipt finds it.',
    ruling: 'R49',
    tests: [
      ...flow(
        'the list shows what waits, what is overdue first, and ends with its order',
        'the list is of the user’s shops, and so are steps',
      ),
      ...screen(
        'repairs the longest overdue stands first; a receipt that is scanned opens, and Ctrl Enter takes its next step',
        'repairs on a phone what waits is a card, and its step fills the screen',
      ),
    ],
  },
  {
    section: 'S1§2.12',
    rule: 'The report of cleaning lists lines of audited orders with their totals.',
    tests: [
      ...screen('repairs by mouse it is fetched, and leaves the list of what waits; the report adds it up'),
      ...inFile('tests/flow/sales-recount.test.ts')(
        'every report of sales equals the books, now and then (seed 20261125)',
      ),
    ],
  },
  {
    section: 'S1§9',
    rule: 'A line with an agreed price costs exactly that; the rebate follows, for limits and points.',
    ruling: 'R72',
    tests: [
      ...agreed(
        'the line costs that, its rebate follows, and an edit of something else keeps it',
        'it must agree with what else is sent, cover the fees, and be a price at all',
        'beyond the limits of the till it needs the same word as a rebate',
      ),
      ...formula(
        'price after rebate and fees are what was agreed, to the fen, and the rebate is that of the price to 0.01 %',
      ),
      ...grid('an agreed price is what the line costs; its rebate follows, and it is sent as it was agreed'),
    ],
  },
  {
    section: 'S1§5',
    rule: 'The one scan box tells customers, repairs, orders, pieces and gifts apart.',
    ruling: 'R99',
    tests: till(
      'the scan box of the till a mobile sets the customer, WX opens the repair, XS brings its lines back, a gift goes to its tab',
    ),
  },
];
