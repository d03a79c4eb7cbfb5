/** Text files as rows of fields: which sign parts them, quotes with line breaks and signs inside, and how wide each row is. Pure. */
import { cutUnits } from '../../contracts/limits.ts';
import { BadTable, MAX_COLUMNS, MAX_ROWS } from './table.ts';

/** `width`: fields of the row, also empty ones; `fields`: up to the limit of columns. */
export type TextRow = { readonly row: number; readonly fields: readonly string[]; readonly width: number };
export type Delimiter = ',' | '\t' | ';' | '|' | '，';
const DELIMITERS: readonly Delimiter[] = [',', '\t', ';', '|', '，'];
/** Beyond the rows that are imported: titles, sums, headings said again. */
const ROOM = 2_000;
const LOOKED_AT = 40;
const LOOKED_INTO = 64 * 1024;

const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

/** One pass over the text. A quote counts at the beginning of a field only: 1" is a length. */
class Parser {
  readonly #text: string;
  readonly #delimiter: string;
  readonly #most: number;
  readonly #rows: TextRow[] = [];
  #fields: string[] = [];
  #width = 0;
  #row = 1;
  #at = 0;

  constructor(text: string, delimiter: string, most: number) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#most = most;
  }

  rows(): readonly TextRow[] {
    while (this.#at < this.#text.length && this.#rows.length < this.#most) {
      this.#keep(this.#text[this.#at] === '"' ? this.#quoted() : this.#plain());
      this.#part();
    }
    // A sign at the very end opens one more field; a line break opens no row.
    if (this.#width > 0) this.#end();
    return this.#rows;
  }

  #plain(): string {
    const from = this.#at;
    while (this.#at < this.#text.length && !this.#isSign(this.#text[this.#at])) this.#at += 1;
    return this.#text.slice(from, this.#at);
  }

  #quoted(): string {
    let value = '';
    this.#at += 1;
    while (this.#at < this.#text.length) {
      const next = this.#text.indexOf('"', this.#at);
      const end = next === -1 ? this.#text.length : next;
      value += this.#text.slice(this.#at, end);
      this.#at = end + 1;
      if (this.#text[this.#at] !== '"') break;
      value += '"';
      this.#at += 1;
    }
    // What stands behind the closing quote belongs to the field all the same.
    return value + this.#plain();
  }

  #isSign(sign: string | undefined): boolean {
    return sign === this.#delimiter || sign === '\n' || sign === '\r';
  }

  #keep(field: string): void {
    this.#width += 1;
    if (this.#width <= MAX_COLUMNS) this.#fields.push(field);
    else if (field.trim() !== '')
      throw new BadTable('too-many-columns', { cell: `${columnName(this.#width - 1)}${this.#row}` });
  }

  /** Over the sign behind a field. */
  #part(): void {
    const sign = this.#text[this.#at];
    this.#at += 1;
    if (sign === this.#delimiter) {
      if (this.#at >= this.#text.length) this.#keep('');
      return;
    }
    if (sign === '\r' && this.#text[this.#at] === '\n') this.#at += 1;
    this.#end();
  }

  #end(): void {
    if (this.#fields.some((field) => field.trim() !== '')) {
      this.#rows.push({ row: this.#row, fields: this.#fields, width: this.#width });
      if (this.#rows.length > MAX_ROWS + ROOM) throw new BadTable('too-many-rows');
    }
    this.#row += 1;
    this.#fields = [];
    this.#width = 0;
  }
}
const parsed = (text: string, delimiter: string, most = Number.POSITIVE_INFINITY): readonly TextRow[] =>
  new Parser(text, delimiter, most).rows();

/** How many rows one sign parts into as many fields, and into how many; the sign that does so best parts the file. */
const weightOf = (rows: readonly TextRow[]): number => {
  const widths = new Map<number, number>();
  for (const { width } of rows) if (width > 1) widths.set(width, (widths.get(width) ?? 0) + 1);
  return Math.max(0, ...[...widths].map(([width, times]) => times * width));
};
/** The rows with something in them, and what parts them. A first line `sep=;` says it itself, as Excel writes it. */
export const delimited = (text: string): { readonly rows: readonly TextRow[]; readonly delimiter: Delimiter } => {
  const said = /^\uFEFF?sep=([,;|\t])\r?\n/i.exec(text);
  if (said !== null) {
    const rest = text.slice(said[0].length);
    const delimiter = said[1] as Delimiter;
    return { delimiter, rows: parsed(rest, delimiter).map((row) => ({ ...row, row: row.row + 1 })) };
  }
  const begin = cutUnits(text, LOOKED_INTO);
  const weights = DELIMITERS.map((sign) => {
    try {
      return weightOf(parsed(begin, sign, LOOKED_AT));
    } catch {
      return 1;
    }
  });
  const delimiter = DELIMITERS[weights.indexOf(Math.max(...weights))] ?? ',';
  return { delimiter, rows: parsed(text, delimiter) };
};
