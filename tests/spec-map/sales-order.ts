/** S1 of the sales order: header, jewellery lines, sums, payments, and what save, audit and 反审核 do. */
import { inFile, type Row } from './row.ts';

const flow = inFile('tests/flow/sale.test.ts');
const lists = inFile('tests/flow/sale-lists.test.ts');
const unit = inFile('services/sale/sale.test.ts');
const ids = inFile('services/sale/line-identity.test.ts');
const line = inFile('mfe-sales/src/order/line.test.ts');
const payment = inFile('mfe-sales/src/order/payment.test.ts');
const mistakes = inFile('tests/e2e/mistakes-money.test.ts');
const day = inFile('tests/e2e/shop-day-mouse.test.ts');
const keyboard = inFile('tests/e2e/shop-day-keyboard.test.ts');
const scanner = inFile('tests/e2e/scanner.test.ts');
const sellers = inFile('services/documents/sellers.test.ts');
const sellersAtTill = inFile('tests/e2e/till-sellers.test.ts');
const returns = inFile('tests/flow/sale-return.test.ts');
const till = inFile('tests/e2e/sale-return.test.ts');
const parking = inFile('tests/flow/parking.test.ts');
const parkedAtTill = inFile('tests/e2e/parking.test.ts');
const counter = inFile('tests/e2e/counter-dialogs.test.ts');
const shift = inFile('tests/flow/shift.test.ts');
const shiftAtTill = inFile('tests/e2e/shift.test.ts');
const merged = inFile('tests/flow/customer-merge.test.ts');
const repairs = inFile('tests/flow/repair.test.ts');

export const SALES_ORDER: readonly Row[] = [
  {
    section: 'S1§2.1',
    rule: 'An order is written, audited and printed at the till: customer (a new one from the dialog), seller, pieces, payments by method.',
    tests: [
      ...day(
        'a day in the shop it is sold there to a customer who is new, with two ways of payment, and the bill prints',
      ),
      ...keyboard('a day by keyboard receive, audit, transfer, sell: no mouse'),
    ],
  },
  {
    section: 'S1§2.1',
    rule: 'The list shows a picture of what was sold, the first of the order, else of its pieces.',
    tests: flow('a list shows the pictures of what was sold where the sale has none of its own'),
  },
  {
    section: 'S1§2.2',
    rule: 'A piece comes into the order by its barcode; one that somebody else holds says who has it.',
    ruling: 'R3',
    tests: scanner('the scanner lines of a sale; a piece that another document holds says who has it'),
  },
  {
    section: 'S1§3',
    rule: 'Every line of every list keeps an id over edits; new lines get one, and ids of other orders are refused.',
    ruling: 'R68',
    tests: [
      ...lists('a line keeps its id over edits; a new one has none, and one of another order is refused'),
      ...ids(
        'an id of the wire names its order and its line',
        'lines that stand keep their ids in any order, new ones get ids that none has',
        'no line is sent twice',
      ),
    ],
  },
  {
    section: 'S1§4',
    rule: 'Save holds the pieces, audit sells them, 反审核 takes back and holds again.',
    ruling: 'R2',
    tests: flow('save holds, audit sells, 反审核 takes back and holds, audit sells again'),
  },
  {
    section: 'S1§4',
    rule: 'Two tills cannot sell one piece; the second hears who has it.',
    ruling: 'R1',
    tests: flow('two tills, one piece: exactly one sells it, the other hears who has it'),
  },
  {
    section: 'S1§4',
    rule: 'An order is edited on its day only, except by who may edit any day.',
    ruling: 'R5',
    tests: flow('rights: shop, day, cost'),
  },
  {
    section: 'S1§4',
    rule: 'What is paid follows what is to be paid, or the sum of the payments; in a saved order it stays as it was.',
    tests: payment(
      'what is paid follows what is to be paid until a payment is typed, then their sum',
      'what is paid of a saved order stays as it was saved',
    ),
  },
  {
    section: 'S1§4',
    rule: 'The same save ten times is one order.',
    tests: flow('ten clicks are one sale'),
  },
  {
    section: 'S1§5',
    rule: 'Customer, shop, sell date, seller and template are asked for; one list at least has a line; a piece stands once.',
    tests: flow('what the form asks for'),
  },
  {
    section: 'S1§5',
    rule: 'A sum paid needs a method with an amount; payments make up what is paid.',
    ruling: 'R17',
    tests: [
      ...flow(
        'payments sum to what was paid, with methods that exist',
        'payments have the sign of the bill, whatever right one has',
      ),
      ...payment('an order needs a payment unless nothing is to be paid'),
      ...mistakes('mistakes with money nothing paid, and more rounded off than a seller may: both lead to a payment'),
    ],
  },
  {
    section: 'S1§5',
    rule: 'Rounding off goes to the limit of the setting, beyond it with the right.',
    ruling: 'R17',
    tests: [
      ...flow('payments rounding up to the limit, beyond it with a right'),
      ...payment('an order asks when more is missing or over than may be rounded off'),
      ...unit('sums a right lifts the rounding limit, but never turns the bill round'),
    ],
  },
  {
    section: 'S1§5',
    rule: 'A quantity is at least one and at most what is free; a cut may be negative, never more than the gold there is.',
    tests: [
      ...line(
        'what is typed in a line a quantity stays between one and what is free',
        'what is typed in a line more than the gold of the piece cannot be cut',
      ),
      ...unit('a line a piece marked 一口价 takes no gold price, and no cut is heavier than the piece'),
      ...flow('a lot sells in part, and an edit counts its own hold as free'),
    ],
  },
  {
    section: 'S1§6',
    rule: 'The seller is a user by nickname, else by name; sellerId rules, admin is left out of the picker, disabled ones are refused.',
    ruling: 'R25',
    tests: [
      ...sellers(
        'the id rules, then the name, then the name to sign in by',
        'two of one name must be chosen by hand; nobody is refused at the field',
        'a seller is of the shop or of the whole chain, and of two names the one of the shop is meant',
      ),
      ...flow('who may be named as the seller is known at once, also right after a change'),
      ...sellersAtTill('the sellers of the till follow its shop, and one of another shop is taken back'),
    ],
  },
  {
    section: 'S1§7',
    rule: 'Each list of an order is answered by its own call.',
    tests: lists('an order may be of cleaning alone, and what it holds is answered by its own list'),
  },
  {
    section: 'S1§9',
    rule: 'The server reckons every number of a line and names what does not agree, with both numbers.',
    ruling: 'R16',
    tests: [
      ...flow(
        'every number is recomputed a fixed price with rebate and fees',
        'every number is recomputed by the gram',
        'every number is recomputed what does not agree is named with both numbers',
      ),
      ...unit(
        'a line at a fixed price starts without fees and keeps the piece’s own beside',
        'a line by the gram takes today’s price, its share of parts and the fees of the piece',
        'a line every number that was sent must agree',
      ),
      ...line('editing a saved line gives to the fen what the server computes from the piece'),
    ],
  },
  {
    section: 'S1§9',
    rule: 'What is to be paid is amount − returns − old material + gifts + cleaning, over all lists.',
    ruling: 'R16',
    tests: [
      ...lists('sums go over all lists, and each must agree'),
      ...unit('sums follow from the lines and the payments'),
      ...returns('an exchange: what is brought back pays for what is bought'),
      ...inFile('tests/flow/sales-recount.test.ts')(
        'every report of sales equals the books, now and then (seed 20261125)',
      ),
    ],
  },
  {
    section: 'S1§3',
    rule: 'A return is picked from what the customer bought in any shop, with what was sold, came back and may come back.',
    ruling: 'R44',
    tests: [
      ...returns('what was bought is listed with what came back of it, and what is about to'),
      ...till(
        'returns at the till a scan of the piece brings customer and line; the list brings the rest; it saves and reads back',
      ),
    ],
  },
  {
    section: 'S1§4',
    rule: 'Never more comes back than was sold; two orders cannot bring back the same piece; who is not its buyer cannot at all.',
    ruling: 'R20',
    tests: returns(
      'who brings back two tills return the same piece: exactly one of them does',
      'who brings back more than was sold, another customer’s, a pending sale’s or one that never was is refused at its line',
    ),
  },
  {
    section: 'S1§4',
    rule: 'A sale is not taken back while a return of it stands, nor a return once its piece moved on.',
    ruling: 'R69',
    tests: returns(
      'what is in the way of the sale: a return that waits or stands is named',
      'what is in the way of the return: what was sold on, moved or held since',
    ),
  },
  {
    section: 'S1§9',
    rule: 'A refund is what was paid: what was rounded off is shared, parts add up to the whole, more needs the right.',
    ruling: 'R73',
    tests: returns(
      'how much is paid back what was rounded off is shared, and parts of a lot add up to what was paid',
      'how much is paid back less is given freely, more only with the right; what does not agree is named with both numbers',
    ),
  },
  {
    section: 'S1§4',
    rule: 'A piece that comes back to a shop that never had it makes a row 销退入库 there.',
    ruling: 'R71',
    tests: returns('a shop that never had the piece gets a row 销退入库, which nobody edits and 反审核 takes away'),
  },
  {
    section: 'S1§2.1',
    rule: 'An order may wait: taken up once, at any till of its shop, within 24 hours, told what is gone meanwhile.',
    ruling: 'R94',
    tests: [
      ...parking(
        'what was put aside at one till is taken up at another as it was, once; the second hears who has it',
        'another shop neither sees, takes, throws away nor puts aside',
        'after 24 hours it is gone',
      ),
      ...parkedAtTill(
        'an order that waits is put aside, taken up at another till with all that was typed, and says what was sold meanwhile',
      ),
    ],
  },
  {
    section: 'S1§2.1',
    rule: 'Points and margin (for those who may see cost) stand under the totals while an order is typed; several sellers share it.',
    ruling: 'R81',
    tests: counter(
      'at the counter points and margin stand under the totals while an order is typed; several sellers share it',
    ),
  },
  {
    section: 'S1§2.1',
    rule: 'The customer of an order is added or edited in a second dialog.',
    tests: counter(
      'at the counter the customer of a document is corrected on the way, and the document shows the new words',
    ),
  },
  {
    section: 'S1§5',
    rule: 'Old material is bought at the board’s price; a further line asks for kind and style of the one before.',
    ruling: 'R76',
    tests: counter(
      'at the counter the board fills the price of old material once its fineness is chosen; the next line waits for kind and style',
    ),
  },
  {
    section: 'S1§2.8',
    rule: 'A saved gift for points can be changed; its points follow the number.',
    ruling: 'R86',
    tests: counter('at the counter a saved gift for points can be changed: points follow the number'),
  },
  {
    section: 'S1§4',
    rule: 'A till is handed over: float, what came by method, corrections, counted money, a reason, the taker’s password; once.',
    ruling: 'R80',
    tests: [
      ...shift(
        'the till should hold what came since the last shift; its cash is the next float',
        'what is edited, taken back or deleted later is a correction of the shift in which it happens, wherever it is done',
        'money that came since the figures were read is not handed over by old ones; nothing is lost',
        'closed at once by two, and by a double click, it is handed over once',
        'the taker signs with his own password, and is another person of that shop',
        'a shift is final, and another shop’s till is nobody’s business',
      ),
      ...shiftAtTill('a shift is counted, explained and signed; the money of the next begins with what was counted'),
    ],
  },
  {
    section: 'S1§2.9',
    rule: 'What a merged record bought comes back from the one that stays, and lists of a customer tell of both.',
    ruling: 'R95',
    tests: merged('what the one that went had bought comes back from the one that stays, and its lists tell of both'),
  },
  {
    section: 'S1§2.1',
    rule: '散客 hands in nothing to be cleaned or mended.',
    ruling: 'R82',
    tests: repairs('散客 hands nothing in: nobody could be told that it is ready'),
  },
];
