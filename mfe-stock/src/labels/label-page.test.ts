import { expect, test } from 'vitest';
import { LabelTemplate, labelSheets } from './label-page.ts';

const template = LabelTemplate.parse({
  page: { width: 60, height: 30 },
  elements: [
    { type: 'text', text: '{{name}}', x: 2, y: 2, width: 34, height: 4, fontSize: 3 },
    { type: 'text', text: '{{stoneName}} {{stoneCt}}ct', x: 2, y: 8, width: 34, height: 4, fontSize: 3 },
    { type: 'text', text: '金重：{{goldWeight}}g', x: 2, y: 12, width: 34, height: 4, fontSize: 3 },
    { type: 'barcode', field: 'barcode', x: 2, y: 23, width: 40, height: 6 },
    { type: 'ellipse', x: 1 },
  ],
});

test('a label has its size in millimetres, its values and its barcode', () => {
  const piece = { name: '足金<戒指>', goldWeight: 3.2, stoneCt: 0, barcode: '202600000017' };
  const { markup, page } = labelSheets(template, [piece]);
  expect(page).toBe('60mm 30mm');
  expect(markup).toContain('足金&#60;戒指&#62;');
  expect(markup).toContain('金重：3.200g');
  expect(markup).toContain('<svg');
});
test('a line without any value is left out', () => {
  expect(labelSheets(template, [{ name: '足金手链', stoneCt: 0, stoneName: '' }]).markup).not.toContain('ct</div>');
});
test('every piece has a sheet of its own', () => {
  expect(labelSheets(template, [{ name: '一' }, { name: '二' }]).markup.match(/<section>/g)).toHaveLength(2);
});
