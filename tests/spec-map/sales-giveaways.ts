/** S1 of gifts for shoppers: what is offered, what is claimed, what is handed over. */
import { inFile, type Row } from './row.ts';

const flow = inFile('tests/flow/giveaway.test.ts');
const clean = inFile('services/master-data/giveaways/clean-content.test.ts');
const claims = inFile('tests/flow/shopper-claims.test.ts');
const model = inFile('services/master-data/giveaways/shopper-claims.sql.test.ts');
const phone = inFile('tests/e2e/shopper-claims.test.ts');
const pace = inFile('mfe-mobile/src/pages/giveaway/pace.test.ts');
const screen = inFile('tests/e2e/giveaway.test.ts');

export const SALES_GIVEAWAYS: readonly Row[] = [
  {
    section: 'S1§2.6',
    rule: 'A giveaway has a rich text with headings, sizes from 12 to 36 and pictures of the house; nothing in it can run.',
    tests: [
      ...clean(
        'what the editor makes is kept: headings, lists, sizes from 12 to 36, own pictures',
        'it is clean already: a second time changes nothing, and emptiness is empty',
      ),
      ...flow(
        'a giveaway is kept without anything that could run, found by its title, and told with its content by its id alone',
      ),
      ...screen(
        'giveaways a text is written with heading and size, a pasted script stays outside, a chosen picture is kept',
      ),
    ],
  },
  {
    section: 'S1§7',
    rule: 'The current gift is the newest that is enabled and not all gone.',
    ruling: 'R88',
    tests: flow('a giveaway valid answers the newest that is enabled and not all gone, else nothing'),
  },
  {
    section: 'S1§4',
    rule: 'What is left falls by one per claim, never below zero; nobody has more than the limit, by customer and by openId.',
    ruling: 'R22',
    tests: flow(
      'a claim of twenty at once for the last three, three win; what is left never goes below zero',
      'a claim of one person stops at the limit, by customer and by openId, at once too',
      'a claim sent twice under one key is one claim',
    ),
  },
  {
    section: 'S1§4',
    rule: 'Whatever people press at once on several phones and at the counter, bound, unbound and merged, the total and the limit of a person hold.',
    ruling: 'R22, R88',
    tests: [
      ...model(
        'two hundred at once, round by round: each gift gives out what it has, and nobody has more than the limit',
      ),
      ...claims(
        'two hundred at once over one gift: exactly the total succeed',
        'one person on two phones, before and after binding, after unbinding and at the counter has the limit once',
      ),
    ],
  },
  {
    section: 'S1§2.16, §4',
    rule: 'A shopper is told the current gift, claims it once however often he presses, and sees whether his waits or was collected, and where.',
    ruling: 'R88, R137, R159, R160',
    tests: claims(
      'the gift that is offered is told to whoever is signed in, without what the shop alone knows; nobody else hears of it',
      'a claim gives a waiting code; the shop finds it by scan, hands it over once, and the shopper sees where',
      'a claim pressed again is the same one: by the same press, or where everybody may have one',
      'a claim of two that wait the one that is not collected is shown until it is',
      'a claim of a gift that ended, is all gone or never was is a no in plain words; what he has stays his',
      'one person signed in by number claims for his record; disabled he is sent to the shop; erased nothing names him',
      'logs have neither openId nor code, and the list is filtered by who claimed',
    ),
  },
  {
    section: 'S1§2.16',
    rule: 'The gift claim page shows the content and a button, then the gift that waits with its code128, or that it was claimed; without a gift 没有礼品可领取！',
    ruling: 'R22, R137, R161',
    tests: [
      ...phone(
        'a shopper claims, shows the code, the clerk scans it, and the page turns by itself',
        'a shopper with two phones has one gift; the code is there on both',
        'a shopper whose gift ended or was used up between page and press is told so; without a gift the page says it',
        'a shopper whose network is away presses again and has one claim; of two codes one is collected after the other',
      ),
      ...pace(
        'it asks at least every five seconds for two minutes, and no longer than half an hour',
        'a code is read out in groups of four; one that the shop made up stays as it is',
      ),
    ],
  },
  {
    section: 'S1§2.6',
    rule: 'What is left changes only for those who saw it; with claims a giveaway stays.',
    ruling: 'R88',
    tests: flow(
      'a giveaway what is left changes only for those who saw what it is',
      'a giveaway with claims it stays; without it goes',
    ),
  },
  {
    section: 'S1§2.11',
    rule: 'A code is found by itself and by the telephone; an empty one is made; one code is there once.',
    ruling: 'R88',
    tests: flow(
      'a write-off is found by its whole code and by a part of the telephone; its code is shown to nobody until it is collected',
      'a write-off gets a code where none was given, by either address, told once; a code is there once',
    ),
  },
  {
    section: 'S1§4',
    rule: 'A waiting code is collected once; then it neither changes nor goes.',
    ruling: 'R22',
    tests: [
      ...flow('a write-off is used once, however many press at once; then it neither changes nor goes'),
      ...screen('write-offs a scanned code is found and handed over; scanned again it says that it was'),
    ],
  },
];
