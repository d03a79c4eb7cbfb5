import { expect, test } from 'vitest';
import { clearRange, copyRange, pasteInto, typeInto, typedValue } from './cells.ts';
import { LineModel } from './line-model.ts';
import { at } from './selection.ts';
import { formatTsv, parseTsv } from './tsv.ts';
import type { LineColumn } from './types.ts';

type Line = { barcode: string; name: string; num: number | null; price?: number };
const line = (barcode: string, num = 1): Line => ({ barcode, name: `戒指${barcode}`, num });
const three = (): LineModel<Line> =>
  new LineModel<Line>(({ barcode }) => barcode, [line('a'), line('b', 2), line('c', 3)]);
const num: LineColumn<Line> = { field: 'num', title: '数量', kind: 'count', edit: 'number', min: 0, max: 9 };
const columns: readonly LineColumn<Line>[] = [
  { field: 'barcode', title: '条码', kind: 'text' },
  { field: 'name', title: '名称', kind: 'text', edit: 'text' },
  num,
];
const sheet = { columns, readOnly: false, optionsOf: () => [] };
const numOf = ({ num: value }: Line): unknown => value;

test('undo and redo walk through every change and sums follow', () => {
  const model = three();
  expect(model.sum('num', numOf)).toBe(6);
  model.append([line('d', 4)]);
  model.update('b', { num: 5 });
  model.remove('a');
  expect(model.lines.map(({ barcode }) => barcode)).toEqual(['b', 'c', 'd']);
  expect(model.sum('num', numOf)).toBe(12);
  while (model.undo());
  expect(model.lines).toEqual(three().lines);
  expect(model.sum('num', numOf)).toBe(6);
  while (model.redo());
  expect(model.lines.map(({ num: value }) => value)).toEqual([5, 3, 4]);
  expect(model.indexOf('d')).toBe(2);
});

test('a change after undo forgets what was undone', () => {
  const model = three();
  model.append([line('d')]);
  model.undo();
  model.append([line('e')]);
  expect(model.redo()).toBe(false);
  expect(model.has('d')).toBe(false);
});

test('weights add up without crumbs', () => {
  const model = new LineModel<Line>(
    ({ barcode }) => barcode,
    Array.from({ length: 1000 }, (_, index) => line(String(index), 0.1)),
  );
  expect(model.sum('num', numOf)).toBe(100);
});

test('appending finds new keys and touches nothing else', () => {
  const model = three();
  const before = [...model.lines];
  expect(model.has('z')).toBe(false);
  model.append([line('z')], true);
  expect(model.indexOf('z')).toBe(3);
  expect(model.flashed).toEqual({ key: 'z', at: 1 });
  expect(model.lines.slice(0, 3).every((each, index) => each === before[index])).toBe(true);
});

test('only a change makes it dirty, a scan light or fresh content does not', () => {
  const model = three();
  model.flash('a');
  expect(model.dirty).toBe(false);
  model.update('a', { num: 7 });
  expect(model.dirty).toBe(true);
  model.replace([line('q')]);
  expect(model.dirty).toBe(false);
  expect(model.undo()).toBe(false);
});

test('a text that is no number stays visible with its reason and the value stays', () => {
  const model = three();
  expect(typeInto(model, { row: 0, column: num }, '十二')).toBe('请输入整数');
  expect(model.at(0)?.num).toBe(1);
  expect(model.typedOf(model.at(0)!)).toEqual({ num: '十二' });
  expect(model.problems()).toEqual([{ path: '0.num', message: '请输入整数' }]);
  typeInto(model, { row: 0, column: columns[1]! }, '项链');
  expect(model.problems()).toHaveLength(1);
  typeInto(model, { row: 0, column: num }, '１');
  expect(model.problems()).toEqual([]);
  model.undo();
  expect(model.problems()).toHaveLength(1);
});

test('what was refused comes back with the lines of a draft, and no undo takes it away', () => {
  const first = three();
  typeInto(first, { row: 1, column: num }, 'abc');
  const kept = structuredClone({ lines: first.lines, refused: first.refused() });
  const model = new LineModel<Line>(({ barcode }) => barcode);
  model.replace(kept.lines, kept.refused);
  expect(model.typedOf(model.at(1)!)).toEqual({ num: 'abc' });
  expect(model.notesOf(model.at(1)!)).toEqual({ num: '请输入整数' });
  expect(model.problems()).toEqual([{ path: '1.num', message: '请输入整数' }]);
  expect([model.dirty, model.canUndo]).toEqual([false, false]);
  typeInto(model, { row: 1, column: num }, '2');
  expect(model.refused()).toEqual([]);
});

test('a refused cell of a line that is not there is passed over', () => {
  const model = three();
  model.replace([line('a')], [{ index: 4, field: 'num', text: 'abc', message: '请输入整数' }]);
  expect(model.refused()).toEqual([]);
});

test('a column may reset a value and say why', () => {
  const column: LineColumn<Line> = {
    ...num,
    change: (old, value) =>
      value === 0
        ? { line: { ...old, num: 1 }, message: '调入数量不能为0！' }
        : { line: { ...old, num: Number(value) } },
  };
  const model = three();
  expect(typeInto(model, { row: 1, column }, '0')).toBe('调入数量不能为0！');
  expect(model.at(1)?.num).toBe(1);
  expect(model.notesOf(model.at(1)!)).toEqual({ num: '调入数量不能为0！' });
  expect(model.problems()).toEqual([]);
});

test('pasting from Excel is one step, adds lines, skips what cannot be edited', () => {
  const model = three();
  const cells = parseTsv('x\t项链\t２\r\ny\t"手\n镯"\tabc\r\n');
  const pasted = pasteInto(model, { ...sheet, newLine: () => line('new') }, at(2, 0), cells);
  expect(pasted).toEqual({ rows: 2, refused: 1, skipped: 2 });
  expect(model.length).toBe(4);
  expect(model.at(2)).toEqual({ barcode: 'c', name: '项链', num: 2 });
  expect(model.at(3)?.name).toBe('手\n镯');
  model.undo();
  expect(model.lines).toEqual(three().lines);
});

test('one copied value fills the selection, delete empties it', () => {
  const model = three();
  const range = { anchor: { row: 0, col: 2 }, focus: { row: 2, col: 2 } };
  pasteInto(model, sheet, range, [['8']]);
  expect(model.lines.map(({ num: value }) => value)).toEqual([8, 8, 8]);
  clearRange(model, sheet, range);
  expect(model.lines.map(({ num: value }) => value)).toEqual([null, null, null]);
  expect(formatTsv(copyRange(model, sheet, { anchor: { row: 0, col: 0 }, focus: { row: 1, col: 2 } }))).toBe(
    'a\t戒指a\t\nb\t戒指b\t',
  );
});

test('days and options are read as people write them', () => {
  const day: LineColumn<Line> = { ...num, edit: 'day' };
  expect(typedValue(day, '2026年3月5日')).toEqual({ ok: true, value: '2026-03-05' });
  expect(typedValue(day, '2026/2/30').ok).toBe(false);
  const choice: LineColumn<Line> = { ...num, edit: 'select' };
  expect(typedValue(choice, '按重量', [{ value: '1', label: '按重量' }])).toEqual({ ok: true, value: '1' });
  expect(typedValue(choice, '按件', [{ value: '1', label: '按重量' }]).ok).toBe(false);
});

test('the price of a stone is read with the unit its row measures by', () => {
  type Stone = { stoneCost: number | null; stoneMeasure: string };
  const price: LineColumn<Stone> = { field: 'stoneCost', title: '主石单价', kind: 'money', edit: 'number' };
  const model = new LineModel<Stone>(
    ({ stoneMeasure }) => stoneMeasure,
    [
      { stoneCost: null, stoneMeasure: '重量' },
      { stoneCost: null, stoneMeasure: '数量' },
    ],
  );
  expect(typeInto(model, { row: 0, column: price }, '300元/克拉')).toBeUndefined();
  expect(typeInto(model, { row: 1, column: price }, '45元/粒')).toBeUndefined();
  expect(model.lines.map(({ stoneCost }) => stoneCost)).toEqual([300, 45]);
  expect(typeInto(model, { row: 1, column: price }, '300元/克拉')).toBeDefined();
  expect(model.at(1)?.stoneCost).toBe(45);
});

test('a hundred thousand lines take a scan without a copy', () => {
  const model = new LineModel<Line>(
    ({ barcode }) => barcode,
    Array.from({ length: 100_000 }, (_, index) => line(String(index))),
  );
  model.indexOf('5');
  const array = model.lines;
  model.append([line('new')], true);
  model.update('500', { num: 2 });
  expect(model.lines).toBe(array);
  expect(model.indexOf('new')).toBe(100_000);
});
