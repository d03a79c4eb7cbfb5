/** Printing at the counter (S1§2.1, §4, §6, §7, §8; R18, R53, R90, R98). */
import { inFile, type Row } from './row.ts';

const calls = inFile('tests/flow/printing.test.ts');
const screen = inFile('tests/e2e/counter-print.test.ts');
const drawn = inFile('root-config/src/print/render.test.ts');
const scanned = inFile('tests/e2e/till-scan.test.ts');
const S = 'printing at the counter';

export const SALES_PRINTING: readonly Row[] = [
  {
    section: 'S1§7',
    rule: 'GET /biz-sell/print/{id} answers print data as tables: master, goods, change, recycle, gift, clean, balance.',
    ruling: 'R98',
    tests: calls(
      'an order is told as tables: itself and its six lists, in words, money with two decimals and weights with three',
    ),
  },
  {
    section: 'S1§9',
    rule: 'The printed sale holds all six lists with their sums, shows weights always, the amount in capitals, and never a cost.',
    ruling: 'R18',
    tests: [
      ...calls(
        'an order goes to paper whole: six lists with their sums, capitals, weights, a second sheet with head and page number',
        'an order of one list leaves no frame of the others, and its only sheet has everything',
        'an order of forty pieces goes on to further sheets, none of its lines twice and none left out',
      ),
      ...drawn(
        'a table that flows follows the one above it, and one without rows takes no place',
        'a table that flows goes on below its head on the next sheet, and the next one behind it',
        'a table without rows leaves nothing on paper, unless it always shows its head',
      ),
    ],
  },
  {
    section: 'S1§7 local print service',
    rule: 'print is the shop’s print service: a JSON with tables and params, reportTitle 销售单, reportType report; its printSuccess shows 打印成功！.',
    ruling: 'R53',
    tests: screen(`${S} the print service gets it as tables, params and drawings; what it refuses is printed later`),
  },
  {
    section: 'S1§2.1',
    rule: 'online print is the browser’s own print page, from the same template.',
    ruling: 'R53',
    tests: screen(
      `${S} an order with all six lists stands whole on the browser’s print page, and its second copy says 补打`,
    ),
  },
  {
    section: 'S1§2.1',
    rule: 'Copies are counted in the document’s history with who, when and how; 补打 is marked on the second.',
    ruling: 'R53',
    tests: [
      ...calls(
        'copies are counted with who and how; the second says 补打, on paper and in the history',
        'copies a repeated click is one copy, and ten tills at once are ten',
        'copies of several documents are counted all or none; what is not there and what is no way is refused',
      ),
      ...drawn(
        'a copy that is not the first says so where its template has a place for it',
        'a copy that is not the first says so in the upper right corner of every sheet where it has none; the first one says nothing',
      ),
    ],
  },
  {
    section: 'S1§4',
    rule: 'With print_direct a saved order prints at once and the form clears to a new blank one; a print that fails loses no order.',
    tests: screen(
      `${S} with print_direct a saved order prints at once, a blank one stands there, and a printer that is away loses nothing`,
      `${S} without it 保存并打印 prints, and closes`,
    ),
  },
  {
    section: 'S1§6',
    rule: 'biz:bizSell:print is online print, :offlinePrint print, :printDesign the design; each guards its button and its call.',
    tests: [
      ...calls('copies each way has its own key, and no other shop’s order is printed'),
      ...screen(`${S} each key has its button: print, online print, design; one order at a time`),
    ],
  },
  {
    section: 'S1§2.4, 2.9',
    rule: 'Recycle, clean, shift and deposit print by a seeded template each; a recycle slip has identity and signature.',
    ruling: 'R98',
    tests: [
      ...calls(
        'slips a recycle slip has what was bought, identity, a declaration and signatures',
        'slips a deposit slip has account, amount in figures and capitals',
        'slips a shift slip has each method’s expected, counted, difference and reason, and two signatures',
        'slips is for whoever may see it, in its own shop',
      ),
      ...screen(
        `${S} each slip prints from its list, and says so on its second copy`,
        `${S} what is looked at prints from its dialog, and one button saves and prints`,
      ),
    ],
  },
  {
    section: 'S1§2.1',
    rule: 'The receipt of a repair has the barcode WX + line id; scanned at the counter it finds the line.',
    ruling: 'R90',
    tests: [
      ...calls('slips a repair receipt has its barcode WX and the line’s number, and is counted by it'),
      ...scanned(
        'the scan box of the till a mobile sets the customer, WX opens the repair, XS brings its lines back, a gift goes to its tab',
      ),
    ],
  },
];
