import { expect, test } from 'vitest';
import { codesInWords } from './codes-in-words.ts';

test('codes are told one after the other, without the comma that ends them on the wire', () => {
  expect(codesInWords('ZZ99887766,')).toBe('ZZ99887766');
  expect(codesInWords('A1,B2,')).toBe('A1、B2');
  expect(codesInWords('')).toBe('');
});
