/** What all rows of a list's filters add up to, and each sum opened into its rows: `<path>/totals`, `<path>/explain`. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { SumText, WireSum, wireSum } from 'services/contracts/sums';
import { seesCost } from 'services/contracts/user';
import { OpenedSum } from '../explain/contract.ts';
import { NO_COST, SumRow, shownSumRow } from '../explain/explain.ts';
import { inFullWidth, type Width } from '../platform/queries/full-width.ts';
import type { PageRequest } from '../platform/queries/paged-list.ts';
import type { ListRequest, QueryDeps } from '../platform/queries/query-deps.ts';
import type { RowSelection } from './reads.ts';

export type Figure = {
  /** Of one row, whole units: pieces, fen, milligrams. */
  readonly value: FragmentSqlToken;
  /** Where the value is that of one piece: how many there are. */
  readonly pieces?: FragmentSqlToken;
  readonly unit: 'count' | 'fen' | 'mg';
  /** Only with the right to see cost (R13). */
  readonly cost?: true;
};
export type Figures = Readonly<Record<string, Figure>>;
export type ListSums<Query extends PageRequest> = {
  /** `/biz-allocate` */
  readonly path: string;
  /** 首饰调拨 */
  readonly label: string;
  readonly allow: string | readonly string[];
  readonly query: z.ZodType<Query>;
  readonly figures: Figures;
  /** The rows of the filters as they are now. */
  readonly where: (asked: ListRequest<Query>) => RowSelection | Refusal;
  readonly audited: FragmentSqlToken;
  /** What one row is called in an opened sum; all of the table behind {@link where}. */
  readonly named: {
    readonly key: FragmentSqlToken;
    readonly barcode: FragmentSqlToken;
    readonly shop: FragmentSqlToken;
    readonly billType: FragmentSqlToken;
    readonly document: FragmentSqlToken;
    readonly at: FragmentSqlToken;
  };
};

/** Decimals of the whole units on the wire. */
const PLACES: Readonly<Record<Figure['unit'], number>> = { count: 0, fen: 2, mg: 3 };
const valueOf = ({ value, pieces }: Figure, width: Width): FragmentSqlToken =>
  pieces === undefined ? value : sql.fragment`${pieces}::${width} * ${value}`;
const Summed = z.object({ count: z.int(), audited: z.int(), sums: z.array(SumText) });

const totalsRoute = <Query extends PageRequest>({ db }: QueryDeps, list: ListSums<Query>): Route =>
  route({
    method: 'GET',
    path: `${list.path}/totals`,
    summary: `${list.label}合计`,
    allow: list.allow,
    query: list.query,
    data: z.object({ count: z.int(), audited: z.int(), totals: z.record(z.string(), WireSum) }),
    handler: async ({ query, user }) => {
      const found = list.where({ query, user, asOf: undefined });
      if (isRefusal(found)) return found;
      const seen = Object.entries(list.figures).filter(([, { cost }]) => cost !== true || seesCost(user));
      const row = await inFullWidth((width) => {
        const sums = seen.map(([, figure]) => sql.fragment`coalesce(sum(${valueOf(figure, width)}), 0)::text`);
        return db.one(sql.type(Summed)`
          SELECT count(*)::int AS count, count(*) FILTER (WHERE ${list.audited})::int AS audited,
            ARRAY[${sql.join([...sums, sql.fragment`'0'`], sql.fragment`, `)}] AS sums
          FROM ${found.from} WHERE ${found.where}`);
      });
      const totals = seen.map(
        ([name, { unit }], index) => [name, wireSum(row.sums[index] ?? '0', PLACES[unit])] as const,
      );
      return { data: { count: row.count, audited: row.audited, totals: Object.fromEntries(totals) } };
    },
  });

type SumRequest = {
  readonly found: RowSelection;
  readonly figure: Figure;
  readonly paging: PageRequest;
  readonly width: Width;
};
/** The newest rows first. */
const opened = async (
  { db }: QueryDeps,
  { key, barcode, shop, billType, document, at }: ListSums<PageRequest>['named'],
  { found, figure, paging, width }: SumRequest,
): Promise<OpenedSum> => {
  const value = valueOf(figure, width);
  const { pageIndex, pageSize } = paging;
  const places = PLACES[figure.unit];
  const [sum, list] = await Promise.all([
    db.one(sql.type(z.object({ total: SumText, count: z.int() }))`
      SELECT coalesce(sum(${value}), 0)::text AS total, count(*)::int AS count
      FROM ${found.from} WHERE ${found.where}`),
    db.any(sql.type(SumRow)`
      SELECT e.*, s.name AS shop_name FROM (
        SELECT ${key}::text AS key, ${barcode} AS barcode, ${shop} AS shop_id, ${billType} AS bill_type,
          ${document} AS document_no, (${value})::text AS value, ${at} AS at
        FROM ${found.from} WHERE ${found.where} ORDER BY ${key} DESC
        LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}) AS e
      LEFT JOIN master.shop s ON s.id = e.shop_id ORDER BY e.key::int8 DESC`),
  ]);
  return {
    total: wireSum(sum.total, places),
    count: sum.count,
    pageIndex,
    pageSize,
    list: list.map((row) => shownSumRow(row, places)),
  };
};

const explainRoute = <Query extends PageRequest>(deps: QueryDeps, list: ListSums<Query>): Route => {
  const field = z.enum(Object.keys(list.figures), { error: '没有这个合计' });
  const query = (list.query as unknown as z.ZodObject).extend({ field });
  return route({
    method: 'GET',
    path: `${list.path}/explain`,
    summary: `${list.label}合计的来源`,
    allow: list.allow,
    query,
    data: OpenedSum,
    handler: async ({ query: asked, user }) => {
      const figure = list.figures[(asked as { field: string }).field];
      if (figure === undefined || (figure.cost === true && !seesCost(user))) return NO_COST;
      const found = list.where({ query: asked as unknown as Query, user, asOf: undefined });
      if (isRefusal(found)) return found;
      const paging = asked as unknown as PageRequest;
      return { data: await inFullWidth((width) => opened(deps, list.named, { found, figure, paging, width })) };
    },
  });
};

export const sumRoutes = <Query extends PageRequest>(deps: QueryDeps, list: ListSums<Query>): Route[] => [
  totalsRoute(deps, list),
  ...(Object.keys(list.figures).length === 0 ? [] : [explainRoute(deps, list)]),
];
