/** S0§4: states and transitions. */
import { inFile, batch, checks, goods, many, returns, stockRows, transfers, words, type Row } from './row.ts';

const W = 'the words of the stock screens';
const lines = inFile('mfe-stock/src/screens/transfer/transfer-rules.test.ts');
const counting = inFile('mfe-stock/src/screens/check/check-lines.test.ts');
const failures = inFile('tests/e2e/failures.test.ts');
export const TRANSITIONS: readonly Row[] = [
  {
    section: 'S0§4 audit',
    rule: 'A new record is pending; audit, asked for, makes it audited; an audited one is final and only 反审核 opens it.',
    ruling: 'R4',
    tests: [
      ...goods('audited is final; 反审核 opens it again; each once, and its repeat is known by its key'),
      ...transfers('what the form says is said by the server too, in order audited is final, and audit comes once'),
      ...checks('life of the document audited is final; two audit once; deletion only while pending'),
      ...returns('audited is final; an edit is of the same day only, whoever asks; bulk is all or nothing'),
    ],
  },
  {
    section: 'S0§4 audit',
    rule: 'The rows of audited records offer no edit, no audit, no deletion.',
    tests: words(`${W} audited rows offer neither edit, audit nor deletion`),
  },
  {
    section: 'S0§4 supplier return',
    rule: 'A return is edited on its own day only.',
    ruling: 'R5',
    tests: returns('audited is final; an edit is of the same day only, whoever asks; bulk is all or nothing'),
  },
  {
    section: 'S0§4 transfer',
    rule: 'A transfer of another day is edited with a right only.',
    ruling: 'R5',
    tests: transfers('who may dates: 45 days back, none forward; another day is edited with a right only'),
  },
  {
    section: 'S0§4 dialog modes',
    rule: 'A form without an id creates, one with an id updates the whole record.',
    tests: goods(
      'a receipt is created pending, with an automatic barcode and computed values, and shows at once',
      'an edit is the whole record; a stale one is told so; absent costs stay',
    ),
  },
  {
    section: 'S0§4 dialog modes',
    rule: '取消 forgets what was typed.',
    tests: stockRows('stock-in 取消 forgets what was typed'),
  },
  {
    section: 'S0§4 stock-in',
    rule: '确定 prints at once with print_direct, else offers the label; then a new form keeps the template and clears the piece.',
    tests: stockRows(
      'stock-in without print_direct 确定 offers the label; a new form stands there, whose next piece is another',
      'stock-in with print_direct the label prints at once and nobody is asked',
    ),
  },
  {
    section: 'S0§4 batch entry',
    rule: 'Rows are sent once and the grid is empty afterwards; a refusal keeps every row.',
    tests: [
      ...many(
        'many pieces at once rows are typed, copied and pasted, saved together, and their labels are offered',
        'many pieces at once what the server refuses stands at its cell, and nothing typed is lost over a reload',
      ),
      ...batch('a repeat with the same key answers the same goods and makes nothing twice'),
    ],
  },
  {
    section: 'S0§4 stock check',
    rule: 'A scan counts a piece once and its scans each time; a lot counts up to its books.',
    ruling: 'R9',
    tests: inFile('services/stock-check/decider.test.ts')(
      'counting (R9) a single piece is counted once, its scans add up',
      'counting (R9) a lot counts up to its books; what was typed above stands',
    ),
  },
  {
    section: 'S0§4 stock check',
    rule: 'A code that is not found is remembered with its reason and shown as text.',
    ruling: 'R9',
    tests: checks('codes that are not found say why (R9)'),
  },
  {
    section: 'S0§4 stock check',
    rule: 'The book quantity is red at 0, green when equal, amber when less than counted, and missing has a colour of its own.',
    ruling: 'R9',
    tests: counting(
      'book quantity: red at 0, green when equal, amber when less than actual, a colour of its own when missing',
    ),
  },
  {
    section: 'S0§4 transfer',
    rule: 'A quantity of 0 and one above the stock become 1 and say why.',
    tests: [
      ...lines('a quantity of 0 becomes 1 and says why', 'more than the stock becomes 1 and says why'),
      ...words(`${W} a quantity of nothing and of too much becomes 1 and says why; a line goes after a question`),
    ],
  },
  {
    section: 'S0§4 lists',
    rule: 'A barcode or certificate in a query takes the days away.',
    tests: inFile('root-config/src/ui/list/filter-model.test.ts')(
      'a list starts today and a typed barcode takes the dates away',
    ),
  },
  {
    section: 'S0§4 dialogs',
    rule: 'A successful write closes the dialog and the list shows it; a failed one keeps the dialog as it is.',
    tests: failures(
      'when things go wrong the server is away while saving: nothing typed is lost, and the save comes through once',
      'when things go wrong a refusal of the server stands at its field, which has the focus; the rest stays',
    ),
  },
  {
    section: 'S0§4 reports',
    rule: 'A report loads once the shops are there.',
    tests: words(`${W} a report waits for its shops`),
  },
];
