// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { readSheet, sheetFile, whyNot } from './sheet-file.ts';

vi.mock('root-config/ui', () => ({ TEXTS: { oneFile: 'one', excelType: 'type', excelSize: 'size' } }));
const named = (name: string, size = 1) => ({ name, size });

test('one file of a known kind up to 10 MB (S2§2.28/1)', () => {
  expect(whyNot([named('a.xlsx'), named('b.csv')])).toBe('one');
  expect(whyNot([named('a.pdf')])).toBe('type');
  expect(whyNot([named('A.XLS', 10 * 1024 * 1024 + 1)])).toBe('size');
  expect(whyNot([named('a.csv', 10 * 1024 * 1024)])).toBeNull();
});
test('what is written is read again, whichever format (S2§2.28/1)', async () => {
  const sheet = { headings: ['单据号', '金额'], rows: [['XS1', '1280.00']] };
  for (const format of ['xlsx', 'csv'] as const) {
    const file = new File([await sheetFile(sheet, format)], `数据.${format}`);
    expect(await readSheet(file), format).toEqual(sheet);
  }
  expect(await (await sheetFile(sheet, 'txt')).text()).toContain('单据号\t金额');
});
test('a csv of an older Excel is not in UTF-8 (S2§2.28/1)', async () => {
  const bytes = new Uint8Array([0xc3, 0xfb, 0xb3, 0xc6, 0x0a, 0xbd, 0xe4]);
  expect(await readSheet(new File([bytes], 'a.csv'))).toEqual({ headings: ['名称'], rows: [['戒']] });
});
