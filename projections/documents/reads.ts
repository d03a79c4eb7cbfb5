/** How documents are found, now or as of a position: one clause for list, sums, export, record and latest day. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { asBarcode } from 'services/contracts/barcode';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import type { SessionUser } from 'services/contracts/user';
import { allowedRange } from '../platform/queries/date-window.ts';
import { pagedList, type Page } from '../platform/queries/paged-list.ts';
import { asTable, pastList, rowsAt, standing } from '../platform/queries/past-rows.ts';
import type { Projection } from '../platform/projection/projection.ts';
import type { ListRequest, QueryDeps } from '../platform/queries/query-deps.ts';
import { inScope } from 'services/platform/base/maker-scope';
import { NOT_FOUND, ofScope, scopeRefusal, type OwnedRows } from '../platform/queries/scope.ts';
import { allOf, between, equals, type Condition } from '../platform/queries/where-clauses.ts';

/** Filters that every document list has. */
export type DocumentQuery = {
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly barcode?: string | undefined;
  readonly auditFlag?: number | undefined;
  readonly beginTime?: string | undefined;
  readonly endTime?: string | undefined;
};
/** The document's table and its versions (both as alias `d`, with stage, audit_flag, barcodes and the day). */
export type DocumentSource<Query extends DocumentQuery, Stored extends z.ZodType> = {
  readonly projection: Projection;
  readonly tables: { readonly live: FragmentSqlToken; readonly versions: FragmentSqlToken };
  readonly stream: (id: number) => string;
  readonly day: FragmentSqlToken;
  /** Columns of `d` and of the joined names, as of a position or now; with the joins. */
  readonly columns: (asOf: number | undefined) => FragmentSqlToken;
  readonly names: FragmentSqlToken;
  readonly stored: Stored;
  /** Filters of its own, with what the user may see (R13). */
  readonly partners: (query: Partial<Query>, user: SessionUser) => readonly Condition[] | Refusal;
  readonly sees: (row: z.output<Stored>, user: SessionUser) => boolean;
};
/** Where sums are taken: the versions serve the past, and `valued_…` columns also the present. */
export type RowSelection = { readonly from: FragmentSqlToken; readonly where: FragmentSqlToken };

const SHOWN = sql.fragment`d.stage IN ('pending', 'audited')`;
const aliased = (table: FragmentSqlToken): FragmentSqlToken => sql.fragment`${table} d`;

const selecting = <Query extends DocumentQuery, Stored extends z.ZodType>(
  { columns, names }: DocumentSource<Query, Stored>,
  from: FragmentSqlToken,
  asOf: number | undefined,
): FragmentSqlToken => sql.fragment`SELECT ${columns(asOf)} FROM ${from} ${names}`;

const ownedIn = ({ tables }: Pick<DocumentSource<DocumentQuery, z.ZodType>, 'tables'>): OwnedRows => ({
  table: tables.live,
  key: sql.fragment`id`,
});
/** Documents the user may see, without filters: what the latest day is looked for among. */
export const visibleTo = <Query extends DocumentQuery, Stored extends z.ZodType>(
  source: DocumentSource<Query, Stored>,
  user: SessionUser,
): readonly Condition[] | Refusal => {
  const partners = source.partners({}, user);
  return isRefusal(partners) ? partners : [SHOWN, ...partners, inScope(sql.fragment`d`, user)];
};

/** The clause over the live table or, as of a position and where `versions` says so, over the versions. */
export const documentsWhere = <Query extends DocumentQuery, Stored extends z.ZodType>(
  { now }: QueryDeps,
  source: DocumentSource<Query, Stored>,
  { query, user, asOf }: ListRequest<Query>,
  versions = asOf !== undefined,
): RowSelection | Refusal => {
  const range = allowedRange(user, query, now());
  if (isRefusal(range)) return range;
  const partners = source.partners(query, user);
  if (isRefusal(partners)) return partners;
  const barcode = asBarcode(query.barcode ?? '');
  return {
    from: aliased(versions ? source.tables.versions : source.tables.live),
    where: allOf(
      versions ? standing(sql.fragment`d`, asOf) : null,
      SHOWN,
      partners,
      versions ? ofScope(sql.fragment`d.id`, ownedIn(source), user) : inScope(sql.fragment`d`, user),
      equals(sql.fragment`d.audit_flag`, query.auditFlag),
      barcode === '' ? null : sql.fragment`d.barcodes @> ${sql.array([barcode], 'text')}`,
      between(source.day, range.begin, range.end),
    ),
  };
};

const Key = z.object({ id: z.int() });
/** A page of documents, newest day first. */
export const documentsOf = async <Query extends DocumentQuery, Stored extends z.ZodType>(
  deps: QueryDeps,
  source: DocumentSource<Query, Stored>,
  asked: ListRequest<Query>,
): Promise<(RowSelection & { readonly page: Page<z.output<Stored>> }) | Refusal> => {
  const found = documentsWhere(deps, source, asked);
  if (isRefusal(found)) return found;
  const { asOf, query } = asked;
  const orderBy = sql.fragment`${source.day} DESC, d.id DESC`;
  const shared = {
    db: deps.db,
    ...found,
    orderBy,
    row: source.stored,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  };
  const page =
    asOf === undefined
      ? await pagedList({
          ...shared,
          key: sql.fragment`d.id`,
          select: selecting(source, sql.fragment`page JOIN ${source.tables.live} d ON d.id = page.key`, undefined),
        })
      : await pastList({
          ...shared,
          key: sql.fragment`d.id`,
          keys: Key,
          select: async (keys) => {
            const streams = keys.map(({ id }) => source.stream(id));
            const rows = await rowsAt(deps.store, source.projection, streams, asOf);
            return selecting(source, aliased(asTable(source.tables.live, rows)), asOf);
          },
        });
  return { ...found, page };
};

/** One document; a 404 when there was none then, or it is of other shops, a 403 when it is out of the user's data scope. */
export const documentOf = async <Query extends DocumentQuery, Stored extends z.ZodType>(
  { db, store }: QueryDeps,
  source: DocumentSource<Query, Stored>,
  { id, user, asOf }: { readonly id: number; readonly user: SessionUser; readonly asOf: number | undefined },
): Promise<z.output<Stored> | Refusal> => {
  const from =
    asOf === undefined
      ? source.tables.live
      : asTable(source.tables.live, await rowsAt(store, source.projection, [source.stream(id)], asOf));
  const row = await db.maybeOne(sql.type(source.stored)`
    ${selecting(source, aliased(from), asOf)} WHERE d.id = ${id} AND ${SHOWN}`);
  if (row === null || !source.sees(row as z.output<Stored>, user)) return NOT_FOUND;
  return (await scopeRefusal(db, ownedIn(source), { id, user })) ?? (row as z.output<Stored>);
};
