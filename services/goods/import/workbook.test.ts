import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { utils, write, type WorkSheet } from 'xlsx';
import { BadTable } from '../../platform/table-files/table.ts';
import { readTable as readAny } from '../../platform/table-files/workbook.ts';
import { MAX_UNPACKED, packed, unpackWorkbook } from '../../platform/table-files/zip-guard.ts';
import { matchColumns } from './contract.ts';
import { vocabulary } from './vocabulary.ts';

const readTable = (bytes: Buffer, fileName = '') => readAny(bytes, { fileName, vocabulary });

const book = (sheet: WorkSheet, bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer => {
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, sheet, '首饰');
  return write(workbook, { type: 'buffer', bookType, compression: true }) as Buffer;
};
const HEADERS = ['条码', '首饰名称', '金重'];
const problemOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof BadTable) return error.problem;
    throw error;
  }
  return 'none';
};

test.each(['xlsx', 'biff8'] as const)('%s: text barcodes keep their zeros, numbers stay numbers', (kind) => {
  const { headers, rows } = readTable(book(utils.aoa_to_sheet([HEADERS, ['000123', '足金戒指', 3.215]]), kind));
  expect(headers).toEqual(HEADERS);
  expect(rows).toEqual([{ row: 2, cells: ['000123', '足金戒指', 3.215] }]);
});
test('numbers formatted with leading zeros are what they look like; long numbers are not shortened', () => {
  const sheet = utils.aoa_to_sheet([HEADERS, [123, '戒指', 202_600_000_017]]);
  Object.assign(sheet['A2'] as object, { z: '00000000' });
  expect(readTable(book(sheet)).rows[0]?.cells).toEqual(['00000123', '戒指', 202_600_000_017]);
});
test('csv: UTF-8, with a mark, and as Chinese Excel writes it', () => {
  const text = '条码,首饰名称,金重\n000123,足金戒指,3.215\n';
  // The same text in GB 18030.
  const gbk = Buffer.from('ccf5c2eb2ccad7cacec3fbb3c62cbdf0d6d80a3030303132332cd7e3bdf0bde4d6b82c332e3231350a', 'hex');
  for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), Buffer.from(`\uFEFF${text}`, 'utf16le'), gbk]) {
    const { headers, rows } = readTable(bytes);
    expect(headers).toEqual(HEADERS);
    expect(rows).toEqual([{ row: 2, cells: ['000123', '足金戒指', '3.215'] }]);
  }
});
test('merged cells stand in every row, formulas give their cached value', () => {
  const sheet = utils.aoa_to_sheet([HEADERS, ['A001', '对戒', 1], ['A002', null, 2]]);
  sheet['!merges'] = [
    { s: { r: 1, c: 1 }, e: { r: 2, c: 1 } },
    { s: { r: 1, c: 5 }, e: { r: 1_000_000, c: 5 } },
  ];
  Object.assign(sheet['C3'] as object, { f: 'C2*2', v: 2 });
  expect(readTable(book(sheet)).rows.map(({ cells }) => cells)).toEqual([
    ['A001', '对戒', 1],
    ['A002', '对戒', 2],
  ]);
});
test('empty rows count nothing, the row numbers are those of Excel, headings are made unique', () => {
  const sheet = utils.aoa_to_sheet([[], ['条码', '条码', ''], [], ['A001', 'B', 'x'], [], ['A002', 'C', '']]);
  const { headers, rows } = readTable(book(sheet));
  expect(headers).toEqual(['条码', '条码(2)', '第C列']);
  expect(rows.map(({ row }) => row)).toEqual([4, 6]);
});
test('what is no table, has no rows or too many is refused by its reason', () => {
  expect(problemOf(() => readTable(Buffer.from('4d5a90000300000004000000ffff0000', 'hex')))).toBe('program');
  expect(problemOf(() => readTable(Buffer.from('<html><table></table></html>')))).toBe('html');
  expect(problemOf(() => readTable(Buffer.from('条码,名称\n')))).toBe('no-rows');
  expect(problemOf(() => readTable(Buffer.from('条码,名称\n'), '首饰.csv'))).toBe('no-rows');
  for (const text of ['', '这不是表格', '条码,名称\n']) {
    expect(problemOf(() => readTable(Buffer.from(text), '首饰.XLSX'))).toBe('not-a-workbook');
  }
  expect(readTable(Buffer.from('条码\t名称\nA1\t戒指\n'), '老系统.xls').rows).toHaveLength(1);
  expect(problemOf(() => readTable(book(utils.aoa_to_sheet([[]]))))).toBe('no-rows');
  const many = `条码\n${Array.from({ length: 20_001 }, (_, index) => `A${index}`).join('\n')}`;
  expect(problemOf(() => readTable(Buffer.from(many)))).toBe('too-many-rows');
});

/** A zip with one deflated entry whose directory may lie about its size. */
const zipOf = (name: string, content: Buffer, claimed = content.length): Buffer => {
  const packed = deflateRawSync(content);
  const file = Buffer.from(name);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(claimed, 8);
  const head = Buffer.from('1400000008000000000000000000', 'hex').subarray(0, 10);
  const local = Buffer.concat([
    Buffer.from('504b0304', 'hex'),
    head,
    sizes,
    Buffer.from([file.length, 0, 0, 0]),
    file,
    packed,
  ]);
  const central = Buffer.concat([
    Buffer.from('504b01021400', 'hex'),
    head,
    sizes,
    Buffer.from([file.length, 0]),
    Buffer.alloc(16),
    file,
  ]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
};
test('a zip is looked into before it is unfolded', async () => {
  const sound = book(utils.aoa_to_sheet([HEADERS, ['A001', '对戒', 1]]));
  expect(readTable(packed(await unpackWorkbook(sound)))).toEqual(readTable(sound));
  await expect(unpackWorkbook(zipOf('readme.txt', Buffer.from('hello')))).rejects.toMatchObject({
    problem: 'archive',
  });
  await expect(unpackWorkbook(zipOf('xl/workbook.xml', Buffer.alloc(1000), 3_000_000_000))).rejects.toMatchObject({
    problem: 'too-large-inside',
  });
  await expect(unpackWorkbook(zipOf('xl/workbook.xml', Buffer.alloc(5_000_000), 1_000))).rejects.toMatchObject({
    problem: 'too-large-inside',
  });
  await expect(unpackWorkbook(Buffer.from('504b0304', 'hex'))).rejects.toMatchObject({ problem: 'unreadable' });
});

test('what really comes out is counted: a part of the limit, however small the file', async () => {
  const bomb = zipOf('xl/sharedStrings.xml', Buffer.alloc(MAX_UNPACKED + 1, 65));
  expect(bomb.length).toBeLessThan(100_000);
  await expect(unpackWorkbook(bomb)).rejects.toMatchObject({ problem: 'too-large-inside' });
});
test('declarations of entities are no part of a workbook', async () => {
  const laughs =
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><sst>&lol2;</sst>';
  await expect(unpackWorkbook(zipOf('xl/sharedStrings.xml', Buffer.from(laughs)))).rejects.toMatchObject({
    problem: 'declarations',
  });
});
test('a cell, a row of columns and all texts together have their limits, and the cell is named', () => {
  const sheet = (rows: readonly (readonly unknown[])[]) => book(utils.aoa_to_sheet(rows.map((row) => [...row])));
  expect(problemOf(() => readTable(Buffer.from(`条码,名称\nA1,${'长'.repeat(32_768)}\n`), 'a.csv'))).toBe(
    'cell-too-long',
  );
  expect(() => readTable(Buffer.from(`条码,名称\nA1,${'长'.repeat(32_768)}\n`))).toThrow(
    expect.objectContaining({ cell: 'B2' }),
  );
  expect(readTable(sheet([HEADERS, ['A1', '长'.repeat(32_767), 1]])).rows).toHaveLength(1);
  expect(problemOf(() => readTable(sheet([HEADERS, Array.from({ length: 201 }, () => 1)])))).toBe('too-many-columns');
  expect(readTable(sheet([HEADERS, Array.from({ length: 200 }, () => 1)])).headers).toHaveLength(200);
  const repeated = Array.from({ length: 600 }, () => ['A', '长'.repeat(32_000), 1]);
  expect(problemOf(() => readTable(sheet([HEADERS, ...repeated])))).toBe('too-large-inside');
});
test('headings are found below titles, blanks and merged cells; sums are no pieces', () => {
  const sheet = utils.aoa_to_sheet([
    ['金源珠宝 出货清单'],
    ['客户：罗湖店', null, '日期：2026-11-20'],
    [],
    HEADERS,
    ['A001', '对戒', 1],
    ['合 计', null, 1],
  ]);
  sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 2 } }];
  const table = readTable(book(sheet));
  expect(table).toMatchObject({ headers: HEADERS, headerRow: 4, totalRows: [6] });
  expect(table.rows).toEqual([{ row: 5, cells: ['A001', '对戒', 1] }]);
  const unknown = utils.aoa_to_sheet([['某公司'], ['甲', '乙'], ['x', 'y']]);
  expect(readTable(book(unknown))).toMatchObject({ headers: ['甲', '乙'], headerRow: 2 });
});

const merge = (r: number, c: number, rows: number, columns: number) => ({
  s: { r, c },
  e: { r: r + rows - 1, c: c + columns - 1 },
});
test('headings of two rows: a group over its parts, merged as Excel draws it', () => {
  const sheet = utils.aoa_to_sheet([
    ['金源珠宝 出货清单'],
    ['条码', '名称', '金料', null, '主石', null, '副石', null, '备注'],
    [null, null, '金重', '金价', '名称', '重', '名称', '重', null],
    ['A001', '对戒', 1.2, 560, '钻石', 0.3, '钻石', 0.1, '急'],
  ]);
  sheet['!merges'] = [
    merge(0, 0, 1, 9),
    ...[0, 1, 8].map((column) => merge(1, column, 2, 1)),
    ...[2, 4, 6].map((column) => merge(1, column, 1, 2)),
  ];
  const table = readTable(book(sheet));
  const names = ['条码', '名称', '金重', '金价', '主石名称', '主石重', '副石名称', '副石重', '备注'];
  expect(table).toMatchObject({ headers: names, headerRow: 3 });
  expect(table.rows).toEqual([{ row: 4, cells: ['A001', '对戒', 1.2, 560, '钻石', 0.3, '钻石', 0.1, '急'] }]);
  expect(matchColumns(table.headers)).toMatchObject({ 金重: 'goldWeight', 金价: 'goldCost', 主石重: 'stoneCt' });
});
test('headings of two rows without merges, as a csv has them: the parts below are no piece', () => {
  const text = '条码,名称,成色,金料,,主石,\n,,,金重,金价,名称,粒数\nA001,对戒,足金,1.2,560,钻石,3\n';
  expect(readTable(Buffer.from(text))).toMatchObject({
    headers: ['条码', '名称', '成色', '金重', '金价', '主石名称', '主石粒数'],
    headerRow: 2,
    rows: [{ row: 3 }],
  });
});
test('a part that several groups have is named with its group, and a row above that says nothing is a title', () => {
  const groups = utils.aoa_to_sheet([
    ['条码', '甲', null, '乙', null],
    [null, '金重', '数', '金价', '数'],
    ['A001', 1, 2, 3, 4],
  ]);
  expect(readTable(book(groups)).headers).toEqual(['条码', '金重', '甲数', '金价', '乙数']);
  const titled = utils.aoa_to_sheet([['客户', '罗湖店', '日期'], HEADERS, ['A001', '对戒', '重']]);
  expect(readTable(book(titled))).toMatchObject({ headers: HEADERS, headerRow: 2, rows: [{ row: 3 }] });
});
