/** S1 of the money of a day: stored value, shifts, cash that is reported; sellers who share an order. */
import { inFile, type Row } from './row.ts';

const deposit = inFile('tests/flow/deposit.test.ts');
const shift = inFile('tests/flow/shift.test.ts');
const cash = inFile('tests/flow/cash-report.test.ts');
const cashUnit = inFile('services/cash-report/cash-report.test.ts');
const cashAtTill = inFile('tests/e2e/cash-report.test.ts');
const money = inFile('tests/flow/money-recount.test.ts');
const tillMoney = inFile('projections/till-money/projector.test.ts');
const sellers = inFile('tests/flow/sale-sellers.test.ts');
const walkIn = inFile('tests/flow/customers.test.ts');

const RECOUNT = 'tills, stored value and cash of the day are what a naive recount says, after every step';
export const SALES_MONEY: readonly Row[] = [
  {
    section: 'S1§4',
    rule: 'Stored value is a ledger per customer: it posts at save, and its reversal takes it back.',
    ruling: 'R79',
    tests: deposit(
      'a deposit posts at save, in cash where nothing is said, and its reversal takes it back',
      'the same click twice is one deposit',
      'the ledger tells where it came from, now and as of then; a merge posts it over and back',
    ),
  },
  {
    section: 'S1§4',
    rule: 'What an order pays by 定金 or 储值卡 is held at save, 409 when short, spent at audit, given back by 反审核.',
    ruling: 'R79',
    tests: [
      ...deposit(
        'an order holds what it is paid with at save, spends it at audit, and 反审核 holds it again',
        'an edit holds anew; while a balance pays, the order stays its customer’s',
        'what is spent cannot be taken back or paid out; what is left can',
      ),
      ...money(RECOUNT),
    ],
  },
  {
    section: 'S1§4',
    rule: 'A negative payment by these methods adds to the account at audit; 散客 has none.',
    ruling: 'R79',
    tests: deposit(
      'where the shop pays into the account, the audit adds it',
      '散客 has no account, and an account is not paid from an account',
    ),
  },
  {
    section: 'S1§4',
    rule: 'Stored value is never in sales figures.',
    ruling: 'R79',
    tests: deposit('what is paid in and out is in no sales figure, an order paid from it counts once'),
  },
  {
    section: 'S1§4',
    rule: 'Each payment of a till is in one shift; a shift that was refused leaves the till free; known tills are offered.',
    ruling: 'R80',
    tests: [
      ...shift(
        'a shift that the store refused leaves its till free: the next click, whoever’s, is not told to wait',
        'the tills of a shop are those that are registered there, each once',
      ),
      ...money(RECOUNT),
      ...tillMoney('moved to another till or shop, it goes from one and comes to the other'),
    ],
  },
  {
    section: 'S1§2.1',
    rule: 'Several sellers share an order by parts that make a hundred, the first also as its seller.',
    ruling: 'R81',
    tests: sellers(
      'they share the order, are kept with it, and its history tells them',
      'ratios make a hundred, nobody twice, everybody of the shop, the seller first',
      'whoever sold it alone has all of it',
    ),
  },
  {
    section: 'S1§2.9',
    rule: 'One seeded customer 散客 is neither edited nor deleted, and has no stored value.',
    ruling: 'R82',
    tests: [
      ...walkIn('散客 is there from the start, and neither edited nor deleted'),
      ...deposit('散客 has no account, and an account is not paid from an account'),
    ],
  },
  {
    section: 'S1§4',
    rule: 'Cash of the limit and more of one person on one day warns in the save, never blocks, and waits to be filled in.',
    ruling: 'R83',
    tests: [
      ...cash(
        'what all documents of a day come to in cash is said by the save that reaches the limit, and waits to be filled in',
        'one fen below says nothing, and other ways of paying count for nothing',
        'in and out count apart, a recycle order and a refund go out',
        '散客 counts by the document',
        'two records of one person are one from the day they are merged',
        'two tills at once reach the limit together: what neither save knew is found all the same, once',
      ),
      ...cashAtTill(
        'large cash a save that reaches the limit offers the report at once; filled in it stands in the list',
        'large cash put off it waits on the home page, and is filled in by keyboard alone',
      ),
      ...tillMoney(
        'the cash of a document is its customer’s and its day’s, in and out apart, with a till or without',
        'an edit moves it to another day and customer, a reversal changes nothing, a deletion leaves none',
      ),
    ],
  },
  {
    section: 'S1§4',
    rule: 'A report is due in five working days, kept ten years, exported whole, its papers masked elsewhere.',
    ruling: 'R83',
    tests: [
      ...cash(
        'it is due in five working days of the calendar, which may change until then',
        'after ten years the papers go, what was paid stays',
        'the ready report has whole numbers, for whoever may take it away',
        'filled in it waits no more; numbers are masked for whoever need not know them, in logs and histories for everybody',
        'another shop sees a person only by its own documents, and no word of those of others',
      ),
      ...cashUnit('five working days leave out weekends and holidays, and count weekends that are worked'),
    ],
  },
  {
    section: 'S1§4',
    rule: 'What an edit or a deletion brings below the limit keeps its record and says so.',
    ruling: 'R83',
    tests: [
      ...cash('what is edited or deleted below the limit keeps its record and says so; 反审核 changes nothing'),
      ...money(RECOUNT),
    ],
  },
];
