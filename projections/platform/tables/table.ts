/** The one table of a projection as Postgres sees it, and the statements that read and write it. */
import { createHash } from 'node:crypto';
import type { Recorded } from 'services/event-store/port';
import type pg from 'pg';
import { batched } from 'services/platform/base/batches';
import type { Db } from '../projection/checkpoint.ts';
import { copyRows } from './copy.ts';
import { quoted, type Column } from './ddl.ts';
import { LostLease } from '../projection/failures.ts';
import type { Changes, Key, KeyedRows } from './fold.ts';
import { forgetParked, writeParked, type ParkedKey } from '../parking/parking.ts';
import type { KeyedProjection, LedgerProjection, Projection, Row } from '../projection/projection.ts';
import { inTransaction } from '../projection/transaction.ts';

export type Table = {
  readonly projection: KeyedProjection | LedgerProjection;
  readonly schema: string;
  readonly columns: readonly Column[];
  /** Of a ledger the last row; of keys everything. */
  readonly load: string;
  /** What following needs of keys ({@link Reads}): with all columns, or those that are read. */
  readonly loadStanding: { readonly whole: string; readonly narrow: string };
  /** The statement that writes a batch of that shape. */
  readonly write: (shape: Shape) => Statement;
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
    ...loadStatements(projection, full, columns),
    write: remembered((shape) => writeStatement(projection, { full, columns }, shape)),
  };
}

type Loads = Pick<Table, 'load' | 'loadStanding'>;
function loadStatements(projection: KeyedProjection | LedgerProjection, full: string, all: readonly Column[]): Loads {
  if (projection.kind === 'ledger') return { load: lastStatement(full), loadStanding: { whole: '', narrow: '' } };
  const { key, reads = {} } = projection;
  const type = all.find((column) => column.name === key)?.type ?? 'text';
  const ofKeys = (columns: string, where = 'true'): string =>
    `select ${columns} from ${full} where ${quoted(key)} = any($1::${type}[]) and ${where}`;
  const narrow = reads.columns?.map(quoted).join(', ') ?? '*';
  return {
    load: ofKeys('*'),
    loadStanding: { whole: ofKeys('*', reads.where), narrow: ofKeys(narrow, reads.where) },
  };
}
const lastStatement = (full: string): string => `select * from ${full} order by position desc, line desc limit 1`;

/** What a batch brings: whether there are new rows and rows to delete, and the columns of each update. */
type Shape = { readonly inserts: boolean; readonly deletes: boolean; readonly updated: readonly (readonly string[])[] };
type Statement = { readonly name: string; readonly text: string };
/** Named after its text: a connection outlives this table object, and a name must never mean another statement. */
const nameOf = (does: string, text: string): string => `${does} ${createHash('sha1').update(text).digest('hex')}`;
/** Batches change the same few sets of columns again and again: one prepared statement for each. */
function remembered(make: (shape: Shape) => string): (shape: Shape) => Statement {
  const made = new Map<string, Statement>();
  return (shape) => {
    const known = made.get(JSON.stringify(shape));
    if (known !== undefined) return known;
    const text = make(shape);
    const statement = { name: nameOf('write', text), text };
    made.set(JSON.stringify(shape), statement);
    return statement;
  };
}

type TargetTable = { readonly full: string; readonly columns: readonly Column[] };
/**
 * One statement, so one transaction and one round trip: the checkpoint moves by compare-and-set, and rows are written
 * only if it moved. $1 to, $2 schema, $3 from, $4 and $5 the last
 * event; then, as far as the shape has them, new rows, rows to delete and the
 * rows of each update.
 */
function writeStatement(
  projection: KeyedProjection | LedgerProjection,
  { full, columns }: TargetTable,
  { inserts, deletes, updated }: Shape,
): string {
  const identity = projection.kind === 'keyed' ? projection.identity : ['position', 'line'];
  const same = identity.map((column) => `t.${quoted(column)} = d.${quoted(column)}`).join(' and ');
  let parameter = 5;
  // Only the columns that were sent: a record of all of them costs the server several times as much.
  const sent = (names: readonly string[]): string => {
    const typed = columns.filter(({ name }) => names.includes(name)).map(({ name, type }) => `${quoted(name)} ${type}`);
    return `json_to_recordset($${(parameter += 1)}::json) d(${typed.join(', ')})`;
  };
  const steps = [
    `moved as (update projection.checkpoint set position = $1::bigint, moved_at = now(),
        anchor_position = coalesce($4::bigint, anchor_position), anchor_id = coalesce($5::text, anchor_id)
      where schema = $2 and position = $3 and state <> 'retired' returning state)`,
  ];
  if (inserts) {
    const rows = `json_populate_recordset(null::${full}, $${(parameter += 1)}::json)`;
    steps.push(`written as (${insertion(projection, { full, columns }, rows)})`);
  }
  if (deletes) {
    steps.push(`gone as (delete from ${full} t using ${sent(identity)} where ${same} and exists (select from moved))`);
  }
  for (const [index, names] of updated.entries()) {
    const set = names.map((name) => `${quoted(name)} = d.${quoted(name)}`).join(', ');
    steps.push(
      `changed${index} as (update ${full} t set ${set} from ${sent([...identity, ...names])}
        where ${same} and exists (select from moved))`,
    );
  }
  return `with ${steps.join(',\n    ')} select from moved`;
}

function insertion(
  projection: KeyedProjection | LedgerProjection,
  { full, columns }: TargetTable,
  rows: string,
): string {
  const names = columns.map((column) => quoted(column.name)).join(', ');
  const identity = projection.kind === 'keyed' ? projection.identity : ['position', 'line'];
  const rest = columns.filter((column) => !identity.includes(column.name)).map(({ name }) => quoted(name));
  const onConflict =
    projection.kind === 'ledger' || rest.length === 0
      ? 'do nothing'
      : `do update set ${rest.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  return `insert into ${full} (${names}) select ${names} from ${rows} where exists (select from moved)
      on conflict (${identity.map(quoted).join(', ')}) ${onConflict}`;
}

/** Rows of the given keys, by a statement of the table; keys without rows are absent. */
export async function loadKeys(db: Db, table: Table, keys: readonly Key[], text = table.load): Promise<KeyedRows> {
  const found: KeyedRows = new Map();
  if (keys.length === 0 || table.projection.kind !== 'keyed') return found;
  const { key } = table.projection;
  const { rows } = await db.query<Row>({ name: nameOf('load', text), text, values: [keys] } as pg.QueryConfig);
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

/** From this many new rows on, COPY and its transaction cost less than a JSON parameter. */
const COPY_FROM = 50;

type Anchor = Pick<Recorded, 'position' | 'id'>;
/** Where the checkpoint stands and shall stand, and the keys that are parked or forgiven with it. */
type Step = {
  readonly from: number;
  readonly to: number;
  /** The last event of the batch: by it the log is known again. */
  readonly last?: Anchor | undefined;
  readonly parked?: readonly ParkedKey[];
  readonly healed?: readonly string[];
};
/**
 * Writes a batch and moves the checkpoint, both or neither.
 * @throws {LostLease} when the checkpoint was not at `from`.
 */
export async function writeBatch(db: pg.Pool, table: Table, changes: Changes, step: Step): Promise<void> {
  const { parked = [], healed = [] } = step;
  const isShort = changes.upserts.length < COPY_FROM;
  if (isShort && parked.length + healed.length === 0) return writeAtOnce(db, table, changes, step);
  await inTransaction(db, async (client) => {
    await writeAtOnce(client, table, isShort ? changes : { ...changes, upserts: [] }, step);
    if (!isShort) await copyRows(client, table, [changes.upserts]);
    if (healed.length > 0) await forgetParked(client, table.schema, healed);
    if (parked.length > 0) await writeParked(client, { name: table.projection.name, schema: table.schema }, parked);
  });
}

async function writeAtOnce(db: Db, table: Table, changes: Changes, step: Step): Promise<void> {
  const { schema, projection } = table;
  const { upserts, deletes } = changes;
  const known = new Set(table.columns.map(({ name }) => name));
  const updates = changes.updates
    .map(({ columns, rows }) => ({ columns: columns.filter((column) => known.has(column)), rows }))
    .filter(({ columns }) => columns.length > 0);
  const values: unknown[] = [step.to, schema, step.from, step.last?.position ?? null, step.last?.id ?? null];
  if (upserts.length > 0) values.push(JSON.stringify(upserts));
  if (deletes.length > 0) values.push(JSON.stringify(deletes));
  for (const { columns, rows } of updates) {
    const sent = [...(projection.kind === 'keyed' ? projection.identity : []), ...columns];
    values.push(JSON.stringify(rows.map((row) => Object.fromEntries(sent.map((column) => [column, row[column]])))));
  }
  const updated = updates.map(({ columns }) => columns);
  const statement = table.write({ inserts: upserts.length > 0, deletes: deletes.length > 0, updated });
  const { rowCount } = await db.query({ ...statement, values });
  if (rowCount !== 1) throw new LostLease(schema);
}

type Move = { readonly schema: string; readonly from: number; readonly to: number };
/** Most views have nothing to write when others have: of a moment their checkpoints move in one statement. */
const moves = new WeakMap<pg.Pool, (move: Move) => Promise<boolean>>();
const moving = (db: pg.Pool): ((move: Move) => Promise<boolean>) =>
  batched(async (all: readonly Move[]) => {
    const { rows } = await db.query<{ schema: string; to: string | number }>({
      name: 'move checkpoints',
      text: `update projection.checkpoint c set position = t.moved_to, moved_at = now()
        from unnest($1::text[], $2::bigint[], $3::bigint[]) as t (schema, moved_from, moved_to)
        where c.schema = t.schema and c.position = t.moved_from and c.state <> 'retired' 
        returning c.schema, t.moved_to as "to"`,
      values: [all.map(({ schema }) => schema), all.map(({ from }) => from), all.map(({ to }) => to)],
    });
    const moved = new Set(rows.map(({ schema, to }) => `${schema}/${to}`));
    return all.map(({ schema, to }) => moved.has(`${schema}/${to}`));
  });

/**
 * Moves the checkpoint over positions that held nothing for this projection.
 * @throws {LostLease} when the checkpoint was not at `from`.
 */
export async function moveCheckpoint(db: pg.Pool, table: Table, step: { from: number; to: number }): Promise<void> {
  const move = moves.get(db) ?? moving(db);
  moves.set(db, move);
  if (!(await move({ schema: table.schema, ...step }))) throw new LostLease(table.schema);
}
