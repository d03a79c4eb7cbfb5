/** Tables of the database that somebody may generate from: those of the schemas `custom` and `public`. */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { DbTable } from './contract.ts';

type TableAt = { readonly schema: string; readonly name: string };
/** `custom.demo_brand`; without a schema it is `public`. */
export const placeOf = (tableName: string): TableAt => {
  const [first = '', second] = tableName.split('.');
  return second === undefined ? { schema: 'public', name: first } : { schema: first, name: second };
};
/** As people write it: quoted names and those with digits are none that can be generated from. */
const SHOWN = sql.fragment`CASE WHEN n.nspname = 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END`;
const TABLES = sql.fragment`pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('custom', 'public') AND c.relkind IN ('r', 'p') AND c.relname ~ '^[a-z_]+$'
    AND NOT c.relispartition`;
const NOT_IMPORTED = sql.fragment`NOT EXISTS (SELECT FROM master.gen_table AS g WHERE g.table_name = ${SHOWN})`;

const Found = z.object({ tableName: z.string(), tableComment: z.string(), tableRows: z.number(), count: z.int() });
const contains = (text: FragmentSqlToken, term: string | undefined): FragmentSqlToken =>
  term === undefined || term === '' ? sql.fragment`TRUE` : sql.fragment`position(lower(${term}) IN lower(${text})) > 0`;
const COMMENT = sql.fragment`coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), '')`;

type TableFilter = {
  readonly tableName?: string | undefined;
  readonly tableComment?: string | undefined;
  readonly pageIndex: number;
  readonly pageSize: number;
};
/** Those that nobody imported yet, by name; `tableRows` is Postgres' own estimate. */
export const tablesOf = async (db: CommonQueryMethods, wanted: TableFilter) => {
  const { tableName, tableComment, pageIndex, pageSize } = wanted;
  const rows = await db.any(sql.type(Found)`
    SELECT ${SHOWN} AS "tableName", ${COMMENT} AS "tableComment", greatest(c.reltuples, 0)::float8 AS "tableRows",
      count(*) OVER ()::int AS count
    FROM ${TABLES} AND ${NOT_IMPORTED} AND ${contains(SHOWN, tableName)} AND ${contains(COMMENT, tableComment)}
    ORDER BY 1 LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`);
  const list = rows.map(({ count: _count, ...row }): DbTable => ({ ...row, createTime: null, updateTime: null }));
  return { list, count: rows[0]?.count ?? 0, pageIndex, pageSize };
};

const DbColumn = z.object({
  name: z.string(),
  comment: z.string(),
  /** As it is declared: character varying(60). */
  declared: z.string(),
  /** Its plain name: varchar. */
  type: z.string(),
  modifier: z.int(),
  notNull: z.boolean(),
  defaulted: z.string().nullable(),
  /** '' none, 'a' always, 'd' by default. */
  identity: z.string(),
  generated: z.boolean(),
  key: z.boolean(),
  /** Unique index over it alone. */
  unique: z.string().nullable(),
});
export type DbColumn = z.infer<typeof DbColumn>;
const DbConstraint = z.object({
  name: z.string(),
  /** Of this table, those that it speaks of. */
  columns: z.array(z.string()),
  /** What a check asks for; null of a foreign key. */
  check: z.string().nullable(),
  /** Where a foreign key leads; null of a check. */
  to: z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) }).nullable(),
});
export type DbConstraint = z.infer<typeof DbConstraint>;
export type DbTableShape = TableAt & {
  readonly comment: string;
  readonly columns: readonly DbColumn[];
  readonly constraints: readonly DbConstraint[];
};

const namesOf = (table: string, keys: string): FragmentSqlToken => sql.fragment`ARRAY(
  SELECT a.attname::text FROM unnest(${sql.identifier(['k', keys])}) WITH ORDINALITY AS key (number, place)
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = ${sql.identifier(['k', table])} AND a.attnum = key.number ORDER BY key.place)`;
/** Checks and foreign keys that say the same in every database: what needs functions or types of this one is left out. */
const constraintsOf = (db: CommonQueryMethods, { schema, name }: TableAt): Promise<readonly DbConstraint[]> =>
  db.any(sql.type(DbConstraint)`
    SELECT k.conname AS name, ${namesOf('conrelid', 'conkey')} AS columns,
      CASE k.contype WHEN 'c' THEN pg_catalog.pg_get_expr(k.conbin, k.conrelid) END AS check,
      CASE k.contype WHEN 'f' THEN jsonb_build_object('schema', rn.nspname, 'name', r.relname,
        'columns', ${namesOf('confrelid', 'confkey')}) END AS to
    FROM pg_catalog.pg_constraint AS k JOIN pg_catalog.pg_class AS c ON c.oid = k.conrelid
      JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
      LEFT JOIN pg_catalog.pg_class AS r ON r.oid = k.confrelid
      LEFT JOIN pg_catalog.pg_namespace AS rn ON rn.oid = r.relnamespace
    WHERE n.nspname = ${schema} AND c.relname = ${name} AND k.contype IN ('c', 'f') AND k.conname ~ '^[a-z_0-9]+$'
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend AS d WHERE d.classid = 'pg_constraint'::regclass AND d.objid = k.oid
        AND d.refclassid IN ('pg_proc'::regclass, 'pg_type'::regclass, 'pg_operator'::regclass))
    ORDER BY k.contype, k.conname`);

const Comment = z.object({ comment: z.string() });
/** The table as it is now; null when there is none that may be generated from. */
export const shapeOf = async (db: CommonQueryMethods, tableName: string): Promise<DbTableShape | null> => {
  const comment = await db.maybeOneFirst(
    sql.type(Comment)`SELECT ${COMMENT} AS comment FROM ${TABLES} AND ${SHOWN} = ${tableName}`,
  );
  if (comment === null) return null;
  const place = placeOf(tableName);
  const columns = await db.any(sql.type(DbColumn)`
    SELECT a.attname AS name, coalesce(pg_catalog.col_description(c.oid, a.attnum), '') AS comment,
      pg_catalog.format_type(a.atttypid, a.atttypmod) AS declared, t.typname AS type, a.atttypmod AS modifier,
      a.attnotnull AS "notNull", pg_catalog.pg_get_expr(d.adbin, d.adrelid) AS defaulted, a.attidentity AS identity,
      a.attgenerated <> '' AS generated,
      EXISTS (SELECT FROM pg_catalog.pg_index AS i
        WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey::int2[])) AS key,
      (SELECT min(u.relname::text) FROM pg_catalog.pg_index AS i JOIN pg_catalog.pg_class AS u ON u.oid = i.indexrelid
        WHERE i.indrelid = c.oid AND i.indisunique AND NOT i.indisprimary AND i.indpred IS NULL AND i.indnkeyatts = 1
          AND i.indkey[0] = a.attnum) AS unique
    FROM pg_catalog.pg_class AS c
      JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
      JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
      LEFT JOIN pg_catalog.pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE n.nspname = ${place.schema} AND c.relname = ${place.name} ORDER BY a.attnum`);
  return { ...place, comment, columns, constraints: await constraintsOf(db, place) };
};
