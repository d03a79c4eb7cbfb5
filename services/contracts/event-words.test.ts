import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventInWords } from './event-words.ts';

const services = new URL('../', import.meta.url).pathname;
const types = [
  ...new Set(globSync('*/golden/*.json', { cwd: services }).map((file) => path.basename(file).split('.')[0]!)),
];

test('every event that was ever stored has Chinese words of its own', () => {
  expect(types.length).toBeGreaterThan(80);
  expect(types.filter((type) => /[A-Za-z]/.test(eventInWords(type)))).toEqual([]);
  expect(new Set(types.map(eventInWords)).size).toBe(types.length);
});

test('the event of a newer house is named as unknown', () => {
  expect(eventInWords('PearlPolished')).toBe('其他记录（PearlPolished）');
  expect(eventInWords('SalePolished')).toBe('其他记录（SalePolished）');
});
