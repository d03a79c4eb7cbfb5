/** Rows into a table by COPY (text format). */
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { quoted, type Column } from './ddl.ts';
import type { Cell, Row } from '../projection/projection.ts';

const CHUNK_CHARACTERS = 64 * 1024;
const SPECIAL = /[\\\t\n\r]/;
const SPECIAL_IN_ARRAY = /["\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string => (SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (c) => ESCAPES[c]!) : text);
/** JSON holds no tab and no line break as they are. */
const escapedJson = (cell: Cell): string => {
  const json = JSON.stringify(cell);
  return json.includes('\\') ? json.replaceAll('\\', '\\\\') : json;
};

/** `{a,"b,c",NULL}` */
const arrayLiteral = (items: readonly unknown[]): string =>
  `{${items.map((item) => (item == null ? 'NULL' : Array.isArray(item) ? arrayLiteral(item) : quotedItem(item))).join(',')}}`;
const quotedItem = (item: unknown): string =>
  typeof item === 'number' || typeof item === 'boolean'
    ? String(item)
    : `"${(typeof item === 'string' ? item : JSON.stringify(item)).replace(/["\\]/g, '\\$&')}"`;

const isText = (item: unknown): item is string => typeof item === 'string';
const escapedArray = (items: readonly unknown[]): string =>
  // The pieces of a name are many and plain: looked at once, together.
  items.length > 0 && items.every(isText) && !SPECIAL_IN_ARRAY.test(items.join(''))
    ? `{"${items.join('","')}"}`
    : escaped(arrayLiteral(items));

/** One cell in COPY's text format, the same value that json_populate_recordset makes of it. */
function copyCell(cell: Cell | undefined, column: Column): string {
  if (cell == null) return '\\N';
  if (column.type === 'json' || column.type === 'jsonb') return escapedJson(cell);
  if (typeof cell === 'string') return escaped(cell);
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  return column.isArray && Array.isArray(cell) ? escapedArray(cell) : escapedJson(cell);
}

type Batches = AsyncIterable<Iterable<Row>> | Iterable<Iterable<Row>>;

/** The socket takes chunks as fast as they are made: without a pause no request would be answered meanwhile. */
async function* chunks(batches: Batches, columns: readonly Column[]): AsyncGenerator<string> {
  let chunk = '';
  for await (const rows of batches) {
    for (const row of rows) {
      chunk += lineOf(row, columns);
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield chunk;
      await nextTurn();
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

function lineOf(row: Row, columns: readonly Column[]): string {
  let line = '';
  for (let i = 0; i < columns.length; i += 1) {
    const column = columns[i]!;
    line += (i === 0 ? '' : '\t') + copyCell(row[column.name], column);
  }
  return `${line}\n`;
}

/** Where rows go; an opened table is one. */
type Target = {
  readonly schema: string;
  readonly columns: readonly Column[];
  readonly projection: { readonly table: string };
};

/**
 * Adds rows in one COPY on a connection of the caller, within its transaction; they may come while it runs.
 * `frozen`: into a table made or emptied in that very transaction; the rows need no vacuum afterwards, so counting
 * by an index alone is fast from the first moment.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: Target,
  batches: Batches,
  { frozen = false }: { readonly frozen?: boolean } = {},
): Promise<void> {
  const names = table.columns.map((column) => quoted(column.name)).join(', ');
  const target = `${quoted(table.schema)}.${quoted(table.projection.table)}`;
  const copying = client.query(copyFrom(`copy ${target} (${names}) from stdin${frozen ? ' (freeze)' : ''}`));
  await pipeline(chunks(batches, table.columns), copying);
}
