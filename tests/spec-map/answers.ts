/** S0§8: what is asked and said; S0§9: constants and limits. */
import { inFile, checks, constants, imports, lists, pictures, words, type Row } from './row.ts';

const W = 'the words of the stock screens';
export const ANSWERS: readonly Row[] = [
  {
    section: 'S0§8 answers',
    rule: 'Every write answers code and message; a refusal says its own and leaves the form.',
    ruling: 'R29',
    tests: [
      ...inFile('tests/flow/platform.test.ts')('refusals a broken rule is 422 and names the field in Chinese'),
      ...inFile('root-config/src/api/client.test.ts')('a refusal carries message, fields and request id'),
    ],
  },
  {
    section: 'S0§8 questions',
    rule: 'Deleting asks with the ids, auditing and removing a line ask, each under 警告 with 确定 and 取消.',
    tests: words(
      `${W} deletion and audit ask first, in these words, and 取消 does nothing`,
      `${W} a quantity of nothing and of too much becomes 1 and says why; a line goes after a question`,
    ),
  },
  {
    section: 'S0§8 questions',
    rule: 'Exports ask with the name of their report, and the file bears it.',
    tests: words(`${W} each report asks before it exports, and its file bears its name`),
  },
  {
    section: 'S0§8 camera',
    rule: 'A browser without cameras says so; so do a refused one and none at all.',
    tests: pictures(
      'pictures of a piece no camera, and a browser without cameras, say so',
      'pictures of a piece a refused camera is told; pictures can still be chosen',
    ),
  },
  {
    section: 'S0§8 files',
    rule: 'A file of another kind, too many, too large: each is said.',
    tests: [
      ...words(
        `${W} pictures are pictures, and at most two`,
        `${W} the import takes one table of at most 10 MB, goes round its steps, and confirms in the last only`,
      ),
      ...imports('only tables of at most 10 MB are read, whatever they are called'),
    ],
  },
  {
    section: 'S0§9 lists',
    rule: 'Twenty rows a page, ten for supplier returns; an export has them all.',
    tests: [
      ...lists('exports are the lists as sheets'),
      ...inFile('tests/flow/exports-whole.test.ts')(
        '/biz-goods-in/export?batchNo=ALL has every piece once',
        '/biz-goods-in/export?batchNo=ALL&pageIndex=2&pageSize=10 has every piece once',
        '/report-goods-turnover/export?typeArr=戒指 has every piece once',
        '/report-goods-flow/export?{days} has every piece once',
      ),
      ...constants('lists answer twenty rows unless asked, supplier returns ten'),
    ],
  },
  {
    section: 'S0§9 defaults',
    rule: 'One piece, ratio 1, stones by weight, enabled, pending.',
    tests: constants('what is not said is one piece, ratio 1, stones by weight, enabled, pending'),
  },
  {
    section: 'S0§9 contents',
    rule: 'The nine gold contents are offered.',
    tests: constants('the gold contents of the document are offered'),
  },
  {
    section: 'S0§9 barcodes',
    rule: 'Barcodes print as Code 128.',
    tests: inFile('root-config/src/print/code128.test.ts')('the check character of a known symbol'),
  },
  {
    section: 'S0§9 sizes',
    rule: 'Transfers open 900 px wide, checks and returns 1000.',
    tests: [
      ...words(`${W} a transfer says what it needs: shops, date, lines, a barcode, a quantity`),
      ...words(`${W} checks and returns open 1000 px wide`),
    ],
  },
  {
    section: 'S0§9 weights',
    rule: 'A carat weighs 0.2 g in the gross weight.',
    tests: inFile('mfe-stock/src/goods/computed-fields.test.ts')('a ring follows the formulas of S0§5'),
  },
  {
    section: 'S0§9 dates',
    rule: 'Without data today the latest day that has some is offered.',
    ruling: 'R41',
    tests: [
      ...lists('an empty day offers the latest day with data'),
      ...checks('life of the document dates, shops and rights'),
    ],
  },
];
