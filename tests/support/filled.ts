/** Rows for every table that grows with the house, made up from the columns' types: enough for Postgres to plan by. */
import pg from 'pg';
import { z } from 'zod';

const Column = z.object({
  schema: z.string(),
  name: z.string(),
  column: z.string(),
  type: z.string(),
  nullable: z.boolean(),
  words: z.string().nullable(),
});
type Column = z.infer<typeof Column>;
const COLUMNS = `
  SELECT n.nspname AS schema, c.relname AS name, a.attname AS column, format_type(a.atttypid, NULL) AS type,
    NOT a.attnotnull AS nullable,
    (SELECT substring(pg_get_constraintdef(k.oid) FROM 'ARRAY\\[(.*?)\\]') FROM pg_constraint k
     WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] LIMIT 1) AS words
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%'
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity <> 'a'
  ORDER BY c.oid, a.attnum`;

/** Columns whose name says more than their type. A chain has a few dozen shops and two hundred suppliers. */
const valueByName = ({ column, type, words }: Column): string | undefined => {
  // Of every row most versions have ended; the open ones are now.
  if (column === 'to_position') return 'CASE WHEN n % 4 = 0 THEN 100000 + n END';
  // Done; what waits is little.
  if (column === 'status') return `'2'`;
  if (words !== null) return `(ARRAY[${words}])[1 + n % cardinality(ARRAY[${words}])]`;
  if (/shop/.test(column) && type === 'bigint') return '1 + n % 40';
  if (/supplier/.test(column) && type === 'bigint') return '1 + n % 200';
  if (/flag|kind|type|count|quantity/.test(column) && type === 'integer') return '1 + n % 2';
  return undefined;
};
const BY_TYPE: Readonly<Record<string, string>> = {
  smallint: '1 + n % 2',
  integer: '100000 + n',
  bigint: '100000 + n',
  numeric: '100000 + n',
  'double precision': 'n',
  text: `'v' || n`,
  'character varying': `'v' || n`,
  boolean: 'n % 2 = 0',
  date: `date '2025-01-01' + (n % 700)::int`,
  'timestamp with time zone': `timestamptz '2025-01-01' + n * interval '1 minute'`,
  jsonb: `'[]'::jsonb`,
  json: `'[]'::json`,
  uuid: 'gen_random_uuid()',
  bytea: 'int8send(n)',
  'text[]': `ARRAY['v' || n]`,
  'bigint[]': 'ARRAY[n]::int8[]',
  'integer[]': 'ARRAY[n]',
};
/** What a column holds in row `n`. */
const valueOf = (column: Column): string => {
  const value = valueByName(column) ?? BY_TYPE[column.type];
  if (value !== undefined) return value;
  if (column.nullable) return 'NULL';
  throw new Error(`no value for ${column.column} ${column.type}`);
};

const fillTable = async (db: pg.Client, rows: number, columns: readonly Column[]): Promise<void> => {
  const [{ schema, name }] = columns as readonly [Column];
  const names = columns.map(({ column }) => pg.escapeIdentifier(column)).join(', ');
  const values = columns.map((column) => `(${valueOf(column)})::${column.type}`).join(', ');
  await db.query(`
    INSERT INTO ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM generate_series(1, ${rows}::int8) AS n ON CONFLICT DO NOTHING`);
};

/** Fills all tables but those of `small` (`schema.table`; `*` for all of a schema); answers what was filled. */
export const fillAll = async (
  db: pg.Client,
  { rows, small }: { readonly rows: number; readonly small: ReadonlySet<string> },
): Promise<readonly string[]> => {
  const { rows: found } = await db.query(COLUMNS);
  const tables = Map.groupBy(z.array(Column).parse(found), ({ schema, name }) => `${schema}.${name}`);
  await db.query('SET session_replication_role = replica');
  const filled: string[] = [];
  for (const [table, columns] of tables) {
    if (small.has(table) || small.has(`${columns[0]!.schema}.*`)) continue;
    await fillTable(db, rows, columns);
    filled.push(table);
  }
  await db.query('SET session_replication_role = DEFAULT');
  await db.query('ANALYZE');
  return filled;
};
