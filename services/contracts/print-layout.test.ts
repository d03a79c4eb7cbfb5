import { expect, test } from 'vitest';
import { SAMPLE_LABEL, isBlank, writtenValue } from './print-fields.ts';
import { LAYOUT_LIMITS, PrintLayout, parseLayout, readLayout } from './print-layout.ts';

const page = { width: 60, height: 30 };
const box = { x: 2, y: 2, width: 20, height: 5 };
const layoutOf = (...elements: unknown[]) => ({ version: 2, page, elements });
const problems = (value: unknown) => {
  const layout = parseLayout(value);
  return 'elements' in layout ? [] : layout.map(({ path, message }) => `${path}: ${message}`);
};

test('an element says no more than it must: the rest has a default', () => {
  const layout = PrintLayout.parse(layoutOf({ type: 'field', ...box, field: 'goldWeight' }));
  expect(layout.elements).toEqual([
    {
      type: 'field',
      ...box,
      rotation: 0,
      show: 'filled',
      sheets: 'every',
      fontSize: 8,
      align: 'left',
      weight: 'normal',
      fit: 'shrink',
      format: 'auto',
      unit: null,
      decimals: null,
      field: 'goldWeight',
      prefix: '',
    },
  ]);
});
test.each([
  ['no page', { version: 2, elements: [] }],
  ['a label of a metre', { ...layoutOf(), page: { width: 1000, height: 30 } }],
  ['a page without height', { ...layoutOf(), page: { width: 60, height: 0 } }],
  ['a place that is not a number', layoutOf({ type: 'line', ...box, x: '2' })],
  ['a place far away', layoutOf({ type: 'line', ...box, x: 1e9 })],
  ['a negative width', layoutOf({ type: 'line', ...box, width: -1 })],
  ['half a degree', layoutOf({ type: 'line', ...box, rotation: 0.5 })],
  ['a kind nobody knows', layoutOf({ type: 'video', ...box })],
  ['a script as a picture', layoutOf({ type: 'image', ...box, src: 'javascript:alert(1)' })],
  ['a picture of another machine', layoutOf({ type: 'image', ...box, src: 'https://example.org/a.png' })],
  ['a scalable picture', layoutOf({ type: 'image', ...box, src: 'data:image/svg+xml;base64,AAAA' })],
  ['a field name with a space', layoutOf({ type: 'field', ...box, field: 'gold weight' })],
  ['a table without columns', layoutOf({ type: 'table', ...box, field: 'goods', columns: [] })],
  [
    'too many elements',
    layoutOf(...Array.from({ length: LAYOUT_LIMITS.elements + 1 }, () => ({ type: 'line', ...box }))),
  ],
  ['another version', { ...layoutOf(), version: 3 }],
  ['a list', []],
  ['nothing', null],
])('%s is refused with a place and a reason', (_, value) => {
  expect(problems(value).length).toBeGreaterThan(0);
});
test('what the first installations were seeded with is read: mm become points, other kinds fall away', () => {
  const first = {
    version: 1,
    unit: 'mm',
    page,
    elements: [
      { type: 'text', text: '{{name}}', x: 2, y: 2, width: 34, height: 4, fontSize: 3.2, bold: true },
      { type: 'barcode', field: 'barcode', format: 'code128', x: 2, y: 23, width: 40, height: 6, showText: true },
      {
        type: 'table',
        field: 'sellGoodsList',
        x: 10,
        y: 10,
        width: 190,
        columns: [{ field: 'name', title: '名称', width: 46 }],
      },
      { type: 'ellipse', x: 1 },
    ],
  };
  const layout = readLayout(JSON.stringify(first));
  expect(layout?.elements.map(({ type }) => type)).toEqual(['text', 'barcode', 'table']);
  expect(layout?.elements[0]).toMatchObject({ fontSize: 9.1, weight: 'bold' });
  expect(layout?.elements[1]).toMatchObject({ field: 'barcode', symbology: 'code128', showText: true });
  expect(layout?.elements[2]).toMatchObject({ field: 'goods', height: 12 });
});
test.each(['', 'x', '[]', '{"version":1}', 'null'])('the text %j is no layout', (text) => {
  expect(readLayout(text)).toBeNull();
});
test.each([
  [3.2, 'goldWeight', '3.200g'],
  [0.305, 'stoneCt', '0.305ct'],
  [12580, 'sellPrice', '12,580'],
  [12580.5, 'sellPrice', '12,580.50'],
  [2, 'num', '2'],
  ['2026-11-01T16:30:00.000Z', 'inStorageAt', '2026-11-02'],
  ['2026-11-01', 'inStorageAt', '2026-11-01'],
  ['足金999', 'fineness', '足金999'],
  [0, 'stoneCt', ''],
  [0, 'goldWeight', ''],
  [0, 'stoneP', ''],
  [0, 'workFee', '0'],
  [null, 'fineness', ''],
  [{}, 'name', ''],
])('%j as %s is written %s', (value, field, expected) => {
  expect(writtenValue(value, field)).toBe(expected);
});
test('an element may say format, unit and decimals itself', () => {
  expect(writtenValue(3.2, 'goldWeight', { unit: ' 克', decimals: 2 })).toBe('3.20 克');
  expect(writtenValue(3.2, 'goldWeight', { unit: '' })).toBe('3.200');
  expect(writtenValue(95, 'other', { format: 'percent' })).toBe('95%');
});
test('no stone is blank, no pieces are not', () => {
  expect([isBlank(0, 'stoneCt'), isBlank(0, 'num'), isBlank('', 'name')]).toEqual([true, false, true]);
});
test('cost is no field of a label', () => {
  expect(Object.keys(SAMPLE_LABEL).filter((field) => /cost|price(?!$)/i.test(field))).toEqual([]);
});
