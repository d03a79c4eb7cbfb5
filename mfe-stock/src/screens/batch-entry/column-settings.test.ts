/** Column settings of a category: what is kept is what comes back; anything else shows the plain columns. */
import { expect, test } from 'vitest';
import { chosenFields, settingsText } from './column-settings.ts';

test('chosen columns survive being kept', () => {
  expect(chosenFields(settingsText(['fineness', 'style', 'name', 'stoneCt']))).toEqual([
    'fineness',
    'style',
    'name',
    'stoneCt',
  ]);
});
test('columns without which no row can be saved are always there', () => {
  expect(chosenFields(settingsText(['cerif']))).toEqual(['fineness', 'style', 'name', 'cerif']);
});
test.each(['', 'no json', '{}', '[]', 'null', '{"batchColumns":[]}', '{"batchColumns":3}'])(
  'kept %j shows the plain columns',
  (kept) => {
    expect(chosenFields(kept)).toContain('goldWeight');
  },
);
