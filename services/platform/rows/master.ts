/**
 * Writing rows of schema `master`: every insert, update and delete leaves a change (before, after, who, when) in
 * `master.change_log` in the same transaction.
 */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Actor } from '../../contracts/route.ts';
import type { Save } from '../../contracts/save.ts';
import type { Migration } from '../base/migrate.ts';

export const changeLogMigration: Migration = {
  id: 'platform-002-change-log',
  sql: `
    CREATE TABLE change_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      table_name text NOT NULL, row_id text NOT NULL, action text NOT NULL,
      before jsonb, after jsonb,
      user_id bigint NOT NULL, user_name text NOT NULL, command_key text NOT NULL, at timestamptz NOT NULL);
    CREATE INDEX change_log_row ON change_log (table_name, row_id, id);`,
};

/** Values as they go through JSON into columns; arrays become Postgres arrays, objects jsonb. */
export type MasterRow = { readonly [column: string]: unknown };
/**
 * A table of schema `master`, or of `schema`: its key column (bigint: never cast, or its index serves nobody), and columns whose
 * values stay out of the change log (hashes).
 */
export type MasterTable = {
  readonly name: string;
  readonly key: string;
  readonly schema?: string;
  readonly secret?: readonly string[];
};
/** As the change log names it. */
export const loggedName = ({ schema, name }: MasterTable): string =>
  schema === undefined ? name : `${schema}.${name}`;
export type ChangedBy = Pick<Actor, 'user' | 'now' | 'key'>;

const Stored = z.object({ row: z.record(z.string(), z.unknown()) });
const tableName = ({ schema = 'master', name }: MasterTable) => sql.identifier([schema, name]);
const keyIs = (table: MasterTable, key: number) => sql.fragment`${sql.identifier([table.key])} = ${key}::bigint`;
/** Its columns, of `alias` where one is given. */
const columnsOf = (row: MasterRow, ...alias: readonly string[]) =>
  sql.join(
    Object.keys(row).map((column) => sql.identifier([...alias, column])),
    sql.fragment`, `,
  );
const json = (row: MasterRow): string => JSON.stringify(row);

const withoutSecrets = (table: MasterTable, row: MasterRow | null): string | null => {
  if (row === null) return null;
  const kept = Object.entries(row).filter(([column]) => !(table.secret ?? []).includes(column));
  return JSON.stringify(Object.fromEntries(kept));
};

/** As Postgres reads a value in text; null where the column is to stay empty. */
const inText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
};
const textsOf = (row: MasterRow): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => {
      const text = inText(value);
      return text === null ? [] : [[column, text]];
    }),
  );

type Change = { readonly table: MasterTable; readonly action: string; readonly before: MasterRow | null };
const authored = ({ user, key, now }: ChangedBy): FragmentSqlToken =>
  sql.fragment`${user.id}, ${user.username}, ${key}, ${now.toISOString()}::timestamptz`;
/** Inserts the change of each row of `rows`, whose column `row` holds what it came to, null for what is gone. `author`: {@link authored}, or columns of `rows`. */
const logging = (
  { table, action, before }: Change,
  rows: FragmentSqlToken,
  author: FragmentSqlToken,
): FragmentSqlToken => {
  const secret = sql.array([...(table.secret ?? [])], 'text');
  const key = before === null ? sql.fragment`row ->> ${table.key}` : sql.fragment`${String(before[table.key])}`;
  return sql.fragment`
    INSERT INTO master.change_log (table_name, row_id, action, before, after, user_id, user_name, command_key, at)
    SELECT ${loggedName(table)}, ${key}, ${action}, ${withoutSecrets(table, before)}::jsonb, row - ${secret},
      ${author}
    FROM ${rows}`;
};

/** Writes down what a statement of its own did to a row; `before` is null for a new one. */
export const logChanged = async (
  tx: CommonQueryMethods,
  table: MasterTable,
  { before, after }: { readonly before: MasterRow | null; readonly after: MasterRow },
  by: ChangedBy,
): Promise<void> => {
  const row = sql.fragment`(SELECT ${json(after)}::jsonb AS row) AS changed`;
  await tx.query(
    sql.unsafe`${logging({ table, action: before === null ? 'insert' : 'update', before }, row, authored(by))}`,
  );
};

/** The row with that key, locked until the transaction ends; null when there is none. */
export const lockRow = async (tx: CommonQueryMethods, table: MasterTable, key: number): Promise<MasterRow | null> =>
  tx.maybeOneFirst(sql.type(Stored)`
    SELECT to_jsonb(t) AS row FROM ${tableName(table)} AS t WHERE ${keyIs(table, key)} FOR UPDATE`);

/**
 * Inserts the named columns (others take their defaults) and answers the stored row.
 * @throws {UniqueIntegrityConstraintViolationError} of slonik when a unique column is taken.
 */
export const insertRow = async (
  tx: CommonQueryMethods,
  table: MasterTable,
  row: MasterRow,
  by: ChangedBy,
): Promise<MasterRow> => {
  return tx.oneFirst(sql.type(Stored)`
    WITH added AS (
      INSERT INTO ${tableName(table)} AS t (${columnsOf(row)})
      SELECT ${columnsOf(row)} FROM jsonb_populate_record(null::${tableName(table)}, ${json(row)}::jsonb)
      RETURNING to_jsonb(t) AS row),
    logged AS (${logging({ table, action: 'insert', before: null }, sql.fragment`added`, authored(by))})
    SELECT row FROM added`);
};

const ROWS_AT_ONCE = 500;
export type AuthoredRow = { readonly row: MasterRow; readonly by: ChangedBy };
const toldOf = ({ row, by }: AuthoredRow) => ({
  row,
  user_id: by.user.id,
  user_name: by.user.username,
  command_key: by.key,
  at: by.now.toISOString(),
});
/**
 * As {@link insertRow}, of many rows that name the same columns, each by whoever it is of.
 * @throws {UniqueIntegrityConstraintViolationError} of slonik when a unique column is taken.
 */
export const insertRows = async (
  tx: CommonQueryMethods,
  table: MasterTable,
  rows: readonly AuthoredRow[],
): Promise<void> => {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE);
    const part = JSON.stringify(some.map(toldOf));
    const columns = some[0]?.row ?? {};
    await tx.query(sql.unsafe`
      WITH told AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(${part}::jsonb)
          AS t(row jsonb, user_id bigint, user_name text, command_key text, at timestamptz)),
      added AS (
        INSERT INTO ${tableName(table)} AS t (${columnsOf(columns)})
        SELECT ${columnsOf(columns, 'made')} FROM told, jsonb_populate_record(null::${tableName(table)}, told.row) AS made
        RETURNING to_jsonb(t) AS row)
      ${logging(
        { table, action: 'insert', before: null },
        sql.fragment`(SELECT added.row, told.user_id, told.user_name, told.command_key, told.at
          FROM added JOIN told ON told.row ->> ${table.key} = added.row ->> ${table.key}) AS inserted`,
        sql.fragment`user_id, user_name, command_key, at`,
      )}`);
  }
};

/**
 * As {@link insertRow}, with all else that its save writes; arrays hold numbers alone. What the database refuses is told
 * when it is tried again in steps.
 */
export const bindRow = (save: Save, table: MasterTable, row: MasterRow, by: ChangedBy): void => {
  save.bind(`${table.schema ?? 'master'}.${table.name}`, textsOf(row));
  const change = {
    table_name: loggedName(table),
    row_id: row[table.key],
    action: 'insert',
    after: withoutSecrets(table, row),
    user_id: by.user.id,
    user_name: by.user.username,
    command_key: by.key,
    at: by.now.toISOString(),
  };
  save.bind('master.change_log', textsOf(change));
};

/** Changes the named columns of the row whose key is in `row`; null when there is no such row. */
export const updateRow = async (
  tx: CommonQueryMethods,
  table: MasterTable,
  row: MasterRow,
  by: ChangedBy,
): Promise<MasterRow | null> => {
  const key = row[table.key];
  if (typeof key !== 'number') throw new TypeError(`${table.name}: the key is missing`);
  const before = await lockRow(tx, table, key);
  return before === null ? null : updateLocked(tx, table, { before, row }, by);
};

/** {@link updateRow} of a row that the transaction locked, as it was read then. */
export const updateLocked = (
  tx: CommonQueryMethods,
  table: MasterTable,
  { before, row }: { readonly before: MasterRow; readonly row: MasterRow },
  by: ChangedBy,
): Promise<MasterRow> =>
  tx.oneFirst(sql.type(Stored)`
    WITH changed AS (
      UPDATE ${tableName(table)} AS t SET (${columnsOf(row)}) =
        (SELECT ${columnsOf(row)} FROM jsonb_populate_record(null::${tableName(table)}, ${json(row)}::jsonb))
      WHERE ${keyIs(table, Number(before[table.key]))}
      RETURNING to_jsonb(t) AS row),
    logged AS (${logging({ table, action: 'update', before }, sql.fragment`changed`, authored(by))})
    SELECT row FROM changed`);

/** Deletes a row that the transaction locked, as it was read then. */
export const deleteLocked = async (
  tx: CommonQueryMethods,
  table: MasterTable,
  before: MasterRow,
  by: ChangedBy,
): Promise<void> => {
  await tx.query(sql.unsafe`
    WITH gone AS (
      DELETE FROM ${tableName(table)} WHERE ${keyIs(table, Number(before[table.key]))} RETURNING NULL::jsonb AS row)
    ${logging({ table, action: 'delete', before }, sql.fragment`gone`, authored(by))}`);
};
