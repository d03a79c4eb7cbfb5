/** What a file says is read or named (R150): rows of another width, sheets, damaged cells, units, files in disguise, over HTTP. */
import { expect, test } from 'vitest';
import { CFB, utils, write, type WorkSheet } from 'xlsx';
import type { Reply } from '../support/app.ts';
import { importDesk } from './import-desk.ts';

const { at, upload, send } = importDesk();
const HEADINGS = ['品名', '款式', '成色', '金重', '金价', '工费', '标价'];
const MATCHED = {
  品名: 'name',
  款式: 'style',
  成色: 'fineness',
  金重: 'goldWeight',
  金价: 'goldCost',
  工费: 'workFee',
  标价: 'sellPrice',
};
const RING = ['足金戒指', '光圈', '足金', 5.125, 560, 10, 5000];
type Rows = readonly (readonly unknown[])[];
const sheetOf = (rows: Rows): WorkSheet => utils.aoa_to_sheet(rows.map((row) => [...row]));
type Sheets = Readonly<Record<string, WorkSheet>>;
const book = (sheets: Sheets, { hidden = [] as readonly string[], type = 'xlsx' as 'xlsx' | 'biff8' } = {}): Buffer => {
  const workbook = utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(workbook, sheet, name);
  workbook.Workbook = { Sheets: Object.keys(sheets).map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })) };
  return write(workbook, { type: 'buffer', bookType: type }) as Buffer;
};
const csv = (...lines: readonly string[]): Buffer => Buffer.from(lines.join('\n'));
const read = async (bytes: Buffer, name = '首饰.xlsx'): Promise<Record<string, unknown>> => {
  const reply = await upload(bytes, name);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data as Record<string, unknown>;
};
const importing = async (bytes: Buffer, name: string, change: object = {}): Promise<Reply> =>
  send({ fileId: (await read(bytes, name))['fileId'], mapping: MATCHED, ...change });
const chosen = (bytes: Buffer, sheet: string): Promise<Reply> => {
  const form = new FormData();
  form.append('sheet', sheet);
  form.append('file', new Blob([new Uint8Array(bytes)]), '首饰.xlsx');
  return at.app.call('POST', '/biz-goods-in/import-file', { body: form });
};

test('a thousands comma without quotes moves a row: it is refused by its row, and quoted it is read', async () => {
  const head = HEADINGS.join(',');
  const wide = await importing(csv(head, '足金戒指,光圈,足金,5.125,1,234.00,10,3000'), 'a.csv');
  expect(wide).toMatchObject({
    status: 422,
    body: {
      data: [
        { row: 2, field: '整行', message: '这一行有8列，表头只有7列：可能是数字里的逗号没有加引号，或内容错了位' },
      ],
    },
  });
  const short = await importing(csv(head, '足金戒指,光圈,足金,5.125,560'), 'a.csv');
  expect(short).toMatchObject({ status: 422, body: { data: [{ row: 2, field: '整行' }] } });
  const sound = csv(head, '足金戒指,光圈,足金,5.125,"1,234.00",10,8000,,');
  expect(await importing(sound, 'a.csv')).toMatchObject({ status: 200 });
  // One row is not as long as the others, so nothing of it shows in its width.
  const hidden = csv(`${head},备注`, '足金戒指,光圈,足金,5.125,1,234.00,10,3000');
  const file = await read(hidden, 'a.csv');
  expect(await send({ fileId: file['fileId'], mapping: MATCHED, consent: 0 })).toMatchObject({ status: 409 });
});
test('text files are read as they are: GB 18030, UTF-16, tabs, semicolons, quotes with line breaks, headings said again', async () => {
  const tabbed = `${HEADINGS.join('\t')}\r\n"足金\n戒指"\t光圈\t足金\t５．１２５\t￥560\t10 \t5,000\r\n\r\n${HEADINGS.join('\t')}\r\n足金戒指\t光圈\t足金\t5.1\t560\t10\t5000\r\n`;
  for (const [bytes, name] of [
    [Buffer.from(tabbed, 'utf16le'), 'a.csv'],
    [Buffer.from(`\uFEFF${tabbed}`, 'utf16le'), 'a.csv'],
    [Buffer.from(tabbed), 'a.xls'],
    [Buffer.from(tabbed.replaceAll('\t', ';').replaceAll('5,000', '5000')), 'a.csv'],
    [Buffer.from(`sep=|\r\n${tabbed.replaceAll('\t', '|')}`), 'a.csv'],
  ] as const) {
    const file = await read(bytes, name);
    expect(file, name).toMatchObject({ headers: HEADINGS, count: 2, headingRows: [expect.any(Number)] });
    expect(await send({ fileId: file['fileId'], mapping: MATCHED })).toMatchObject({
      status: 200,
      body: { data: { total: 2 } },
    });
  }
  expect((await read(Buffer.from(tabbed), 'a.xls'))['note']).toContain('文本表格');
});
test('every sheet is named: instructions are skipped, of two with data one is chosen, hidden ones by choice alone', async () => {
  const [data, more] = [sheetOf([HEADINGS, RING]), sheetOf([HEADINGS, RING, RING])];
  const help = sheetOf([
    ['列', '怎么填'],
    ['品名', '必填'],
    ['金重', '克'],
  ]);
  const one = await read(book({ 填写说明: help, 首饰: data, 旧: more }, { hidden: ['旧'] }));
  expect(one).toMatchObject({ sheet: '首饰', count: 1 });
  expect(one['sheets']).toMatchObject([{ name: '填写说明' }, { name: '首饰', rows: 1 }, { name: '旧', hidden: true }]);
  // Data under headings that nobody knows is data all the same.
  const odd = sheetOf([
    ['货品', '样式', '含金', '克'],
    ['足金戒指', '光圈', '足金', 5.125],
  ]);
  expect(await upload(book({ 首饰: data, 补充: odd }))).toMatchObject({
    status: 422,
    body: { data: [{ name: '首饰' }, { name: '补充', rows: 1 }] },
  });
  for (const type of ['xlsx', 'biff8'] as const) {
    const both = book({ 首饰: data, 退货: more }, { type });
    expect(await upload(both, type === 'xlsx' ? 'a.xlsx' : 'a.xls')).toMatchObject({
      status: 422,
      body: {
        msg: '文件有2个有数据的工作表：“首饰”、“退货”，请选择要导入的工作表',
        data: [
          { path: 'sheet', name: '首饰', rows: 1, hidden: false },
          { name: '退货', rows: 2 },
        ],
      },
    });
    expect((await chosen(both, '退货')).body.data).toMatchObject({ sheet: '退货', count: 2 });
    expect(await chosen(both, '没有')).toMatchObject({
      status: 422,
      body: { msg: '文件中没有这个工作表，请重新选择' },
    });
  }
  const shy = book({ 空: sheetOf([[]]), 首饰: data }, { hidden: ['首饰'] });
  expect(await upload(shy)).toMatchObject({
    status: 422,
    body: { msg: '只有工作表“首饰”（隐藏）有数据，请选择要导入的工作表' },
  });
  expect((await chosen(shy, '首饰')).body.data).toMatchObject({ count: 1 });
});
test('formulas without a value, dates, foreign money and errors are refused cells, mended where they stand', async () => {
  const sheet = sheetOf([
    ['款号', ...HEADINGS],
    ['x', ...RING],
  ]);
  Object.assign(sheet, {
    A2: { t: 'n', v: 46_093, z: 'm"月"d"日"' },
    E2: { t: 'n', f: 'D2*2' },
    H2: { t: 'n', v: 5000, z: '[$HK$-C04]#,##0.00' },
  });
  const mapping = { ...MATCHED, 款号: 'styleNo' };
  const { fileId } = await read(book({ 首饰: sheet }));
  const refused = await send({ fileId, mapping });
  const words = (refused.body.data as { wire: string; message: string }[]).map(({ wire, message }) => [
    wire,
    message.slice(0, 6),
  ]);
  expect([refused.status, words.toSorted((left, right) => (left[0] ?? '').localeCompare(right[0] ?? ''))]).toEqual([
    422,
    [
      ['goldWeight', '公式没有计算'],
      ['sellPrice', '不是人民币金'],
      ['styleNo', '是日期，不是'],
    ],
  ]);
  const edits = [
    ['goldWeight', '5.125'],
    ['sellPrice', '5000'],
    ['styleNo', '3-12'],
  ].map(([wire, value]) => ({ row: 2, wire, value }));
  expect(await send({ fileId, mapping, edits })).toMatchObject({ status: 200 });
});
/** The sheet with the cell E2 as another program writes it. */
const withCell = (xml: string): Buffer => {
  const file = CFB.read(book({ 首饰: sheetOf([HEADINGS, RING]) }), { type: 'buffer' });
  const at = file.FullPaths.findIndex((path: string) => path.endsWith('xl/worksheets/sheet1.xml'));
  const sheet = Buffer.from(file.FileIndex[at]?.content ?? []).toString();
  const changed = sheet.replace(/<c r="E2"[^>]*>.*?<\/c>/u, xml);
  expect(changed).not.toBe(sheet);
  CFB.utils.cfb_add(file, '/xl/worksheets/sheet1.xml', Buffer.from(changed));
  return CFB.write(file, { type: 'buffer', fileType: 'zip' }) as Buffer;
};
test('a formula that its program never worked out is refused however it was written, and never taken as nothing', async () => {
  const formula = '<f>D2*2</f>';
  for (const cell of [
    `<c r="E2">${formula}</c>`,
    `<c r="E2">${formula}<v></v></c>`,
    `<c r="E2" s="0">${formula}<v/></c>`,
    `<c r="E2" t="n">${formula}<v></v></c>`,
  ])
    expect([cell, await importing(withCell(cell), '首饰.xlsx')]).toMatchObject([
      cell,
      {
        status: 422,
        body: {
          data: [
            { row: 2, wire: 'goldCost', message: '公式没有计算结果，请在Excel中打开并保存后再导入，或粘贴为数值' },
          ],
        },
      },
    ]);
  expect(await importing(withCell(`<c r="E2">${formula}<v>560</v></c>`), '首饰.xlsx')).toMatchObject({ status: 200 });
});
test('a text that keeps its zeros by a sign of equality is the code; another formula as text is none', async () => {
  const lines = ['款号,品名,款式,成色,金重,金价,工费,标价', '="00123",足金戒指,光圈,足金,5.125,560,10,5000'];
  const mapping = { ...MATCHED, 款号: 'styleNo' };
  expect(await importing(csv(...lines), 'a.csv', { mapping, batchNo: 'ZEROS' })).toMatchObject({ status: 200 });
  expect((await at.app.get('/biz-goods-in?batchNo=ZEROS')).body.data).toMatchObject({ list: [{ styleNo: '00123' }] });
  const worked = csv(lines[0]!, lines[1]!.replace('"00123"', 'A1&C3'));
  expect(await importing(worked, 'a.csv', { mapping })).toMatchObject({
    status: 422,
    body: { data: [{ wire: 'styleNo' }] },
  });
});
test('钱 is asked about, and once it was said the weight is its grams', async () => {
  const headings = HEADINGS.map((heading) => (heading === '金重' ? '金重(钱)' : heading));
  const mapping = Object.fromEntries(
    headings.map((heading, index) => [heading, MATCHED[HEADINGS[index] as keyof typeof MATCHED]]),
  );
  const { fileId } = await read(csv(headings.join(','), '足金戒指,光圈,足金,2,560,10,5000'), 'a.csv');
  const head = { supplierId: null, shopId: at.shopId, type: '戒指', batchNo: 'QIAN', fileId, mapping };
  const asked = (await at.app.post('/biz-goods-in/import-check', head)).body.data as {
    questions: { choices: { value: string }[] }[];
  };
  expect(asked).toMatchObject({
    problemCount: 1,
    questions: [{ heading: '金重(钱)', question: '1钱是多少克？', answer: '' }],
  });
  expect(asked.questions[0]?.choices.map(({ value }) => value)).toEqual(['3.125', '3.75', '5']);
  expect((await send({ fileId, mapping })).status).toBe(422);
  expect(await send({ fileId, mapping, batchNo: 'QIAN', units: { '金重(钱)': '3.75' } })).toMatchObject({
    status: 200,
  });
  expect((await at.app.get('/biz-goods-in?batchNo=QIAN')).body.data).toMatchObject({ list: [{ goldWeight: 7.5 }] });
});
test('what is something else under a fitting name is told what it is', async () => {
  const cfb = (stream: string): Buffer => {
    const container = CFB.utils.cfb_new({ root: 'R' }) as object;
    CFB.utils.cfb_add(container, `/${stream}`, Buffer.alloc(5_000, 1));
    return CFB.write(container, { type: 'buffer' }) as Buffer;
  };
  const zip = (part: string): Buffer => {
    const container = CFB.utils.cfb_new({ root: 'R' }) as object;
    CFB.utils.cfb_add(container, `/${part}`, Buffer.from('x'));
    return CFB.write(container, { type: 'buffer', fileType: 'zip' }) as Buffer;
  };
  const files: readonly (readonly [bytes: Buffer, name: string, says: string])[] = [
    [Buffer.from('<html><table><tr><td>品名</td></tr></table></html>'), 'a.xls', '这是网页（HTML）文件'],
    [
      Buffer.from('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'),
      'a.xls',
      '这是XML文件',
    ],
    [Buffer.from('MIME-Version: 1.0\nContent-Type: multipart/related'), 'a.xls', '这是网页存档'],
    [Buffer.from('%PDF-1.7\n'), 'a.xlsx', '这是PDF文件'],
    [Buffer.from('89504e470d0a1a0a0000', 'hex'), 'a.xlsx', '这是图片'],
    [Buffer.from('ffd8ffe000104a46', 'hex'), 'a.csv', '这是图片'],
    [zip('清单.txt'), 'a.xlsx', '这是压缩包'],
    [Buffer.from('526172211a0700', 'hex'), 'a.xls', '这是压缩包'],
    [zip('word/document.xml'), 'a.xlsx', '这是Word文档'],
    [zip('content.xml'), 'a.xlsx', '这是OpenDocument表格'],
    [cfb('WordDocument'), 'a.xls', '这是Word文档'],
    [cfb('EncryptedPackage'), 'a.xlsx', '文件设有打开密码'],
    [zip('Index/Document.iwa'), 'a.xlsx', '这是苹果Numbers'],
    [cfb('PowerPoint Document'), 'a.xls', '这是'],
    [Buffer.from('1f8b080000000000', 'hex'), 'a.xlsx', '这是压缩包'],
    [Buffer.from('52494646240000005745425056503820', 'hex'), 'a.xlsx', '这是图片'],
    [Buffer.from('{\\rtf1\\ansi'), 'a.xls', '这是RTF文档'],
    [Buffer.from('[{"品名":"戒指"}]'), 'a.csv', '这是JSON数据'],
  ];
  for (const [bytes, name, says] of files) {
    const reply = await upload(bytes, name);
    expect([says, (reply.body.msg ?? '').slice(0, says.length)]).toEqual([says, says]);
    expect([415, 422]).toContain(reply.status);
  }
});
