/** S0§5: validation and computed rules. */
import {
  inFile,
  back,
  batch,
  checks,
  flow,
  goods,
  imports,
  many,
  returns,
  stockRules,
  transfers,
  turnover,
  words,
  type Row,
} from './row.ts';

const W = 'the words of the stock screens';
const computed = inFile('mfe-stock/src/goods/computed-fields.test.ts');
const rows = inFile('mfe-stock/src/screens/batch-entry/batch-lines.test.ts');
const refusedAs = (field: string, value: string, said: string): string => `${field} = ${value} is refused: ${said}`;
export const RULES: readonly Row[] = [
  {
    section: 'S0§5 stock-in',
    rule: 'Shop, day, type, name, style, fineness and label template must be given, each in its words.',
    tests: goods(
      refusedAs('shopId', 'undefined', '分店不能为空'),
      refusedAs('inStorageAt', '""', '入库日期不能为空'),
      refusedAs('type', '""', '首饰类别不能为空'),
      refusedAs('name', '" "', '首饰名称不能为空'),
      refusedAs('style', 'null', '首饰款式不能为空'),
      refusedAs('fineness', '7', '首饰成色不能为空'),
      refusedAs('printTemplate', '""', '请选择标签模板'),
    ),
  },
  {
    section: 'S0§5 stock-in',
    rule: 'Quantities are whole and at least 1, weights have 3 decimals, money 2, stones are counted whole, the ratio is at least 1; nothing is below 0.',
    tests: goods(
      refusedAs('num', '0', '数量不能小于1'),
      refusedAs('num', '1.5', '请输入整数'),
      refusedAs('goldWeight', '-1', '不能小于0'),
      refusedAs('goldWeight', '1.2345', '最多3位小数'),
      refusedAs('goldCost', '1.005', '最多2位小数'),
      refusedAs('goldCost', '-0.01', '不能小于0'),
      refusedAs('stoneP', '1.5', '请输入整数'),
      refusedAs('sellRaito', '0.9', '不能小于1'),
      refusedAs('sellRaito', '1.005', '最多2位小数'),
    ),
  },
  {
    section: 'S0§5 stock-in',
    rule: 'Only pictures are taken, and at most two.',
    tests: words(`${W} pictures are pictures, and at most two`),
  },
  {
    section: 'S0§5 stock-in',
    rule: 'Barcodes and certificate numbers are searched without the blanks around them.',
    ruling: 'R14',
    tests: [
      ...goods('GET barcode gives a number that a receipt may then bear, in any writing'),
      ...stockRules(
        'blanks around what is searched a barcode is found with any blanks around it, in every list that is asked for one',
        'blanks around what is searched a certificate number is found with any blanks around it, and kept without them',
      ),
    ],
  },
  {
    section: 'S0§5 computed',
    rule: 'Name, gross weight, unit cost and tag price follow their formulas; stones count by weight or by number.',
    tests: [
      ...computed(
        'a ring follows the formulas of S0§5',
        'stones priced by count take their number',
        'each term of weight, cost and price counts by itself',
      ),
      ...goods('a receipt is created pending, with an automatic barcode and computed values, and shows at once'),
    ],
  },
  {
    section: 'S0§5 computed',
    rule: 'A price and a name written by hand stay.',
    tests: [
      ...goods('a price on the tag may be set by hand'),
      ...rows('name and price follow their formulas until somebody writes over them'),
    ],
  },
  {
    section: 'S0§5 batch header',
    rule: 'Shop, day, category and template, in that order and these words.',
    tests: [
      ...batch(
        'header without shopId: 分店不能为空, before anything else',
        'header without inStorageAt: 入库日期不能为空, before anything else',
        'header without type: 请选择首饰类别, before anything else',
        'header without printTemplate: 请选择标签模板, before anything else',
      ),
      ...rows('the header lacks its fields in the order of the document'),
    ],
  },
  {
    section: 'S0§5 batch rows',
    rule: 'A row needs shop, category and template first; copying needs a row and a count; saving a row, and a name in each.',
    tests: [
      ...rows(
        'a row needs shop, category and template, in that order',
        'copying needs a row and a count',
        'saving needs a row, and a name in every row',
      ),
      ...batch('every row has a name; the first without is named before other faults'),
    ],
  },
  {
    section: 'S0§5 batch columns',
    rule: 'Columns are kept for a category, so one must be chosen.',
    tests: [
      ...many('many pieces at once columns are chosen and kept for the category'),
      ...inFile('tests/flow/master-data-settings.test.ts')('dictionaries keep the column settings of a category'),
    ],
  },
  {
    section: 'S0§5 import',
    rule: 'Shop, type and data are asked for; files are .xlsx, .xls or .csv of at most 10 MB, one at a time.',
    tests: [
      ...words(`${W} the import takes one table of at most 10 MB, goes round its steps, and confirms in the last only`),
      ...imports(
        'what is missing or makes no sense is refused in words',
        'only tables of at most 10 MB are read, whatever they are called',
      ),
    ],
  },
  {
    section: 'S0§5 import',
    rule: 'All rows or none; refused ones are named by row, field and reason.',
    tests: imports(
      'one refused row refuses all, each by its row in Excel and its own heading',
      'at most 200 refused values are listed, all are counted',
      'a barcode taken meanwhile takes everything back and is named',
    ),
  },
  {
    section: 'S0§5 transfer',
    rule: 'Shops, day and lines are asked for, the shops differ; the field is named before the sentence about the whole.',
    tests: [
      ...transfers('what the form says is said by the server too, in order header'),
      ...words(`${W} a transfer says what it needs: shops, date, lines, a barcode, a quantity`),
    ],
  },
  {
    section: 'S0§5 transfer',
    rule: 'Quantities from 1 to the stock, prices not below 0, no piece twice.',
    tests: transfers('what the form says is said by the server too, in order lines'),
  },
  {
    section: 'S0§5 stock check',
    rule: 'Shop, day, type and lines are asked for; extraction needs shop and type, a scan shop and code; counts are whole.',
    tests: [
      ...checks('the form is told what is wrong, in its words'),
      ...inFile('mfe-stock/src/screens/check/check-lines.test.ts')(
        'the actual quantity is a whole number and is saved once typed',
      ),
    ],
  },
  {
    section: 'S0§5 supplier return',
    rule: 'Shop, day and lines are asked for, a line needs a shop and a code, no piece twice.',
    tests: [
      ...returns(
        'what the form says is said by the server too header',
        'what the form says is said by the server too lines',
      ),
      ...back('back to the supplier a return is scanned, audited, reversed with a reason and told by its history'),
    ],
  },
  {
    section: 'S0§5 supplier return',
    rule: 'The quantity is whole and within the free stock, the price has two decimals.',
    ruling: 'R10',
    tests: returns('quantity defaults to what is free, price to the cost; a lot goes back in part'),
  },
  {
    section: 'S0§5 goods flow',
    rule: 'The flow asks for a barcode.',
    tests: flow('without a barcode the flow takes shop and dates, and asks for one of the two'),
  },
  {
    section: 'S0§5 reports',
    rule: 'Filters of the turnover report, column filters among them.',
    tests: turnover(
      'filter barcode=nothing finds 0',
      'filter name=手链 finds 2',
      'filter typeArr=手链&typeArr=戒指 finds 2',
      'filter goldWeight=3.215 finds 2',
    ),
  },
];
