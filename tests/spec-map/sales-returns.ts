/** S1 of what comes back and of cut gold: the shelf, the old material, the weight, the cost; what old gold is bought for. */
import { inFile, type Row } from './row.ts';

const flow = inFile('tests/flow/sale-material.test.ts');
const firstIn = inFile('services/old-material/first-in.property.test.ts');
const pieces = inFile('services/goods/decider.property.test.ts');

export const SALES_RETURNS: readonly Row[] = [
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
    rule: 'A line of old gold is bought at the board’s price where nobody says another; more needs the right to round.',
    ruling: 'R76',
    tests: flow('what old gold is bought for is the board’s price where nobody says another, and more needs the right'),
  },
];
