/**
 * A cell and what ends it. Quotes at its start may hold breaks and tabs, two quotes in them are one; quotes that are
 * never closed reach to the end of the text.
 */
const CELL = /(?:"([^"]*(?:""[^"]*)*)(?:"|$))?([^\t\n]*)(\t|\n|$)/g;

/** The clipboard as Excel and WPS write it: tab between cells, quotes around cells that hold breaks or tabs. */
export const parseTsv = (text: string): string[][] => {
  const rows: string[][] = [[]];
  for (const [, quoted = '', plain = '', end] of text.replaceAll(/\r\n?/g, '\n').matchAll(CELL)) {
    rows[rows.length - 1]!.push(quoted.replaceAll('""', '"') + plain);
    if (end === '\n') rows.push([]);
    // The end of the text would be found once more, as an empty cell.
    if (end === '') break;
  }
  const last = rows[rows.length - 1]!;
  if (rows.length > 1 && last.length === 1 && last[0] === '') rows.pop();
  return rows;
};

const quote = (cell: string): string => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
export const formatTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => quote(cell)).join('\t')).join('\n');
