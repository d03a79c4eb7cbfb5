import { expect, test } from 'vitest';
import { PLAIN } from './arrangement.ts';
import { textWidth } from '../format/text-width.ts';
import { layoutOf } from './layout.ts';
import type { Column } from './types.ts';

type Row = { no: string; name: string; price: number; day: string };
const columns: readonly Column<Row>[] = [
  { field: 'no', title: '单据号', kind: 'text' },
  { field: 'name', title: '首饰名称', kind: 'text', width: 300 },
  { field: 'price', title: '标价', kind: 'money' },
  { field: 'day', title: '日期', kind: 'day' },
];
const rows: readonly Row[] = [
  { no: 'RK1', name: '足金999光圈戒指', price: 1_234_567_890.12, day: '2026-11-22' },
  { no: 'RK2', name: '手链', price: 1, day: '2026-11-22' },
];
const sum = (widths: readonly number[]): number => widths.reduce((all, each) => all + each, 0);

test('of a shop its name takes the room, not its id', () => {
  const shops = [{ shopId: 10_843, shopName: '人民路旗舰店', no: 'ZP1' }];
  const shown: readonly Column<(typeof shops)[number]>[] = [
    { field: 'no', title: '单据号', kind: 'text' },
    { field: 'shopId', title: '分店', kind: 'shop', nameField: 'shopName', width: 130 },
  ];
  expect(layoutOf(shown, { arrangement: PLAIN, rows: shops, room: 10 })[1]).toBeGreaterThanOrEqual(84);
});

test('a state is as wide as the longest label that is listed', () => {
  const states = [{ no: 'JX1', state: 'live' }];
  const labels = {
    live: { text: '正常', tone: 'success' },
    standby: { text: '由另一进程维护', tone: 'neutral' },
  } as const;
  const shown: readonly Column<(typeof states)[number]>[] = [
    { field: 'no', title: '单据号', kind: 'text' },
    { field: 'state', title: '状态', kind: 'status', labels },
  ];
  const widthOf = (state: string): number =>
    layoutOf(shown, { arrangement: PLAIN, rows: [{ no: 'JX1', state }], room: 10 })[1] ?? 0;
  expect(widthOf('live')).toBe(76);
  // Seven letters of 12 px, the label's own frame and the cell's.
  expect(widthOf('standby')).toBeGreaterThanOrEqual(7 * 12 + 16 + 16);
});

test('with room, words have what they wish', () => {
  expect(layoutOf(columns, { arrangement: PLAIN, rows, room: 1200 })[1]).toBe(300);
});

test('without room, words give way and a figure keeps all its digits', () => {
  const wide = layoutOf(columns, { arrangement: PLAIN, rows, room: 1200 });
  const narrow = layoutOf(columns, { arrangement: PLAIN, rows, room: 480 });
  expect(sum(narrow)).toBeLessThanOrEqual(480);
  expect([narrow[0], narrow[2], narrow[3]]).toEqual([wide[0], wide[2], wide[3]]);
  expect(narrow[2]).toBeGreaterThanOrEqual(textWidth('¥1,234,567,890.12'));
});

test('a column with little in it gives up its room before a name beside it is cut', () => {
  type Noted = Row & { remark: string };
  const noted = rows.map((row) => ({ ...row, remark: '' }));
  const all: readonly Column<Noted>[] = [...columns, { field: 'remark', title: '备注', kind: 'text', width: 220 }];
  const [no = 0, , price = 0, day = 0] = layoutOf(columns, { arrangement: PLAIN, rows, room: 1200 });
  const needed = textWidth('足金999光圈戒指') + 18;
  const [, name = 0] = layoutOf(all, { arrangement: PLAIN, rows: noted, room: no + needed + price + day + 90 });
  expect(name).toBeGreaterThanOrEqual(needed);
});

test('the word of a code gives up no room as if it were as short as the code', () => {
  const coded: readonly Column<Row>[] = [{ ...columns[1]!, kind: 'dict', dict: 'sys_print_kind' }, ...columns.slice(2)];
  const short = rows.map((row) => ({ ...row, name: '7' }));
  const all = [columns[0]!, ...coded, { ...columns[1]!, title: '备注' }];
  const [, word = 0, , , remark = 0] = layoutOf(all, { arrangement: PLAIN, rows: short, room: 700 });
  expect(word).toBeGreaterThan(remark);
  const [first] = layoutOf(coded, { arrangement: PLAIN, rows: short, room: 1200 });
  expect(first).toBe(300);
});

test('a barcode keeps all its digits wherever it stands, words beside it give way', () => {
  type Piece = Row & { barcode: string };
  const coded = rows.map((row) => ({ ...row, barcode: '202600049906' }));
  const all: readonly Column<Piece>[] = [...columns, { field: 'barcode', title: '条码', kind: 'text', width: 90 }];
  for (const room of [1200, 480, 10])
    expect(layoutOf(all, { arrangement: PLAIN, rows: coded, room })[4]).toBeGreaterThanOrEqual(
      textWidth('202600049906'),
    );
});

test('a number drawn beside a state keeps all its digits, too', () => {
  const whole = (): string => '待审 XS20260001';
  const all = columns.map((column) => (column.field === 'name' ? { ...column, width: 100, whole } : column));
  for (const room of [1200, 10])
    expect(layoutOf(all, { arrangement: PLAIN, rows, room })[1]).toBeGreaterThanOrEqual(textWidth(whole()));
});

test('there is a least for words, too: then the table scrolls', () => {
  expect(layoutOf(columns, { arrangement: PLAIN, rows, room: 10 })[1]).toBeGreaterThanOrEqual(textWidth('首饰名称'));
});

test('where the table scrolls, no column lies across its edge: it comes into sight or waits beyond', () => {
  const many: readonly Column<Row>[] = [
    ...columns,
    { field: 'name', title: '款式', kind: 'text', width: 200 },
    { field: 'price', title: '成本', kind: 'money' },
    { field: 'price', title: '退货价', kind: 'money' },
  ];
  const across = [520, 560, 600, 640, 700].filter((room) => {
    let end = 0;
    const ends = layoutOf(many, { arrangement: PLAIN, rows, room }).map((width) => (end += width));
    return !ends.some((each) => each <= room && room - each <= many.length);
  });
  expect(across).toEqual([]);
});

test('a figure’s column cannot be drawn narrower than its figures', () => {
  const arrangement = { ...PLAIN, widths: { price: 48, name: 100 } };
  const widths = layoutOf(columns, { arrangement, rows, room: 2000 });
  expect(widths[1]).toBe(100);
  expect(widths[2]).toBeGreaterThanOrEqual(textWidth('¥1,234,567,890.12'));
});

test('the name of a piece keeps twelve letters however little room there is, and takes what is free', () => {
  const long = '足金999水波纹古法手镯加宽款配红绳';
  const named: readonly Row[] = [{ ...rows[0]!, name: long }];
  const narrow = columns.map((column) => (column.field === 'name' ? { ...column, width: 130 } : column));
  const widthIn = (room: number): number => layoutOf(narrow, { arrangement: PLAIN, rows: named, room })[1] ?? 0;
  expect(widthIn(10)).toBeGreaterThanOrEqual(12 * 14 + 16);
  expect(widthIn(1200)).toBeGreaterThanOrEqual(textWidth(long) + 16);
  const [short = 0] = layoutOf(narrow, { arrangement: PLAIN, rows: [{ ...rows[1]! }], room: 10 }).slice(1);
  expect(short).toBeLessThan(100);
});
test('a shop’s name of six letters is whole, also where the row has only its number', () => {
  const shops = [{ no: 'XS1', shopId: 7, shopName: '人民路旗舰店' }];
  const named: readonly Column<(typeof shops)[number]>[] = [
    { field: 'no', title: '单据号', kind: 'text' },
    { field: 'shopId', title: '分店', kind: 'shop', nameField: 'shopName', width: 120 },
    { field: 'shopName', title: '分店', kind: 'text', width: 124 },
  ];
  const numbered = named.map(({ nameField: _name, ...column }) => column);
  for (const shown of [named, numbered]) {
    const [, byId = 0, byName = 0] = layoutOf(shown, { arrangement: PLAIN, rows: shops, room: 10 });
    expect(byId).toBeGreaterThanOrEqual(6 * 14 + 16);
    expect(byName).toBeGreaterThanOrEqual(6 * 14 + 16);
  }
});
test('of a masked telephone the last digits are in sight', () => {
  const masked = [{ no: 'WX1', mobile: '137••••0123' }];
  const shown: readonly Column<(typeof masked)[number]>[] = [
    { field: 'no', title: '单号', kind: 'text' },
    { field: 'mobile', title: '电话', kind: 'text', width: 90 },
  ];
  // Bullets are as wide as words.
  const whole = 7 * 8.3 + 4 * 14 + 16;
  expect(layoutOf(shown, { arrangement: PLAIN, rows: masked, room: 10 })[1]).toBeGreaterThanOrEqual(whole);
});
