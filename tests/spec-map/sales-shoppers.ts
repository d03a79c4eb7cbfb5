/** S1 of shoppers: sign-in, binding, what they see of themselves. */
import { inFile, type Row } from './row.ts';

const signIn = inFile('tests/flow/shopper-sign-in.test.ts');
const pages = inFile('tests/e2e/shopper-sign-in.test.ts');
const binding = inFile('tests/flow/shopper-binding.test.ts');
const landing = inFile('services/shopper/landing.test.ts');
const door = inFile('tests/security/shoppers.test.ts');
const bills = inFile('tests/flow/shopper-bills.test.ts');
const billPages = inFile('tests/e2e/shopper-bills.test.ts');
const slipPicture = inFile('mfe-mobile/src/pages/bill-detail/picture-plan.test.ts');
const repairSteps = inFile('mfe-mobile/src/pages/repairs/timeline.test.ts');
const billRules = inFile('projections/shopper-bills/bills.test.ts');
const slips = inFile('projections/shopper-bills/present.test.ts');
const card = inFile('tests/flow/shopper-card.test.ts');
const desk = inFile('services/shopper/desk.test.ts');
const warranty = inFile('tests/flow/warranty.test.ts');
const warrantyText = inFile('services/warranty/signing.test.ts');
const warrantyPage = inFile('tests/e2e/warranty.test.ts');
const warrantyCommand = inFile('services/warranty/verify-slip.test.ts');
const counterPages = inFile('tests/e2e/shopper-counter.test.ts');

export const SALES_SHOPPERS: readonly Row[] = [
  {
    section: 'S1§2.16',
    rule: 'Coming back from the messaging app: bill leads to the bills, giveaway to the gift, all else to the card; without a record always to the card.',
    ruling: 'R28, R159',
    tests: [
      ...landing(
        'a bound shopper lands on what he came for, everything else is the card',
        'whoever is not bound yet always lands on the card, where he binds',
      ),
      ...signIn('a shopper goes to the app, comes back with a session of thirty days, and is asked for a record'),
      ...pages(
        'sign-in of shoppers through the app to the card, without anything of the console; the page hears nothing twice and tells nobody where from',
        'sign-in of shoppers what the app refuses is one sentence; 重试 begins anew and gets in',
        'sign-in of shoppers the app opens the way back twice: both get in, the code is exchanged once; another phone gets nowhere with it',
        'sign-in of shoppers a page opens without a network, by the release of today; unbinding asks first and leaves the card',
      ),
    ],
  },
  {
    section: 'S1§7',
    rule: 'The state is signed, for one browser, ten minutes and one use; the same return twice is one exchange; refusals are one sentence each.',
    ruling: 'R159',
    tests: signIn(
      'the same address twice, at once and after it, is one exchange and one answer',
      'a state of another browser, without its cookie, altered or over burns no code',
      'a used code, wrong settings, a busy app are one Chinese sentence each; a new try works',
      'a code that came with another state is not taken again',
      'each sign-in has a session of its own, and the one before it ends',
      'the secret is sealed, and nobody reads it again',
    ),
  },
  {
    section: 'S1§7',
    rule: 'A shopper sees himself alone: an openId that is not the session’s is 403, no session 401.',
    ruling: 'R28',
    tests: [
      ...signIn(
        'a bound one sees his own card; the openId of another is 403, without a session 401',
        'a record that was merged, disabled or erased: the kept one, none, none',
      ),
      ...door(
        'a session of the staff is none for shoppers, one of a shopper none for the staff',
        'a session does not write for a page of another site, whatever the write',
        'a session tells nobody’s openId: not in the answers of pages, not in headers, not in the log of calls',
      ),
    ],
  },
  {
    section: 'S1§2.16',
    rule: 'While unbound the card takes the number: proved by a code, answered alike whether a record has it or not, and limited.',
    ruling: 'R28, R113, R160',
    tests: [
      ...binding(
        'by number the code binds once; the record is seen at once',
        'by number a number that nobody has is answered alike, gets no message, and is limited alike',
        'by number five wrong tries end a code, ten minutes of guessing are 429, another browser has no use for a code',
        'by number a record with points, or without a sale for long, needs one of its orders; a wrong one counts as a try',
        'by number one openId a record: the second hears where to go, until the first unbinds',
        'by number outside the app the number signs in, for that record alone',
      ),
      ...pages(
        'sign-in of shoppers outside the app by number: the code comes by message, a wrong one keeps what was typed, an order is asked for',
      ),
      ...door(
        'of a thousand guesses of a code a handful is judged, whatever browser they come from',
        'a binding while two records become one ends with one record, seen by its shopper',
      ),
      ...desk(
        'of ten thousand guesses by ten thousand browsers of one address sixty are judged, and of a second address as many',
      ),
    ],
  },
  {
    section: 'S1§2.16',
    rule: 'The counter binds by the code of the card page; with value in the record by its own number or the word of another, each time a row.',
    ruling: 'R136, R160',
    tests: [
      ...binding(
        'at the counter the scanned code binds once, and is a row',
        'at the counter a code that is over, or none, binds nobody',
        'at the counter with value in the record: the word of another, or the code to its number',
        'at the counter a record that another openId has goes over by a word, and the other signs in anew',
        'at the counter a second record of one openId within thirty days asks for a word',
        'at the counter the number of a bound record is changed with a word only',
      ),
      ...pages(
        'sign-in of shoppers whoever has no record sees form and counter code, on narrow and wide screens; the counter binds and the page turns',
      ),
    ],
  },
  {
    section: 'S1§2.16, §7',
    rule: 'The list of bills has order number, shop and day of each audited order of the bound customer, in pages; prices where the house shows them.',
    ruling: 'R28, R95',
    tests: bills(
      'the list has the audited orders of the customer and of records merged into his, the newest first, and no others',
      'the list is of the session alone: a foreign openId is 403, nobody is 401, the own openId may be named',
      'the list of five hundred bills comes in pages, each bill once',
      'the list prices are in it only where the house shows them',
    ),
  },
  {
    section: 'S1§2.16, §3',
    rule: 'The slip has shop, points of the order, usable points, seller, day and its pieces; beyond it weights, fineness, certificate, terms, and what came back.',
    ruling: 'R28, R18, R20',
    tests: [
      ...bills(
        'the slip tells shop, points, seller, day, terms and each piece with weight, fineness and certificate',
        'the slip says what was brought back since; the order that took it says so, too',
      ),
      ...slips(
        'weights and stones are of all pieces of a line, less the gold that was cut off',
        'a line of before the house kept the piece, without picture and certificate, has what it has',
        'prices only where the house shows them; never what it cost, what the seller earns, or whom it was bought by',
        'more came back than was sold is all of it; several sellers are all named',
      ),
    ],
  },
  {
    section: 'S1§2.16',
    rule: 'The pages of bills: the list links to the slip; the slip has code128, name and quantity of each piece; an empty list explains itself.',
    ruling: 'R28',
    tests: [
      ...billPages(
        'at the phone bills the list opens the slip, at every width; names of forty signs stay inside',
        'at the phone bills no bill explains itself; a link to nothing and to another’s bill says so; without a record the card comes first',
        'at the phone bills five hundred bills are read on in steps, each once, below their years',
      ),
      ...slipPicture(
        'a slip says what it has and leaves out what it has not',
        'what came back is said of one piece and of some of several',
      ),
    ],
  },
  {
    section: 'S1§2.16',
    rule: 'A slip seen once opens without a network, is kept as a picture by a long press, and is printed on A5.',
    ruling: 'R161',
    tests: [
      ...billPages(
        'at the phone a slip seen once opens without a network, from its address and from the list; whoever comes after sees nothing of it',
        'at the phone a slip is kept as one picture with the words of the page, by a long press',
        'at the phone a slip is printed on A5, black on white, without its buttons',
      ),
      ...slipPicture(
        'the picture says the same as the page, with bars that a scanner reads, and nothing leaves its edges',
        'a piece that the house signs has its QR on the picture, with the place where it is checked',
        'lines break where they are full and where the text does; an empty one stays',
        'a slip of two hundred pieces is drawn smaller, within what a phone can draw',
      ),
    ],
  },
  {
    section: 'S1§7',
    rule: 'What is no bill of the shopper is 404, whether it is another’s, was taken back or never was, by id and by order number.',
    ruling: 'R28',
    tests: [
      ...bills(
        'the slip another’s bill, one that is pending, reopened or deleted, and what is none are answered alike',
      ),
      ...billRules(
        'a bill is named by its id or by its order number, as people write it',
        'whatever is no bill of his is one and the same statement, so that no answer is slower than another',
      ),
      ...bills(
        'whose record changes while he is signed in unbound or disabled he is told that nothing is his; erased he is signed out',
        'whose record changes while he is signed in merged into another he sees both; parted again he signs in anew',
      ),
    ],
  },
  {
    section: 'S1§3',
    rule: 'Cleaning and mending: the customer sees where his thing is, when it is promised and the days of its steps.',
    ruling: 'R49, R90',
    tests: [
      ...bills('repairs are told with the days of their steps, what waits first, without who had them in hand'),
      ...billPages('at the phone repairs are told step by step, what waits with what to do'),
      ...repairSteps(
        'what is done, where it is now, and what is to come',
        'a step that was passed over is not shown as one that is to come',
        'whoever waits hears what it means; who has it back hears nothing',
      ),
    ],
  },
  {
    section: 'S1§2.14',
    rule: 'Papers carry a signed QR of a piece without a person: good, cut, altered and of an unknown key are told apart, and keys follow one another.',
    ruling: 'R162',
    tests: [
      ...warranty(
        'a bill carries a QR a piece that its public keys prove, with facts and no person',
        'a label says what the piece is and nothing of a sale, before and after it',
        'a text that the house did not sign is told apart: cut, altered, of another house',
        'a new key signs from now on; what the old one signed stays good, its private half is told to nobody',
      ),
      ...warrantyText(
        'cut anywhere it is told as cut',
        'with any one letter changed it is altered or unreadable, never good and never of another house',
        'another house’s text, and one whose sum a forger made to fit, are told apart',
        'an old key is good for its days and for none after them',
        'the longest values fit, cut with a mark that the house’s own value is held against',
      ),
    ],
  },
  {
    section: 'S1§4',
    rule: 'The shop scans the code of the card page and binds it to the customer on screen: once, within minutes, with word or proof where something is at stake.',
    ruling: 'R136, R160',
    tests: [
      ...binding(
        'at the counter the scanned code binds once, and is a row',
        'at the counter a code that is over, or none, binds nobody',
        'at the counter a provider that is away is in the way of no binding; the row says that nobody was told',
        'at the counter with value in the record: the word of another, or the code to its number',
        'at the counter a record that another openId has goes over by a word, and the other signs in anew',
        'at the counter a second record of one openId within thirty days asks for a word',
        'at the counter what is bound ends at the counter by the customer’s own card or a word, and he signs in anew',
        'at the counter the code of a card proves its own record, once, for three minutes, and one command',
        'what shoppers did is in a log of its own, by record and act, without openId, code and number of a stranger',
      ),
      ...counterPages(
        'the card of a shopper at the counter scanned on the customers page it says what to do; with the customer open it binds, once, and ends by his own card',
        'the card of a shopper at the counter in an order it is for the customer of the order; on a phone the row opens a box for it',
      ),
    ],
  },
  {
    section: 'S1§2.14',
    rule: 'Whoever holds the paper sees whether the piece came back or was sold on, and in red what differs; one file and one command check it without a house.',
    ruling: 'R162',
    tests: [
      ...warranty(
        'the house says how it stands with the piece: waiting, sold, brought back, sold on, gone',
        'an order that was deleted is none of the house any more; one that was changed tells what differs',
        'whoever asks all day is told to wait, each way of asking counted together',
      ),
      ...warrantyPage(
        'warranties a scanned slip passes, tells its facts, and what became of the piece since',
        'warranties what the house has otherwise stands in red; an altered text does not pass; a house that is away is said',
        'warranties the downloaded file checks without network and without the house, within 50 ms',
        'warranties 顾客端 gives a new signing key after it said what that means; what was printed before still passes',
      ),
      ...warrantyCommand(
        'a text and a picture of it are proved by the keys of a file; its facts are told',
        'what is cut or altered is told and is no success',
      ),
    ],
  },
  {
    section: 'S1§2.16',
    rule: 'Behind the card: points and stored value with their ledgers, of the session alone, nothing where nobody is bound.',
    ruling: 'R28, R79, R84, R159',
    tests: card(
      'all of it is of the session alone: a foreign openId is 403, nobody is 401, another page does not write',
      'unbound or disabled he is told that nothing is his, and writes nothing',
      'points have their figures and their ledger, the newest first, without what the house wrote beside',
      'stored value has its accounts and its ledger in yuan',
    ),
  },
  {
    section: 'S1§2.16',
    rule: 'A shopper sees and withdraws what he agreed to, reads a copy of his data, and asks to be erased; the house answers or erases.',
    ruling: 'R67',
    tests: card(
      'what he agreed to he sees and withdraws himself, once, the whole purpose, in his name; the house sees who it was',
      'what he agreed to another’s consent and none at all are answered alike, and stay',
      'what he agreed to of a record that was merged into his stands beside his own',
      'the copy tells all that the house keeps of him, in words, and nothing of others; it is in his log',
      'the copy has gifts from before he was bound, by his openId and his number, and none that may be another’s',
      'the copy has what was typed beside consents, what he did on his phone and when he asked to be erased',
      'a copy is read five times in 24 hours, also at once and in both of his records; then it says when again',
      'asking to be erased is one request however often it is pressed, waits on the start page of who may erase, and is taken back',
      'asking to be erased the house answers why it keeps the record; he reads it and may ask again',
      'asking to be erased of a merged record is that of the person who stays; erased it is done, and nothing says what was answered',
    ),
  },
  {
    section: 'S1§2.14',
    rule: 'The public account is connected on a page that says what is missing and asks the provider; the file of the domain is served.',
    ruling: 'R159',
    tests: counterPages(
      'the card of a shopper at the counter 顾客端 says what is missing, asks the provider, shows what shoppers see, and serves the file of the domain',
    ),
  },
];
