/** Lists and records of master tables, written once. */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { pageOf } from 'services/contracts/envelope';
import { maskOf } from 'services/contracts/person';
import { isRefusal, refuse } from 'services/contracts/refusal';
import { route } from 'services/contracts/route';
import type { Answer, Call, Route } from 'services/contracts/route';
import type { Refusal } from 'services/contracts/refusal';
import { OTHER_SCOPE, type SessionUser } from 'services/contracts/user';
import { RowId } from 'services/master-data/contract';
import { judge, type Condition, type Direction as Along, type Way } from 'services/platform/base/text-search';
import { exportRoute, type PageReader } from '../platform/sheets/export.ts';
import type { PageRequest } from '../platform/queries/paged-list.ts';
import type { ListRequest } from '../platform/queries/query-deps.ts';
import type { CellKind } from '../platform/sheets/xlsx.ts';

/** A table read as rows of a schema: selected columns (aliased as on the wire) and where they come from. */
export type Source<Row extends z.ZodType> = {
  readonly row: Row;
  readonly columns: FragmentSqlToken;
  readonly from: FragmentSqlToken;
  /** Of the table whose rows are counted, and that table where it stands beside others in `from`. */
  readonly alias: string;
  readonly table?: FragmentSqlToken;
};
export type Page<Row> = {
  readonly list: Row[];
  readonly count: number;
  readonly more?: boolean;
  readonly pageIndex: number;
  readonly pageSize: number;
};
type Column = readonly string[];
export const equals = (column: Column, value: string | undefined): FragmentSqlToken | null =>
  value === undefined || value === '' ? null : sql.fragment`${sql.identifier(column)} = ${value}`;
type SortOrder = 'asc' | 'desc' | undefined;
export type SortQuery = {
  readonly idOrder?: SortOrder;
  readonly nameOrder?: SortOrder;
  readonly createdAtOrder?: SortOrder;
};
const direction = (asked: 'asc' | 'desc'): FragmentSqlToken =>
  asked === 'asc' ? sql.fragment`ASC` : sql.fragment`DESC`;
/** How rows are sorted; `along` when that is the way of their key, `way` where an index has rows in that order. */
export type Order = { readonly by: FragmentSqlToken; readonly along?: Along; readonly way?: Way };
export const NEWEST_FIRST: Order = { by: sql.fragment`id DESC`, along: 'DESC' };
export const OLDEST_FIRST: Order = { by: sql.fragment`id ASC`, along: 'ASC' };
/** What the screen asked for, else `usual`; the id makes every order total. */
export const ordered = (asked: SortQuery, name: Column, usual: Order): Order => {
  // The id goes the same way, so that the index of both serves.
  if (asked.nameOrder) {
    const way = direction(asked.nameOrder);
    return { by: sql.fragment`${sql.identifier(name)} COLLATE "zh-x-icu" ${way}, id ${way}` };
  }
  if (asked.createdAtOrder) {
    const way = direction(asked.createdAtOrder);
    // Of the table that the name is of: one that is joined has its own.
    const [alias = '', ofAlias] = name;
    const createdAt = sql.identifier(ofAlias === undefined ? ['created_at'] : [alias, 'created_at']);
    return { by: sql.fragment`${createdAt} ${way}, id ${way}` };
  }
  if (asked.idOrder) return asked.idOrder === 'asc' ? OLDEST_FIRST : NEWEST_FIRST;
  return usual;
};

export const page = async <Row extends z.ZodType>(
  db: CommonQueryMethods,
  { row, columns, from, table, alias }: Source<Row>,
  {
    where: conditions,
    order,
    paging,
  }: { readonly where: readonly Condition[]; readonly order: Order; readonly paging: PageRequest },
): Promise<Page<z.output<Row>>> => {
  const { pageIndex, pageSize } = paging;
  // One after the other: an export reads its pages over one connection.
  const { where, keys, ...counted } = await judge(db, {
    from: table ?? from,
    alias,
    conditions,
    along: order.along,
    way: order.way,
  });
  // Keys first: what is shown beside a row is looked up for the rows of this page only.
  const key = sql.identifier([alias, 'id']);
  const before = (pageIndex - 1) * pageSize;
  const ofPage =
    keys === undefined
      ? sql.fragment`ARRAY(SELECT ${key} FROM ${table ?? from} WHERE ${where} ORDER BY ${order.by} LIMIT ${pageSize} OFFSET ${before})`
      : sql.fragment`${sql.array(keys.slice(before, before + pageSize), 'int8')}`;
  const list = await db.any(sql.type(row)`
    SELECT ${columns} FROM ${from} WHERE ${key} = ANY(${ofPage}) ORDER BY ${order.by}`);
  return { list: list.map((item): z.output<Row> => item as z.output<Row>), ...counted, pageIndex, pageSize };
};

type MasterListRequest<Query> = Pick<ListRequest<Query>, 'query' | 'user'>;
type ListRoute<Row extends z.ZodType, Query extends z.ZodType<PageRequest>> = {
  readonly endpoint: { readonly path: string; readonly row: Row; readonly query: Query };
  readonly summary: string;
  readonly allow: Route['allow'];
  readonly read: (
    db: CommonQueryMethods,
    asked: MasterListRequest<z.output<Query>>,
  ) => Promise<Page<z.output<Row>> | Refusal>;
};
export const listRoute = <Row extends z.ZodType, Query extends z.ZodType<PageRequest>>(
  db: CommonQueryMethods,
  { endpoint, summary, allow, read }: ListRoute<Row, Query>,
): Route =>
  route({
    method: 'GET',
    path: endpoint.path,
    summary,
    allow,
    query: endpoint.query,
    data: pageOf(endpoint.row) as z.ZodType,
    handler: async (call) => {
      const found = await read(db, call);
      return isRefusal(found) ? found : { data: found };
    },
  });

const SUMMED = { kind: 'money', total: 'sum' } as const;
const STATUS_NAMES: Readonly<Record<string, string>> = { '1': '停用', '2': '正常' };
const wordsOf = (field: string, own: Readonly<Record<string, Readonly<Record<string, string>>>> = {}) => {
  const words = own[field] ?? (field === 'status' ? STATUS_NAMES : undefined);
  return words === undefined ? {} : { words };
};
const maskIn = (row: z.ZodType, field: string) => maskOf(row instanceof z.ZodObject ? row.shape[field] : undefined);
type ExportedList<Row extends z.ZodType, Query extends z.ZodType<PageRequest>> = ListRoute<Row, Query> & {
  readonly allow: string | readonly string[];
  /** Chinese name of the file, and its columns as [field, title], texts unless they say otherwise. */
  readonly exported: {
    readonly name: string;
    /** See {@link exportRoute}. */
    readonly needs?: string;
    readonly columns: readonly (readonly [field: string, title: string, kind?: CellKind])[];
    /** What the values of a field are called, where it is not the usual status. */
    readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
};
/** A list and its GET …/export (wire, Exports). */
export const listRoutes = <Row extends z.ZodType<object>, Query extends z.ZodType<PageRequest>>(
  db: CommonQueryMethods,
  list: ExportedList<Row, Query>,
): Route[] => [
  listRoute(db, list),
  exportRoute<PageRequest, PageReader>(
    { db },
    {
      path: `${list.endpoint.path}/export`,
      name: list.exported.name,
      allow: list.allow,
      ...(list.exported.needs !== undefined && { needs: list.exported.needs }),
      query: list.endpoint.query,
      columns: [...list.exported.columns, ['createdAt', '创建时间'] as const].map(([field, title, kind]) => ({
        field,
        title,
        ...(kind === undefined && field === 'amount' ? SUMMED : { kind: kind ?? ('text' as const) }),
        ...wordsOf(field, list.exported.words),
        mask: maskIn(list.endpoint.row, field),
      })),
      page: async (at, { query, user }) => {
        // Parsed by this list's own schema; only the page numbers were replaced since.
        const found = await list.read(at.db, { query: query as z.output<Query>, user });
        if (isRefusal(found)) return found;
        return { list: found.list as readonly object[] as readonly Record<string, unknown>[] };
      },
    },
  ),
];

const Revised = z.object({ revision: z.int(), isSeen: z.boolean() });
type RecordRoute<Row extends z.ZodType> = {
  readonly path: string;
  readonly title: string;
  readonly allow: Route['allow'];
  readonly row: Row;
  readonly source: (by: { readonly user: SessionUser }) => Promise<Source<Row>> | Source<Row>;
  /** Whether the caller may see it at all; otherwise it does not exist for them. */
  readonly visible?: (call: Call<RowId, unknown, unknown>) => boolean;
  /** Which rows the caller may see; null: all. Of the others he is told that they are not his. */
  readonly among?: (user: SessionUser) => FragmentSqlToken | null;
  /** Shown instead of what is stored. */
  readonly show?: (row: z.output<Row>, user: SessionUser) => z.output<Row>;
};
export const notFound = (title: string): Refusal => refuse('not-found', 'master.missing', `${title}不存在或已删除`);

/** GET /{path}/{id} with its revision as ETag. */
export const recordRoute = <Row extends z.ZodType>(db: CommonQueryMethods, spec: RecordRoute<Row>): Route => {
  const { path, title, allow, row: shape, source, visible, among, show } = spec;
  const answer = async (call: Call<RowId, unknown, unknown>): Promise<Answer<z.output<Row>> | Refusal> => {
    if (visible?.(call) === false) return notFound(title);
    const { row, columns, from } = await source(call);
    const { id } = call.params;
    // One statement, so that the revision belongs to the values.
    const found = await db.maybeOne(
      sql.type(z.intersection(row, Revised))`
        SELECT ${columns}, revision, ${among?.(call.user) ?? sql.fragment`true`} AS "isSeen" FROM ${from} WHERE id = ${id}`,
    );
    if (found === null) return notFound(title);
    const { revision, isSeen } = Revised.parse(found);
    if (!isSeen) return OTHER_SCOPE;
    const value = row.parse(found);
    return { data: show === undefined ? value : show(value, call.user), etag: revision };
  };
  return route({
    method: 'GET',
    path: `${path}/:id`,
    summary: `查看${title}`,
    allow,
    params: RowId,
    data: shape,
    handler: answer,
  });
};
