/** Tables of files, read and written in the browser (S2§2.27, §2.28); the library comes with the first file. */
import { TEXTS } from 'root-config/ui';

export const FORMATS = ['xlsx', 'csv', 'txt'] as const;
export type Format = (typeof FORMATS)[number];
export type Sheet = { readonly headings: readonly string[]; readonly rows: readonly (readonly string[])[] };

const MOST_BYTES = 10 * 1024 * 1024;
const KINDS = /\.(?:xlsx|xls|csv)$/i;
/** Why these files are not read; null when they can be (S2§5, R38, R39). */
export const whyNot = (files: readonly Pick<File, 'name' | 'size'>[]): string | null => {
  const [file] = files;
  if (file === undefined || files.length > 1) return TEXTS.oneFile;
  if (!KINDS.test(file.name)) return TEXTS.excelType;
  return file.size > MOST_BYTES ? TEXTS.excelSize : null;
};

/** Text files come from Excel in either of two encodings. */
const textOf = (bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
};
/** The first sheet, as it is shown in Excel. @throws when it is no table. */
export const readSheet = async (file: File): Promise<Sheet> => {
  const { read, utils } = await import('xlsx');
  const bytes = await file.arrayBuffer();
  const book = /\.csv$/i.test(file.name) ? read(textOf(bytes), { type: 'string' }) : read(bytes);
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (sheet === undefined) throw new TypeError('no sheet');
  const [headings = [], ...rows] = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: false, defval: '' });
  const texts = (cells: readonly unknown[]): string[] => cells.map(String);
  return { headings: texts(headings), rows: rows.map(texts) };
};
/** A file of that format. */
export const sheetFile = async ({ headings, rows }: Sheet, format: Format): Promise<Blob> => {
  const { utils, write } = await import('xlsx');
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([[...headings], ...rows.map((row) => [...row])]), '数据');
  if (format === 'xlsx') return new Blob([write(book, { type: 'array', bookType: 'xlsx', compression: true })]);
  const text = utils.sheet_to_csv(book.Sheets['数据'] ?? {}, { FS: format === 'csv' ? ',' : '\t' });
  // With its mark Excel takes it for UTF-8.
  return new Blob(['\uFEFF', text], { type: 'text/plain;charset=utf-8' });
};
