import { expect, test } from 'vitest';
import { PrintElement } from 'services/contracts/print-layout';
import { nameOf, newElement, newField } from './elements.ts';
import { knownField } from './fields.ts';

const page = { width: 60, height: 30 };
const place = { kind: 'label', page, boxes: [] };
const field = (name: string) => {
  const known = knownField('label', name);
  if (known === undefined) throw new Error(`${name} is no field`);
  return newField(known, place);
};

test('a field comes with its Chinese name before it, money with its sign', () => {
  expect(field('goldWeight')).toMatchObject({ type: 'field', prefix: '金重：', x: 2, y: 2 });
  expect(field('sellPrice')).toMatchObject({ prefix: '标价：￥' });
  expect(field('piceCost')).toMatchObject({ prefix: '成本：￥', format: 'money' });
  expect(field('name')).toMatchObject({ prefix: '' });
});
test('barcode and photo come as what they are', () => {
  expect(field('barcode')).toMatchObject({ type: 'barcode', field: 'barcode' });
  expect(field('pictures')).toMatchObject({ type: 'image', field: 'pictures' });
});
test('a new element lies below the others, at the top where there is no room, and never exactly on another', () => {
  const below = newElement('text', { ...place, boxes: [{ x: 2, y: 2, width: 20, height: 4 }] });
  expect(below).toMatchObject({ x: 2, y: 6.5 });
  const full = [{ x: 2, y: 2, width: 56, height: 27 }];
  const top = newElement('text', { ...place, boxes: full });
  expect(top).toMatchObject({ x: 3, y: 3 });
  expect(newElement('text', { ...place, boxes: [...full, top] })).toMatchObject({ x: 4, y: 4 });
});
test('nothing new is larger than its page', () => {
  const table = newElement('table', { kind: 'allocate', page, boxes: [] });
  expect(table).toMatchObject({ width: 56, height: 26 });
  expect(PrintElement.safeParse(table).success).toBe(true);
});
test('the list of elements speaks Chinese', () => {
  const text = PrintElement.parse({
    type: 'text',
    x: 0,
    y: 0,
    width: 9,
    height: 4,
    text: '金重：{{goldWeight}}g {{x1}}',
  });
  expect(nameOf(text, 'label')).toBe('金重：〔金重〕g 〔x1〕');
  expect(nameOf(newElement('barcode', place), 'label')).toBe('条码（条码）');
});
