/** S1 of what comes back and of cut gold: the shelf, the old material, the weight, the cost; what old gold is bought for. */
import { inFile, type Row } from './row.ts';

const flow = inFile('tests/flow/sale-material.test.ts');
const inspected = inFile('tests/flow/return-inspection.test.ts');
const firstIn = inFile('services/old-material/first-in.property.test.ts');
const pieces = inFile('services/goods/decider.property.test.ts');

export const SALES_RETURNS: readonly Row[] = [
  {
    section: 'S1§2.1',
    rule: 'What is to be inspected is on hand and nobody’s: look-up, sale, transfer and return to the supplier say which order took it back, who and when.',
    ruling: 'R44',
    tests: inspected(
      'what waits is on hand and nobody’s: look-up, sale, transfer and return to the supplier say who took it back',
      'pieces of several kinds of a lot all that came back is judged together, beside what is free',
    ),
  },
  {
    section: 'S1§2.1',
    rule: 'GET /biz-sell-change/inspect lists what waits, by shop, day, barcode, customer and order, and what was judged; the order’s history tells it.',
    ruling: 'wire, second part',
    tests: inspected(
      'the list tells what waits, by shop, day, barcode, customer and order; what was judged is asked for',
      'pieces of several kinds lists and stock are shown as of a moment',
    ),
  },
  {
    section: 'S1§2.1',
    rule: 'PUT /biz-sell-change/inspect/{id}: 回库 puts it on the shelf, 转旧料 makes a lot at its cost, 退供应商 a pending TH that holds it and whose id is answered.',
    ruling: 'R71',
    tests: inspected(
      'what waits 回库 ends it',
      '转旧料 makes a lot at its cost and leaves no piece; 撤销 brings the piece back to wait',
      '转旧料 is of metal alone, and says what was wrong',
      '退供应商 makes a pending return that holds the piece, and answers its id; 撤销 takes it back as it was opened',
    ),
  },
  {
    section: 'S1§2.1',
    rule: 'PUT /biz-sell-change/uninspect/{id} while nothing followed; what followed is named.',
    ruling: 'R71',
    tests: inspected(
      '转旧料 is taken back no more once the lot is partly out, and says with which document',
      '退供应商 is taken back no more once the return was audited, and says so',
      'who else wants it what was sold on since is named, and its inspection stands',
    ),
  },
  {
    section: 'S1§2.1',
    rule: '反审核 of the return is refused while its inspection is finished, which is named; of two inspectors one wins.',
    ruling: 'R69',
    tests: inspected(
      'who else wants it the return order is taken back before its inspection, not after: ZJ is named',
      'who else wants it two inspectors at once: one wins, and the other hears whose it is',
    ),
  },
  {
    section: 'S1§6',
    rule: '质检 of returns needs biz:bizSellChange:inspect and the shop.',
    ruling: 'R71',
    tests: inspected('who else wants it only whoever has the right and the shop'),
  },
  {
    section: 'S1§2.2',
    rule: 'A cut piece that came back asks for a new label until one is printed.',
    ruling: 'R74',
    tests: inspected(
      'a cut piece weighs less and asks for a label until it is printed; 反审核 takes the wish back too',
      'a cut piece asks for it while it waits too, and no more once it is old material',
    ),
  },
  {
    section: 'S1§2.1',
    rule: 'A return may become old material at once: a lot at what the piece cost, and no piece of the shop; its reversal takes both back.',
    ruling: 'R44',
    tests: [
      ...flow(
        'a return that becomes old material is a lot at what the piece cost, and no piece of the shop; 反审核 takes both back',
      ),
      ...pieces('deciding twice adds nothing, stock is never lost or made, and nothing is held that is not there'),
    ],
  },
  {
    section: 'S1§9',
    rule: 'Parts of a line that come back cost their part of it, and all of them together all of it.',
    ruling: 'R75',
    tests: flow(
      'a return that becomes old material of a lot of pieces some go on the shelf and some are melted: costs add up to all of it',
    ),
  },
  {
    section: 'S1§2.2',
    rule: 'Cut gold is a lot at the gold cost of the piece, taken off the cost of the order; a cut piece comes back at its new weight and wants a label.',
    ruling: 'R74',
    tests: flow(
      'cut gold is a lot at the gold cost of the piece, taken off the cost of the order; a cut piece comes back lighter',
      'cut gold of a lot of pieces comes back as old material alone',
    ),
  },
  {
    section: 'S1§2.2',
    rule: 'Added gold is taken from the old material of the shop, first in first out, at its cost, held from the save; too little is a 409 at the field.',
    ruling: 'R24',
    tests: [
      ...flow(
        'added gold is refused at its field where there is none; what the customer hands in with the order counts as there',
        'added gold is held by the order that waits, and costs the order what the metal cost, the first first',
      ),
      ...firstIn('what orders add is all there, held by them alone, and comes back with them'),
    ],
  },
  {
    section: 'S1§2.3',
    rule: 'A line of old gold is bought at the board’s price where nobody says another; more needs a word.',
    ruling: 'R76',
    tests: flow('what old gold is bought for is the board’s price where nobody says another, and more needs a word'),
  },
];
