/** S1 of old material: recycle orders, their lines, the recycled lines of an order, lots and both reports. */
import { inFile, type Row } from './row.ts';

const flow = inFile('tests/flow/recycle.test.ts');
const order = inFile('tests/flow/sale-recycle.test.ts');
const lots = inFile('services/old-material/lots.property.test.ts');

export const SALES_RECYCLE: readonly Row[] = [
  {
    section: 'S1§2.4',
    rule: 'A recycle order makes numbered lots at its audit, takes them back by 反审核, and none when it is deleted.',
    ruling: 'R45',
    tests: [
      ...flow(
        'audit makes numbered lots of it, 反审核 takes them back, a deleted order brings none',
        'twice at once: one click in two windows audits once, and every gram is there once',
      ),
      ...lots('left ≥ held ≥ 0; what left and what is left make the whole, in weight and in cost'),
    ],
  },
  {
    section: 'S1§5',
    rule: 'Customer, shop, date, buyer and a line are asked for.',
    tests: flow('what the form says is said by the server too header'),
  },
  {
    section: 'S1§5',
    rule: 'A line has type, style, fineness and remark, and weight, net weight, price and amount above 0, with 3 and 2 decimals.',
    tests: [
      ...flow('what the form says is said by the server too lines'),
      ...order('what is wrong stands at its line'),
    ],
  },
  {
    section: 'S1§4',
    rule: 'A recycle order is written within the window of days and edited on its day only.',
    ruling: 'R5',
    tests: flow(
      'what the form says is said by the server too days and shops: the window, the day of the order, the shop that is locked',
    ),
  },
  {
    section: 'S1§9',
    rule: 'Net weight is weight × retention to 0.01 g; the price adds the work fee, or subtracts it by the setting.',
    ruling: 'R23, R76',
    tests: flow(
      'numbers are the house’s: net weight to 0.01 g, the price with its work fee, cash where nothing is said',
      'the work fee lessens the price where the setting says so; lines that stand keep what they were priced by',
    ),
  },
  {
    section: 'S1§2.5',
    rule: 'Lines can be written one by one: each write is a revision of its order, the last one cannot go.',
    ruling: 'R76',
    tests: flow(
      'lines one by one each write is a revision of the order: sums and payments follow, ids stay',
      'lines one by one ids of other orders, gone lines and audited orders are refused',
    ),
  },
  {
    section: 'S1§2.3',
    rule: 'Old gold in an order lessens what is to be paid, may be all of it, and makes its lots at the audit.',
    ruling: 'R43',
    tests: order(
      'old gold lessens what is to be paid, and the audit makes a lot of it; 反审核 takes it back',
      'an order may be of old gold alone: the shop pays',
      'two lines of one fineness are two lots; an edit of one leaves the other, by its id',
    ),
  },
  {
    section: 'S1§2.12',
    rule: 'The recycle detail has what was bought at tills and by itself, line by line; totals open; any moment is answered.',
    ruling: 'R89',
    tests: order(
      'the detail report has both kinds line by line; a reversed one leaves it, totals open, other moments show what was',
    ),
  },
  {
    section: 'S1§2.12',
    rule: 'The stock of old material lists lots by shop and fineness with cost and age, at any moment; values need the right.',
    ruling: 'R89',
    tests: flow(
      '旧料库存 totals are what rows add up to, and open into the movements; another moment shows what was there',
      '旧料库存 money leaves with the right to see cost only, and other shops stay unseen',
    ),
  },
];
