import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { read, utils } from 'xlsx';
import { exportOf, sheetName, xlsxOf, type SheetColumn } from './xlsx.ts';

const COLUMNS: SheetColumn[] = [
  { title: '条码', kind: 'text' },
  { title: '标签价', kind: 'money' },
  { title: '金重', kind: 'weight' },
  { title: '数量', kind: 'count' },
  { title: '入库日期', kind: 'day' },
  { title: '录入时间', kind: 'moment' },
];
async function* rowsOf(...rows: unknown[][]) {
  yield rows;
}
const written = async (...rows: unknown[][]) => {
  const book = read(await buffer(xlsxOf({ sheet: '库存[明细]', columns: COLUMNS, rows: rowsOf(...rows) })), {
    cellNF: true,
    cellStyles: true,
  });
  return { book, sheet: book.Sheets[book.SheetNames[0]!]! };
};

test('values come back as written, with their formats', async () => {
  const { book, sheet } = await written([
    '001234567890',
    1234.5,
    '3.215',
    2,
    '2026-11-01',
    '2026-11-01T18:30:15.000+08:00',
  ]);
  expect(book.SheetNames).toEqual(['库存 明细']);
  const [titles, row] = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: false, rawNumbers: false });
  expect(titles).toEqual(['条码', '标签价', '金重', '数量', '入库日期', '录入时间']);
  expect(row).toEqual(['001234567890', '1,234.50', '3.215', '2', '2026-11-01', '2026-11-01 18:30:15']);
  expect(sheet['B2']).toMatchObject({ t: 'n', v: 1234.5, z: '#,##0.00' });
});

test('nothing becomes a formula, and nothing breaks the file', async () => {
  const nasty = [
    '=1+1',
    '+cmd',
    '@x',
    'a<b>&"c"',
    'x\u0000\u000B\uFFFEy',
    '\uD800z',
    '_x0041_',
    'line\r\nnext',
    ' edge ',
  ];
  const { sheet } = await written(...nasty.map((value) => [value]));
  const values = nasty.map((_, index) => sheet[`A${index + 2}`] as { v: unknown; f?: unknown });
  expect(values.map(({ v }) => v)).toEqual([
    '=1+1',
    '+cmd',
    '@x',
    'a<b>&"c"',
    'xy',
    '\uFFFDz',
    '_x0041_',
    'line\nnext',
    ' edge ',
  ]);
  expect(values.every(({ f }) => f === undefined)).toBe(true);
});

test('what does not fit its kind is kept as text, empty cells stay empty', async () => {
  const { sheet } = await written(['', '***', null, undefined, '日期不明', 'soon'], [true, 0, 0, 0, null, null]);
  expect(sheet['A2']).toBeUndefined();
  expect(
    [sheet['B2'], sheet['E2'], sheet['F2'], sheet['A3'], sheet['B3']].map((cell: { v: unknown }) => cell.v),
  ).toEqual(['***', '日期不明', 'soon', '是', 0]);
});

test('a sheet without rows has its titles', async () => {
  const { sheet } = await written();
  expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([
    ['条码', '标签价', '金重', '数量', '入库日期', '录入时间'],
  ]);
});

test('sheet names keep to the rules', () => {
  expect(sheetName("'a/b:c?'")).toBe('a b c');
  expect(sheetName('长'.repeat(40))).toHaveLength(31);
  expect(sheetName('[]')).toBe('Sheet1');
});

test('a source that fails breaks the stream; a reader that leaves ends the source', async () => {
  const failing = async function* () {
    yield [['a']];
    throw new Error('source broke');
  };
  await expect(buffer(xlsxOf({ sheet: 's', columns: COLUMNS, rows: failing() }))).rejects.toThrow('source broke');
  let ended: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (ended = resolve));
  const endless = async function* () {
    try {
      for (let i = 0; ; i += 1) yield [[`row ${i}`]];
    } finally {
      ended();
    }
  };
  const stream = xlsxOf({ sheet: 's', columns: COLUMNS, rows: endless() });
  let bytes = 0;
  for await (const chunk of stream) if ((bytes += (chunk as Buffer).length) > 100_000) break;
  await over;
});

test('an export is a raw answer with a file name', () => {
  const answer = exportOf({ fileName: '库存明细', sheet: '库存', columns: COLUMNS, rows: rowsOf() });
  expect(answer).toMatchObject({ fileName: '库存明细.xlsx', type: expect.stringContaining('spreadsheetml') });
});
