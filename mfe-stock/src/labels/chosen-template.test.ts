import { expect, test } from 'vitest';
import { chosenTemplate } from './chosen-template.ts';

const template = (fileName: string, change: { labelType?: string; isDefault?: boolean; template?: string } = {}) => ({
  fileName,
  labelType: '',
  isDefault: false,
  template: '{}',
  ...change,
});
const own = template('戒指标签', { labelType: '戒指', isDefault: true });
const everyones = template('小标签', { isDefault: true });
const first = template('标准标签');

test('the default of the kind of jewellery goes before the default of all, and that before the first', () => {
  expect(chosenTemplate([first, everyones, own], '戒指')).toBe('戒指标签');
  expect(chosenTemplate([first, own, everyones], '项链')).toBe('小标签');
  expect(chosenTemplate([first, template('素金标签')], '戒指')).toBe('标准标签');
});
test('pieces of several kinds take no template of one kind', () => {
  expect(chosenTemplate([own, first], '')).toBe('标准标签');
});
test('what nobody designed prints nothing', () => {
  expect(chosenTemplate([template('空白', { isDefault: true, template: '' })], '')).toBeUndefined();
});
