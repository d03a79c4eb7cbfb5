/** S1 of gifts: stock-in, the gift line of an order, the turnover. */
import { inFile, type Row } from './row.ts';

const flow = inFile('tests/flow/gift.test.ts');
const order = inFile('tests/flow/sale-gifts.test.ts');
const line = inFile('mfe-sales/src/order/gift-line.test.ts');
const stock = inFile('services/gift/decider.property.test.ts');
const screen = inFile('tests/e2e/gift.test.ts');

export const SALES_GIFTS: readonly Row[] = [
  {
    section: 'S1§2.7',
    rule: 'A stock-in waits until its audit, adds then, and is gone again by 反审核; list, sheet and history tell it.',
    ruling: 'R48',
    tests: [
      ...flow(
        'what is saved waits, what is audited is there, what is reversed is gone again',
        'list, sheet, history and sums of stock-ins',
      ),
      ...screen('gifts saved with what it lacks said at its fields, audited, in stock, and every total opens'),
    ],
  },
  {
    section: 'S1§5',
    rule: 'Branch and date are asked for, quantities are at least one, money at least 0 with 2 decimals.',
    tests: flow('what the form says is said by the server too fields'),
  },
  {
    section: 'S1§5',
    rule: 'An empty barcode is drawn before the rules look; a repeat finds the same.',
    ruling: 'R22',
    tests: flow('an empty barcode is drawn before the rules look, and a repeat finds the same'),
  },
  {
    section: 'S1§4',
    rule: 'A stock-in of another day is neither edited nor deleted, until an audit of it was taken back.',
    ruling: 'R70',
    tests: flow('another day: neither edited nor deleted, until an audit was taken back'),
  },
  {
    section: 'S1§3',
    rule: 'The same barcode at another cost is averaged by weight; the latest audited stock-in says what it is.',
    ruling: 'R87',
    tests: [
      ...flow('the same barcode at another cost is averaged, the latest audited stock-in says what it is'),
      ...stock(
        'each takes its part by weight, the last one the rest',
        'the latest audited stock-in says what the gift is; when it is taken back, the one before does',
      ),
    ],
  },
  {
    section: 'S1§2.8',
    rule: 'A gift comes into an order by its barcode; its amount follows price and quantity; the same one stands once.',
    ruling: 'R86',
    tests: [
      ...line(
        'one gift at its price; the amount follows number and price to the fen',
        'at least one, and no more than the shop has',
      ),
      ...order('what is wrong is said at its line unknown, twice, too many, another amount, points'),
      ...screen(
        'gifts an order takes a gift by its barcode, says what is wrong with it, and both lists are saved together',
      ),
    ],
  },
  {
    section: 'S1§4',
    rule: 'A gift is held at save and issued at audit at what it costs then; ten tills never sell more than there is.',
    ruling: 'R22',
    tests: [
      ...order(
        'held at save, issued at audit at what it cost, back by 反审核 as it was, free when the order goes',
        'what a gift cost is known at the audit: another stock-in between save and audit changes it',
        'ten tills sell what is there five times: five orders stand, nothing stays half held',
      ),
      ...stock('stock ≥ held ≥ 0, quantity and cost are the sum of all movements, and a repeat changes nothing'),
    ],
  },
  {
    section: 'S1§3',
    rule: 'Points buy gifts: held at save, spent at audit, given back by 反审核, never more than the customer has.',
    ruling: 'R86',
    tests: [
      ...order(
        'points for gifts: held at save, spent at audit, given back by 反审核; never more than the customer has',
      ),
      ...line('for points: no money, as many points as the number asks for; taken back, the price it had'),
    ],
  },
  {
    section: 'S1§2.12',
    rule: 'The turnover of gifts says what came, what went, what is there, held and what it cost; every total opens.',
    ruling: 'R87',
    tests: flow(
      'the report: what came, what is there, what it cost; each total opens into its movements',
      'who may not see costs sees none, and leaves them as they are',
    ),
  },
];
