import { SAMPLE_LABEL } from 'services/contracts/print-fields';
import { PrintLayout } from 'services/contracts/print-layout';
import { describe, expect, test } from 'vitest';
import label from './golden/label.json';
import { labelProblems } from './label-rules.ts';
import type { PrintData } from './values.ts';

const box = { x: 2, y: 2, width: 40, height: 5 };
const GOOD = [
  { ...box, type: 'field', field: 'name' },
  { ...box, type: 'field', field: 'goldWeight' },
  { ...box, type: 'field', field: 'fineness' },
  { ...box, type: 'text', text: '标准：{{examStand1}}  检测：{{examUnit}}  {{shopName}}', fontSize: 5 },
  { ...box, type: 'barcode', height: 8 },
];
const codes = (elements: object[], data?: PrintData, page = { width: 60, height: 30 }): string[] =>
  labelProblems(PrintLayout.parse({ version: 2, page, elements }), data).map(
    ({ level, code, element }) => `${level} ${code}${element === null ? '' : ` ${element}`}`,
  );

test('a label with all of it has no problem', () => {
  expect(codes(GOOD, SAMPLE_LABEL)).toEqual([]);
});
test('the label every installation starts with is complete', () => {
  expect(labelProblems(PrintLayout.parse(label), SAMPLE_LABEL)).toEqual([]);
});
test.each([
  [0, 'error name'],
  [1, 'error weight'],
  [2, 'error fineness'],
])('without element %i it is refused: %s', (missing, problem) => {
  expect(codes(GOOD.filter((_, index) => index !== missing))).toEqual([problem]);
});
test('a hidden name is no name, and a weight only in a QR code is no weight', () => {
  const hidden = { ...GOOD[0], show: 'never' };
  const coded = { ...box, type: 'qr', width: 10, height: 10, text: '{{goldWeight}}g' };
  expect(codes([hidden, coded, ...GOOD.slice(2)])).toEqual(['error name', 'error weight']);
});
test('total weight and gold content count as weight and fineness', () => {
  const other = [
    { ...box, type: 'text', text: '总重{{weight}}g' },
    { ...box, type: 'field', field: 'goldContent' },
  ];
  expect(codes([GOOD[0] ?? {}, ...other, ...GOOD.slice(3)])).toEqual([]);
});
test('what a piece leaves empty is said for that piece', () => {
  expect(codes(GOOD, { ...SAMPLE_LABEL, goldWeight: 0, fineness: '' })).toEqual([
    'error weight.empty',
    'error fineness.empty',
  ]);
});
describe('advice', () => {
  test('maker or seller, standard and proof are recommended', () => {
    expect(codes([...GOOD.slice(0, 3), GOOD[4] ?? {}])).toEqual([
      'warning seller',
      'warning standard',
      'warning inspection',
    ]);
  });
  test('printed words count as well as fields', () => {
    const words = { ...box, type: 'text', text: '金玉珠宝有限公司 GB 11887 合格' };
    expect(codes([...GOOD.slice(0, 3), words, GOOD[4] ?? {}])).toEqual([]);
  });
  test.each([
    [{ type: 'field', field: 'weight', unit: '' }, 'unit'],
    [{ type: 'text', text: '总重{{weight}}' }, 'unit'],
    [{ type: 'text', text: 'x', fontSize: 4 }, 'small'],
    [{ type: 'text', text: '{{name}}', width: 5 }, 'tight'],
    [{ type: 'text', text: 'x', x: 50 }, 'outside'],
    [{ type: 'text', text: 'x', y: -1 }, 'outside'],
    [{ type: 'barcode', width: 10 }, 'barcode'],
    [{ type: 'barcode', height: 3 }, 'barcode'],
    [{ type: 'barcode', field: 'name' }, 'barcode'],
    [{ type: 'qr', text: '1', width: 5, height: 5 }, 'qr'],
  ])('%j warns: %s', (element, code) => {
    expect(codes([...GOOD, { ...box, ...element }], SAMPLE_LABEL)).toEqual([`warning ${code} 5`]);
  });
  test('a label that no scanner reads', () => {
    expect(codes(GOOD.slice(0, 4))).toEqual(['warning nocode']);
  });
});
