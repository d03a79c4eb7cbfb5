/** The clipboard as Excel and WPS write it: tab between cells, quotes around cells that hold breaks or tabs. */
export const parseTsv = (text: string): string[][] => {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const clean = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const endCell = (): void => {
    rows[rows.length - 1]!.push(cell);
    cell = '';
  };
  for (let at = 0; at < clean.length; at++) {
    const char = clean[at]!;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (clean[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === '\t') endCell();
    else if (char === '\n') {
      endCell();
      rows.push([]);
    } else cell += char;
  }
  endCell();
  const last = rows[rows.length - 1]!;
  if (rows.length > 1 && last.length === 1 && last[0] === '') rows.pop();
  return rows;
};

const quote = (cell: string): string => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
export const formatTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => quote(cell)).join('\t')).join('\n');
