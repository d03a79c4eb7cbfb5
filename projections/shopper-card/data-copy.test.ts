import { expect, test } from 'vitest';
import { PERSONAL_ROWS } from '../../services/platform/rows/personal-rows.ts';
import { RECORD_WORDS } from './data-copy.ts';

/** The number once more without its signs, and a state that says nothing of the person. */
const NOT_TOLD = ['mobile_digits', 'status'];
test('the copy tells every column that erasing a customer would empty', () => {
  const emptied = Object.keys(PERSONAL_ROWS['customer']?.blank ?? {}).filter((column) => !NOT_TOLD.includes(column));
  expect(Object.keys(RECORD_WORDS).toSorted()).toEqual(emptied.toSorted());
});
