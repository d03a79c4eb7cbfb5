const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (cell: string | number): string =>
  typeof cell === 'number' ? String(cell) : cell.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? '');

/** A row of COPY's text format. */
export const copyLine = (cells: readonly (string | number)[]): string => `${cells.map(escaped).join('\t')}\n`;
