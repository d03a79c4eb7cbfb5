/** Rows into a table by COPY (text format). */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { quoted } from './ddl.ts';
import type { Cell, Row } from './projection.ts';
import type { Column, Table } from './table.ts';

const CHUNK_CHARACTERS = 64 * 1024;
const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string => (SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (c) => ESCAPES[c]!) : text);

/** `{a,"b,c",NULL}` */
const arrayLiteral = (items: readonly unknown[]): string =>
  `{${items.map((item) => (item == null ? 'NULL' : Array.isArray(item) ? arrayLiteral(item) : quotedItem(item))).join(',')}}`;
const quotedItem = (item: unknown): string =>
  typeof item === 'number' || typeof item === 'boolean'
    ? String(item)
    : `"${(typeof item === 'string' ? item : JSON.stringify(item)).replace(/["\\]/g, '\\$&')}"`;

/** One cell in COPY's text format, the same value that json_populate_recordset makes of it. */
export function copyCell(cell: Cell | undefined, column: Column): string {
  if (cell == null) return '\\N';
  if (column.type === 'json' || column.type === 'jsonb') return escaped(JSON.stringify(cell));
  if (typeof cell === 'string') return escaped(cell);
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  return escaped(column.isArray && Array.isArray(cell) ? arrayLiteral(cell) : JSON.stringify(cell));
}

function* lines(rows: Iterable<Row>, columns: readonly Column[]): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    for (let i = 0; i < columns.length; i += 1) {
      const column = columns[i]!;
      chunk += (i === 0 ? '' : '\t') + copyCell(row[column.name], column);
    }
    chunk += '\n';
    if (chunk.length >= CHUNK_CHARACTERS) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

/** Adds `rows` in one COPY of its own transaction. */
export async function copyRows(db: pg.Pool, table: Table, rows: Iterable<Row>): Promise<void> {
  const client = await db.connect();
  let failure: Error | undefined;
  try {
    const names = table.columns.map((column) => quoted(column.name)).join(', ');
    const target = `${quoted(table.schema)}.${quoted(table.projection.table)}`;
    await pipeline(
      Readable.from(lines(rows, table.columns)),
      client.query(copyFrom(`copy ${target} (${names}) from stdin`)),
    );
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure);
  }
}
