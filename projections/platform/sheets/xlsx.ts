/** Spreadsheets written row by row: 100,000 rows need no more memory than 100. */
import { Readable } from 'node:stream';
import { cutUnits } from 'services/contracts/limits';
import type { RawAnswer } from 'services/contracts/route';
import { ZipFile } from 'yazl';
import { attribute, cellWriter, columnName, STYLES, STYLE_OF, text, type CellKind } from './xlsx-cells.ts';

export type { CellKind } from './xlsx-cells.ts';

export type SheetColumn = { readonly title: string; readonly kind: CellKind };
export type Sheet = {
  /** Chinese name of the sheet. */
  readonly sheet: string;
  /** A line above the titles. */
  readonly above?: string;
  readonly columns: readonly SheetColumn[];
  /** Many rows at a time: values in the order of the columns; null and undefined leave a cell empty. */
  readonly rows: AsyncIterable<readonly (readonly unknown[])[]>;
};

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MOST_ROWS = 1_048_576;
const CHUNK_CHARACTERS = 64 * 1024;
/** Rows are written on while what is so far ahead waits to be compressed. */
const AHEAD_BYTES = 1024 * 1024;
/** Above this zlib costs more time than the smaller file saves. */
const LEVEL = 3;

const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`;
const PACKAGE_RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const WORKBOOK_RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
const workbook = (sheet: string) =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${attribute(sheetName(sheet))}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** What a sheet may be called: at most 31 characters, none of `[]:*?/\`, no quote at either end. */
export const sheetName = (name: string): string =>
  cutUnits(name.replace(/[[\]:*?/\\]/g, ' ').replace(/^['\s]+|['\s]+$/g, ''), 31) || 'Sheet1';

/** The file as a stream. A row source that fails destroys it; closing it early ends the row source. */
export function xlsxOf(sheet: Sheet): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const source = Readable.from(worksheet(sheet), { objectMode: false, highWaterMark: AHEAD_BYTES });
  const give = (path: string, content: string) => zip.addBuffer(Buffer.from(content), path);
  give('[Content_Types].xml', CONTENT_TYPES);
  give('_rels/.rels', PACKAGE_RELATIONS);
  give('xl/workbook.xml', workbook(sheet.sheet));
  give('xl/_rels/workbook.xml.rels', WORKBOOK_RELATIONS);
  give('xl/styles.xml', `${HEAD}${STYLES}`);
  zip.addReadStream(source, 'xl/worksheets/sheet1.xml', { compressionLevel: LEVEL });
  zip.on('error', (error: Error) => output.destroy(error));
  source.on('error', (error) => output.destroy(error));
  output.on('close', () => source.destroy());
  zip.end();
  return output;
}

async function* worksheet({ columns, rows, above }: Sheet): AsyncGenerator<Buffer> {
  const names = columns.map((_, index) => columnName(index));
  const cells = columns.map(({ kind }, index) => cellWriter(kind, names[index]!));
  let chunk = opening(columns, names, above);
  let line = headOf(above);
  for await (const some of rows) {
    for (const row of some) {
      line += 1;
      if (line > MOST_ROWS) throw new RangeError(`a sheet has at most ${MOST_ROWS} rows`);
      chunk += `<row r="${line}">`;
      for (let i = 0; i < cells.length; i += 1) chunk += cells[i]!(row[i], line);
      chunk += '</row>';
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield Buffer.from(chunk);
      chunk = '';
    }
  }
  yield Buffer.from(`${chunk}</sheetData></worksheet>`);
}

/** Number of the row with the titles. */
const headOf = (above: string | undefined): number => (above === undefined ? 1 : 2);

function opening(columns: readonly SheetColumn[], names: readonly string[], above: string | undefined): string {
  const head = headOf(above);
  const widths = columns.map(
    ({ title, kind }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.max(WIDTHS[kind], Array.from(title).length * 2 + 2)}" style="${STYLE_OF[kind]}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title }, index) => text(title, `${names[index]}${head}`, STYLE_OF.header));
  const line = above === undefined ? '' : `<row r="1">${text(above, 'A1', STYLE_OF.above)}</row>`;
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${head}" topLeftCell="A${head + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columns.length === 0 ? '' : `<cols>${widths.join('')}</cols>`}<sheetData>${line}<row r="${head}">${titles.join('')}</row>`;
}
const WIDTHS: Readonly<Record<CellKind, number>> = {
  text: 16,
  money: 14,
  weight: 12,
  carat: 12,
  count: 8,
  number: 12,
  day: 12,
  moment: 20,
};

/** The answer of an export. `fileName` with or without `.xlsx`. */
export const exportOf = ({ fileName, ...sheet }: Sheet & { readonly fileName: string }): RawAnswer => ({
  raw: xlsxOf(sheet),
  type: TYPE,
  fileName: fileName.endsWith('.xlsx') ? fileName : `${fileName}.xlsx`,
});
