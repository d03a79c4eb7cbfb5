/** The one table of a projection as Postgres sees it, and the statements that read and write it. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Db } from './checkpoint.ts';
import { MOVED_CHANNEL } from './checkpoint.ts';
import { quoted } from './ddl.ts';
import { LostLease } from './failures.ts';
import type { Changes, Key, RowsByKey, Update } from './fold.ts';
import type { KeyedProjection, LedgerProjection, Projection, Row } from './projection.ts';

export type Column = { readonly name: string; readonly type: string; readonly isArray: boolean };
export type Table = {
  readonly projection: KeyedProjection | LedgerProjection;
  readonly schema: string;
  readonly columns: readonly Column[];
  readonly load: string;
  /** The statement that writes updates of these columns beside new and deleted rows. */
  readonly write: (updates: readonly Update[]) => { readonly name: string; readonly text: string };
};

/** Reads the columns and prepares the statements. */
export async function openTable(db: Db, declared: Projection, schema: string): Promise<Table> {
  const projection = declared as unknown as KeyedProjection | LedgerProjection;
  const { rows: columns } = await db.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type, typcategory = 'A' as "isArray"
       from pg_attribute join pg_type on pg_type.oid = atttypid
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum`,
    [`${quoted(schema)}.${quoted(projection.table)}`],
  );
  const full = `${quoted(schema)}.${quoted(projection.table)}`;
  return {
    projection,
    schema,
    columns,
    load: projection.kind === 'keyed' ? loadStatement(projection, full, columns) : lastStatement(full),
    write: remembered((updated) => writeStatement(projection, { full, columns, updated })),
  };
}

function loadStatement({ key }: KeyedProjection, full: string, columns: readonly Column[]): string {
  const type = columns.find((column) => column.name === key)?.type ?? 'text';
  return `select * from ${full} where ${quoted(key)} = any($1::${type}[])`;
}
const lastStatement = (full: string): string => `select * from ${full} order by position desc, line desc limit 1`;

type Updated = readonly (readonly string[])[];
/** Batches change the same few sets of columns again and again: one prepared statement for each. */
function remembered(make: (updated: Updated) => string): Table['write'] {
  const made = new Map<string, { name: string; text: string }>();
  return (updates) => {
    const updated = updates.map(({ columns }) => columns);
    const shape = JSON.stringify(updated);
    const known = made.get(shape);
    if (known !== undefined) return known;
    const text = make(updated);
    // Named after its text: a connection outlives this table object, and a name must never mean another statement.
    const statement = { name: `write ${createHash('sha1').update(text).digest('hex')}`, text };
    made.set(shape, statement);
    return statement;
  };
}

/**
 * One statement, so one transaction and one round trip: the checkpoint moves by compare-and-set, and rows are written
 * only if it moved. $1 to, $2 schema, $3 from, $4 name, $5 rows, $6 rows to delete, $7 … rows of each update.
 */
function writeStatement(
  projection: KeyedProjection | LedgerProjection,
  { full, columns, updated }: { full: string; columns: readonly Column[]; updated: Updated },
): string {
  const names = columns.map((column) => quoted(column.name)).join(', ');
  const identity = projection.kind === 'keyed' ? projection.identity : ['position', 'line'];
  const target = identity.map(quoted).join(', ');
  const rest = columns.filter((column) => !identity.includes(column.name)).map(({ name }) => quoted(name));
  const onConflict =
    projection.kind === 'ledger' || rest.length === 0
      ? 'do nothing'
      : `do update set ${rest.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  const same = identity.map((column) => `t.${quoted(column)} = d.${quoted(column)}`).join(' and ');
  const gone =
    projection.kind === 'ledger'
      ? ''
      : `, gone as (delete from ${full} t using json_populate_recordset(null::${full}, $6::json) d
           where ${same} and exists (select from moved))`;
  const changed = updated.map((names, index) => {
    const set = names.map((name) => `${quoted(name)} = d.${quoted(name)}`);
    return `, changed${index} as (update ${full} t set ${set.join(', ')}
        from json_populate_recordset(null::${full}, $${7 + index}::json) d where ${same} and exists (select from moved))`;
  });
  return `with moved as (
      update projection.checkpoint set position = $1::bigint, moved_at = now()
       where schema = $2 and position = $3 and state <> 'retired' returning state)${gone}${changed.join('')},
    written as (
      insert into ${full} (${names}) select ${names} from json_populate_recordset(null::${full}, $5::json)
       where exists (select from moved) on conflict (${target}) ${onConflict})
    select case when state = 'live' then pg_notify('${MOVED_CHANNEL}', $4::text || ':' || $1::bigint) end from moved`;
}

/** Rows of the given keys; keys without rows are absent. */
export async function loadKeys(db: Db, table: Table, keys: readonly Key[]): Promise<RowsByKey> {
  const found: RowsByKey = new Map();
  if (keys.length === 0 || table.projection.kind !== 'keyed') return found;
  const { key } = table.projection;
  const { rows } = await db.query<Row>({
    name: `load ${table.schema}`,
    text: table.load,
    values: [keys],
  } as pg.QueryConfig);
  for (const row of rows) {
    const of = row[key] as Key;
    const others = found.get(of);
    if (others === undefined) found.set(of, [row]);
    else (others as Row[]).push(row);
  }
  return found;
}

export async function lastRow(db: Db, table: Table): Promise<Row | null> {
  const { rows } = await db.query<Row>(table.load);
  return rows[0] ?? null;
}

/**
 * Writes a batch and moves the checkpoint, both or neither.
 * @throws {LostLease} when the checkpoint was not at `from`.
 */
export async function writeBatch(
  db: Db,
  table: Table,
  changes: Changes,
  step: { from: number; to: number },
): Promise<void> {
  const { schema, projection } = table;
  const known = new Set(table.columns.map(({ name }) => name));
  const updates = changes.updates
    .map(({ columns, rows }) => ({ columns: columns.filter((column) => known.has(column)), rows }))
    .filter(({ columns }) => columns.length > 0);
  const values: unknown[] = [step.to, schema, step.from, projection.name, JSON.stringify(changes.upserts)];
  if (projection.kind === 'keyed') {
    values.push(JSON.stringify(changes.deletes));
    for (const { columns, rows } of updates) {
      const sent = [...projection.identity, ...columns];
      values.push(JSON.stringify(rows.map((row) => Object.fromEntries(sent.map((column) => [column, row[column]])))));
    }
  }
  const { rowCount } = await db.query({ ...table.write(updates), values });
  if (rowCount !== 1) throw new LostLease(schema);
}

/** Moves the checkpoint over positions that held nothing for this projection. */
export async function moveCheckpoint(db: Db, table: Table, step: { from: number; to: number }): Promise<void> {
  const { rowCount } = await db.query({
    name: 'move checkpoint',
    text: `with moved as (
        update projection.checkpoint set position = $1::bigint, moved_at = now()
         where schema = $2 and position = $3 and state <> 'retired' returning state)
      select case when state = 'live' then pg_notify('${MOVED_CHANNEL}', $4::text || ':' || $1::bigint) end from moved`,
    values: [step.to, table.schema, step.from, table.projection.name],
  });
  if (rowCount !== 1) throw new LostLease(table.schema);
}
