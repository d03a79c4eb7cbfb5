/** The start page: what was sold, what waits. */
import { inFile, type Row } from './row.ts';

const flow = inFile('tests/flow/dashboard.test.ts');
const screen = inFile('tests/e2e/home.test.ts');
const days = inFile('projections/dashboard/days.test.ts');

export const SALES_HOME: readonly Row[] = [
  {
    section: 'S1§1',
    rule: 'Today stands beside yesterday and the same date of last year; pending orders are counted and told beside.',
    ruling: 'R93',
    tests: [
      ...flow(
        'figures days are those of the sale, pending orders are in them and beside, and the parts add up to the day',
        'figures what comes back lessens the day, and its cost is no loss; a reversed order waits, a deleted one is gone',
      ),
      ...days('yesterday of the first of a year lies in the other'),
      ...screen('home today stands beside yesterday; the amount and what waits open the orders of it'),
    ],
  },
  {
    section: 'S1§6',
    rule: 'Whoever is signed in sees the figures of their shops; the margin needs the right to see cost.',
    ruling: 'R93',
    tests: flow('figures who is limited to a shop sees that shop; cost needs its right'),
  },
  {
    section: 'S1§1',
    rule: 'Sellers have their shares of an order and stand for returns of what they sold, as in 业绩; what of it waits is told beside.',
    ruling: 'R81, R93',
    tests: inFile('tests/flow/one-day.test.ts')(
      'sales detail, pieces, returns, gifts, repairs, old material, pivot, sellers, profit and the start page agree',
    ),
  },
  {
    section: 'S1§1',
    rule: 'What waits is told to whoever may do it, with the list that shows as many.',
    ruling: 'R93',
    tests: flow(
      'what waits documents for those who audit them, with the list that shows as many',
      'what waits pieces older than a year, with the report that shows as many',
      'what waits customers whose birthday it is, with the list that shows as many',
    ),
  },
];
