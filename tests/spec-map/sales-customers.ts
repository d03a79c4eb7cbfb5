/** S1 of customers and points: the list, the page, the ledger, rules, corrections and merges. */
import { inFile, type Row } from './row.ts';

const flow = inFile('tests/flow/customers.test.ts');
const find = inFile('tests/flow/find-customers.test.ts');
const merge = inFile('tests/flow/customer-merge.test.ts');
const master = inFile('tests/flow/master-data.test.ts');
const phone = inFile('services/contracts/phone.test.ts');
const points = inFile('tests/flow/points.test.ts');
const ledger = inFile('services/points/decider.test.ts');
const screen = inFile('tests/e2e/points.test.ts');
const page = inFile('tests/e2e/customer-page.test.ts');
const consent = inFile('tests/flow/consent.test.ts');
const consented = inFile('tests/e2e/consent.test.ts');

export const SALES_CUSTOMERS: readonly Row[] = [
  {
    section: 'S1§2.9',
    rule: 'Customers are found by name, number, card, parts of them and first letters of their pinyin.',
    ruling: 'R95',
    tests: [
      ...master('customers are found by two characters, by part of a number, by either'),
      ...flow(
        'first letters of pinyin of the beginning only, and not by one letter, which would be half a list',
        'a card number finds its customer',
      ),
      ...find(
        'a rare name is counted to the last',
        'a frequent one says that there are more, and its counted pages are full and in order',
        'those at the other end of the list are found too, newest first',
      ),
    ],
  },
  {
    section: 'S1§5',
    rule: 'One telephone is one enabled customer, however it is written; the other one is named.',
    ruling: 'R50',
    tests: [
      ...master('customers one telephone is one customer, however it is written'),
      ...flow(
        'one telephone is one enabled customer; whoever is disabled gives it free, and cannot come back beside the other',
      ),
      ...phone(
        '"+86 138 0013 8000" is 13800138000',
        'the plain form is its own plain form, and no two numbers become one',
      ),
    ],
  },
  {
    section: 'S1§3',
    rule: 'What a customer spent and the points are figures that nobody writes.',
    ruling: 'R21',
    tests: master(
      'customers figures cannot be written',
      'what is in use stays (R12) because a sale names it; the audited ones add up to what the customer spent',
    ),
  },
  {
    section: 'S1§3',
    rule: '散客 is there from the start, neither edited nor deleted, earns nothing and is not merged.',
    ruling: 'R82',
    tests: [
      ...flow('散客 is there from the start, and neither edited nor deleted'),
      ...points('a sale another customer of the same order gets them, and 散客 none; whoever sold gets his either way'),
      ...merge('whoever is merged, disabled, 散客 or oneself is refused, and so is who has no right'),
    ],
  },
  {
    section: 'S1§2.9',
    rule: 'Two records of one person become one and apart again; points go over and back; pending documents are in the way by name.',
    ruling: 'R95',
    tests: merge(
      'points go over and come back, lists show one, and a later save goes to the one that stays',
      'pending documents of the one that goes are in the way, by name',
      'points that came over and were spent keep the two together',
      'two tills merge one customer into two others: one of them does',
    ),
  },
  {
    section: 'S1§2.10',
    rule: 'A rule needs type, amount and one of style and fineness; the same three keys stand once among the enabled.',
    ruling: 'R85',
    tests: [
      ...points('rules are created with their defaults; two enabled ones with the same keys are not'),
      ...screen('points a rule says what it lacks, is saved, and 试算 says what a sale would earn'),
    ],
  },
  {
    section: 'S1§7',
    rule: 'get-points answers the rule that fits best with msg success, and what an amount would earn.',
    ruling: 'R85',
    tests: points('rules get-points answers the best one with msg success, zeros where none fits, and tries an amount'),
  },
  {
    section: 'S1§9',
    rule: 'Points are earned at audit by the rule of the save, given back by 反审核, and checked against what was sent; two tills at once lose none.',
    ruling: 'R47',
    tests: points(
      'a sale is one of the customer in two tills at once: both are there',
      'a sale earns at audit, by the rule of its save, and gives back at 反审核',
      'a sale with other points than the server reckons is refused at their fields',
    ),
  },
  {
    section: 'S1§4',
    rule: 'A sale whose points were spent since is not taken back; only a return brings a balance below zero, and then nothing is spent.',
    ruling: 'R69',
    tests: [
      ...points(
        'a sale whose points were spent since is not reversed, and says so; the correction that is missing lets it go',
      ),
      ...ledger(
        'a return takes its points back below zero, and then nothing can be spent',
        'whatever documents do, the balance is the sum of the ledger, and only returns bring it below zero',
      ),
    ],
  },
  {
    section: 'S1§3',
    rule: 'Two orders cannot spend the same points.',
    ruling: 'R46',
    tests: [
      ...ledger('a gift holds its points while its order is pending, and two orders cannot spend the same'),
      ...inFile('tests/flow/sales-faults.test.ts')(
        'points spent at two tills at once: one order has them, ten times, and what is left can be spent',
      ),
    ],
  },
  {
    section: 'S1§2.9',
    rule: 'Points are corrected by hand with a right and a reason, once for a repeated click, and stand in the ledger.',
    ruling: 'R46',
    tests: [
      ...points('a correction has its right, its reason and its customer; the same click twice is one'),
      ...screen('points points are corrected on the page of a customer, with a reason, and stand in the ledger'),
    ],
  },
  {
    section: 'S1§2.9',
    rule: 'The page of a customer shows purchases with pictures, returns, old gold, open repairs, points, stored value and the number of bills; each number opens its document; parts without their right are absent.',
    ruling: 'R50',
    tests: page(
      'the page of a customer purchases, returns, old gold and open repairs stand there, and each number opens its document',
      'the page of a customer on a phone the parts are a list to choose from, and nothing stands outside the page',
      'the page of a customer who may not see a list finds no part of it',
    ),
  },
  {
    section: 'S1§2.9',
    rule: 'All of one customer is found whenever it was, also by whoever may pick no day before the window.',
    ruling: 'R6, R50',
    tests: flow('a customer’s bills are found whenever they were, by whoever may pick no older day'),
  },
  {
    section: 'S1§2.9',
    rule: 'Consent is kept per customer with purpose, channel, time and when it was withdrawn; nothing of it is overwritten, and an erased customer agrees to nothing.',
    ruling: 'R67',
    tests: [
      ...consent(
        'one consent is noted with who and when, ends with its reason, and is another row when it is given again',
        'one consent that stands is not given twice in the same way; in another way it is, and both end together',
        'one consent the same click twice is one; two clerks at once are one, whether they give or withdraw',
        'what is refused, at its field times: to come, before the customer was entered, withdrawn before given, given again before withdrawn',
        'what is refused, at its field 散客 and whoever is disabled agree to nothing; who agreed is not deleted',
        'whoever is merged brings what was agreed to along, and may end it there',
        'an erased customer agrees to nothing any more: the fact stays without a word of the person',
        'lists a sheet says it in words, numbers are masked for whoever may not see them',
      ),
      ...inFile('tests/flow/erase.test.ts')(
        'an archive of before says nothing of them, and a house restored from it neither; whoever stayed is there',
      ),
      ...consented(
        'consents of a customer none yet says what to do; one is noted, given twice it is refused at its field, withdrawn it stays',
        'consents of a customer on a phone it is noted and withdrawn with a thumb, and nothing stands outside the page',
      ),
    ],
  },
];
