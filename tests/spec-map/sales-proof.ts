/** What holds whatever happens: recounts, races, deaths of the process; and what a write may count on. */
import { inFile, type Row } from './row.ts';

const recount = inFile('tests/flow/sales-recount.test.ts')(
  'every report of sales equals the books, now and then (seed 20261125)',
);
const faults = inFile('tests/flow/sales-faults.test.ts');
const killed = inFile('tests/chaos/order-together.test.ts');
const killedInSteps = inFile('tests/chaos/order-in-steps.test.ts');
const returns = inFile('tests/flow/sale-return.test.ts');
const points = inFile('tests/flow/points.test.ts');
const parts = inFile('services/sale/shares.property.test.ts');
const sellers = inFile('tests/flow/sale-sellers.test.ts');
const feed = inFile('services/jewel-price/latest.test.ts');
const content = inFile('services/master-data/giveaways/clean-content.test.ts');
const KEPT = 'leaves the prices of before, marked after five minutes';

export const SALES_PROOF: readonly Row[] = [
  {
    section: 'S1§4 invariants',
    rule: 'Nothing is sold twice, no more comes back than was sold, gifts, lots and accounts hold no more than there is.',
    ruling: 'R43, R69',
    tests: recount,
  },
  {
    section: 'S1§2.12 recount',
    rule: 'Every report of sales, the list and the home page equal a recount of their own, also as of moments remembered earlier.',
    ruling: 'R51, R92, R93',
    tests: recount,
  },
  {
    section: 'S1§3 ledgers',
    rule: 'Points and stored value are what their ledgers add up to; amountPoints = usable + used + held.',
    ruling: 'R84, R79',
    tests: recount,
  },
  {
    section: 'S1§2.12 gold',
    rule: 'The gold balance differs by nothing, whatever was sold, cut, melted, brought back or reversed.',
    ruling: 'R91',
    tests: recount,
  },
  {
    section: 'S1§3 profit',
    rule: 'profit = amount + gifts + cleaning − costAmount − what was rounded off, goodsMargin beside it; audited orders alone.',
    ruling: 'R19, R78, R27',
    tests: recount,
  },
  {
    section: 'S1§9 parts',
    rule: 'Money, points, weight and cost of a line that comes back in parts add up to all of it, also after one was deleted.',
    ruling: 'R73, R85',
    tests: [
      ...parts('what comes back of a line in parts adds up to all of it, also where one in the middle was deleted'),
      ...recount,
    ],
  },
  {
    section: 'S1§9 sellers',
    rule: 'Shares of several sellers add up to the line, ties to the first; each row of 业绩 is one seller’s part.',
    ruling: 'R81',
    tests: [
      ...parts('the parts add up, and none is further than one from its exact share'),
      ...parts('ties go to the first, and what is taken back falls as it was given'),
      ...sellers('each has his part in 业绩, down to the rows; a gift of the order costs what it costs, once'),
    ],
  },
  {
    section: 'S1§4 kill',
    rule: 'A process that dies at any step of an order with all its lists leaves nothing half done; the repeat answers the same.',
    ruling: 'R43',
    tests: [
      ...killed('an order with all its lists, written together is killed 20 times, at every step'),
      ...killedInSteps('an order with all its lists, written in steps is killed 20 times, at every step'),
    ],
  },
  {
    section: 'S1§4 races',
    rule: 'Two tills return one piece: exactly one does; a return and the reversal of its sale: exactly one.',
    ruling: 'R44, R69',
    tests: [
      ...returns('who brings back two tills return the same piece: exactly one of them does'),
      ...faults(
        'a return and the reversal of its sale at once: one of them is done, ten times',
        'a sale of which a part came back is taken back by nobody, until that part is sold again',
      ),
    ],
  },
  {
    section: 'S1§4 races',
    rule: 'Points, stored value and the last gift are spent once, however many tills want them at once.',
    ruling: 'R46, R79, R22',
    tests: faults(
      'points spent at two tills at once: one order has them, ten times, and what is left can be spent',
      'stored value spent at two tills at once: one order has it',
      'ten tills want the one gift that is there: one has it, and the pieces of the others are free again',
    ),
  },
  {
    section: 'S1§4 meanwhile',
    rule: 'An audit never refuses because a rule, a seller or a customer changed since the save.',
    ruling: 'R69, R25, R47',
    tests: [
      ...faults(
        'a rule of points that is deleted between save and audit changes nothing of the order',
        'a seller who is disabled after the save: the order is audited and stays his; the next names another',
        'an order is saved while its customer is merged: either waits for the other, or the one that stays tells of it and has its points, ten times',
      ),
      ...points('a sale earns at audit, by the rule of its save, and gives back at 反审核'),
    ],
  },
  {
    section: 'S1§2.15 faults',
    rule: 'A feed that is away, slow or answers rubbish keeps the prices of before, marked, and holds nobody up.',
    ruling: 'R26',
    tests: feed(
      `an error ${KEPT}`,
      `no JSON ${KEPT}`,
      `no list ${KEPT}`,
      `a redirect ${KEPT}`,
      `far too much ${KEPT}`,
      `a broken line ${KEPT}`,
      'away from the start: nothing, and it says so',
      'slow: a look does not wait for it, and nobody asks twice meanwhile',
    ),
  },
  {
    section: 'S1§2.6 faults',
    rule: 'Scripts, frames, handlers, data addresses and foreign pictures leave a rich text before it is kept.',
    tests: content(
      '<p>满额即赠</p><script>alert(1)</script> becomes <p>满额即赠</p>',
      '<iframe src="https://example.com"></iframe><p>好礼</p> becomes <p>好礼</p>',
      '<p onclick="alert(1)">到店领取</p> becomes <p>到店领取</p>',
      '<a href="javascript:alert(1)">点我</a> becomes 点我',
      'a picture from data:image/png;base64,AAAA is left out',
      'a picture from https://example.com/a.webp is left out',
    ),
  },
  {
    section: 'S1§3 numbers',
    rule: 'Numbers that people see: XS orders, HS recycle orders, JC exits, LP gift stock-ins, CZ deposits, JL lots.',
    ruling: 'R98',
    tests: [
      ...recount,
      ...inFile('tests/flow/gift.test.ts')(
        'what is saved waits, what is audited is there, what is reversed is gone again',
      ),
      ...inFile('tests/flow/deposit.test.ts')(
        'a deposit posts at save, in cash where nothing is said, and its reversal takes it back',
      ),
      ...inFile('tests/flow/recycle-out.test.ts')(
        'save holds the metal, the audit takes it with its share of the cost, deleting lets it go',
      ),
    ],
  },
  {
    section: 'S1§7 own writes',
    rule: 'A write answers once it is durable; the next read of the same session shows it, and says so where it cannot in time.',
    ruling: 'R42',
    tests: inFile('tests/flow/own-writes.test.ts')(
      'a write waits for nothing; the next GET of its user waits, nobody else does',
      'after two seconds the answer comes without it, and says so',
    ),
  },
];
