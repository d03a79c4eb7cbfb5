/** Cells and styles of a written spreadsheet. A value is never a formula, whatever it starts with. */
import { cutUnits } from 'services/contracts/limits';

/** money and number: yuan and plain decimals; weight, carat: 3 decimals; day: `yyyy-MM-dd`; moment: ISO 8601. */
export type CellKind = 'text' | 'money' | 'weight' | 'carat' | 'count' | 'number' | 'day' | 'moment';

/** Index into cellXfs of {@link STYLES}. */
export const STYLE_OF: Readonly<Record<CellKind | 'header' | 'above', number>> = {
  number: 0,
  header: 1,
  /** General: unlike text cells it runs over the empty ones beside it. */
  above: 0,
  text: 2,
  money: 3,
  weight: 4,
  carat: 4,
  count: 5,
  day: 6,
  moment: 7,
};
const cellXf = (format: number, more = '') =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${more}/>`;
export const STYLES =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<numFmts count="3"><numFmt numFmtId="164" formatCode="0.000"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="8">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  [49, 4, 164, 1, 165, 166].map((format) => cellXf(format)).join('') +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

const MOST_CHARACTERS = 32_767;
// eslint-disable-next-line no-control-regex -- these are what XML 1.0 forbids
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
// eslint-disable-next-line no-control-regex -- see above
const SUSPICIOUS = /[\u0000-\u001F&<>"_\uD800-\uDFFF\uFFFE\uFFFF]/;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML takes it; `_x0041_` is kept as those seven characters. */
function escaped(value: string): string {
  const kept = cutUnits(value, MOST_CHARACTERS);
  if (!SUSPICIOUS.test(kept)) return kept;
  return kept
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(FORBIDDEN, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}
export const attribute = escaped;

/** 0 → A, 25 → Z, 26 → AA. */
export const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Readers take white space off either end unless told to keep it. */
const EDGED = /^\s|\s$/;
/** What follows the place of a cell. */
const textTail = (value: string, style: number): string =>
  `" s="${style}" t="inlineStr"><is><t${EDGED.test(value) ? ' xml:space="preserve"' : ''}>${escaped(value)}</t></is></c>`;
export const text = (value: string, at: string, style: number): string => `<c r="${at}${textTail(value, style)}`;

const DAY_MS = 86_400_000;
const OFFSET_MS = 8 * 3_600_000;
const EPOCH = Date.UTC(1899, 11, 30);
/** Days since 1899-12-30 of the shops' clock; NaN when the text is no date. */
const serialOf = (kind: 'day' | 'moment', value: string): number =>
  kind === 'day'
    ? (Date.parse(`${value}T00:00:00Z`) - EPOCH) / DAY_MS
    : (Date.parse(value) + OFFSET_MS - EPOCH) / DAY_MS;

const amountOf = (kind: Exclude<CellKind, 'text'>, value: unknown): number => {
  if (kind === 'day' || kind === 'moment') return serialOf(kind, textOf(value));
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
};

/** Words stand in many rows of a column: so many of each are escaped once. */
const REMEMBERED = 500;
const remembering = (tailOf: (value: string) => string): ((value: string) => string) => {
  const known = new Map<string, string>();
  return (value) => {
    const found = known.get(value);
    if (found !== undefined) return found;
    const tail = tailOf(value);
    if (known.size < REMEMBERED) known.set(value, tail);
    return tail;
  };
};

/**
 * Writes the cells of one column, `A` or `AZ`, by the number of their row: what is the same in all of them is put together
 * once. What does not fit its kind is written as text, nothing is lost.
 */
export const cellWriter = (kind: CellKind, column: string): ((value: unknown, line: number) => string) => {
  const opening = `<c r="${column}`;
  const tailOf = remembering((value) => textTail(value, STYLE_OF.text));
  const asText = (value: unknown, line: number): string => opening + line + tailOf(textOf(value));
  if (kind === 'text') return (value, line) => (value == null || value === '' ? '' : asText(value, line));
  const middle = `" s="${STYLE_OF[kind]}"><v>`;
  return (value, line) => {
    if (value == null || value === '') return '';
    const amount = amountOf(kind, value);
    return Number.isFinite(amount) ? `${opening}${line}${middle}${amount}</v></c>` : asText(value, line);
  };
};

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.map(textOf).join('、');
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value as number);
}
