/** The GETs of a report: rows with their totals as the wire has them, either alone, a total opened, and every row as xlsx. */
import { z } from 'zod';
import { NotUpdated, reportOf } from 'services/contracts/envelope';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { Explanation } from '../../explain/contract.ts';
import { exportRoute, type ExportColumn } from '../sheets/export.ts';
import type { PageRequest } from '../queries/paged-list.ts';
import type { ListRequest, QueryDeps } from '../queries/query-deps.ts';

type Sums<Totals extends z.ZodRawShape> = {
  readonly count: number;
  readonly totals: z.output<z.ZodObject<Totals>>;
};
/** `Chosen`: the rows that the filters mean for this user, as the report's own queries take it. */
export type Report<
  Query extends PageRequest,
  Row extends z.ZodObject,
  Totals extends z.ZodRawShape,
  Chosen extends object,
> = {
  readonly endpoint: {
    readonly path: string;
    readonly query: z.ZodType<Query>;
    readonly row: Row;
    readonly totals: Totals;
    /** Key of its export, or any of several, where the list's own key does not name it. */
    readonly exportKey?: string | readonly string[];
  };
  /** 首饰调拨报表: summary, sheet and file. */
  readonly name: string;
  readonly allow: string | readonly string[];
  readonly choose: (asked: ListRequest<Query>) => Chosen | Refusal;
  /** One page of the rows. */
  readonly rows: (chosen: Chosen, asked: ListRequest<Query>) => Promise<readonly z.output<Row>[]>;
  /** Exact, of all rows. */
  readonly sums: (chosen: Chosen, asked: ListRequest<Query>) => Promise<Sums<Totals>>;
};

type ReportAnswer<Query, Chosen, Data extends z.ZodType> = {
  readonly path: string;
  readonly summary: string;
  readonly data: Data;
  readonly of: (chosen: Chosen, asked: ListRequest<Query>) => Promise<z.output<Data>>;
};
/** What a report answers at one of its addresses, of the rows that the filters mean. */
const partRoute = <Query extends PageRequest, Chosen extends object, Data extends z.ZodType>(
  { endpoint, allow, choose }: Pick<Report<Query, z.ZodObject, z.ZodRawShape, Chosen>, 'endpoint' | 'allow' | 'choose'>,
  { of, ...own }: ReportAnswer<Query, Chosen, Data>,
): Route =>
  route({
    ...own,
    method: 'GET',
    allow,
    query: endpoint.query,
    takesAsOf: true,
    handler: async ({ query, user, asOf }) => {
      const chosen = choose({ query, user, asOf });
      return isRefusal(chosen) ? chosen : { data: await of(chosen, { query, user, asOf }) };
    },
  });

/**
 * `<path>` answers rows and totals together; `<path>/rows` a page without waiting for the totals, `<path>/totals` their
 * count and sums. All three are of the same filters, rights and moment.
 */
export const reportRoutes = <
  Query extends PageRequest,
  Row extends z.ZodObject,
  Totals extends z.ZodRawShape,
  Chosen extends object,
>(
  report: Report<Query, Row, Totals, Chosen>,
): Route[] => {
  const { name, rows, sums } = report;
  const { path, row, totals: figures } = report.endpoint;
  const pageOf = async (chosen: Chosen, asked: ListRequest<Query>) => {
    const { pageIndex, pageSize } = asked.query;
    return { list: [...(await rows(chosen, asked))], pageIndex, pageSize };
  };
  const wholeOf = async (chosen: Chosen, asked: ListRequest<Query>) => {
    const [{ list, ...paging }, { count, totals }] = await Promise.all([pageOf(chosen, asked), sums(chosen, asked)]);
    return { count, ...paging, list: { ...totals, list } } as never;
  };
  const page = z.object({ list: z.array(row), pageIndex: z.int(), pageSize: z.int(), ...NotUpdated });
  const totals = z.object({ count: z.int(), totals: z.object(figures), ...NotUpdated });
  return [
    partRoute(report, { path, summary: name, data: reportOf(row, figures), of: wholeOf }),
    partRoute(report, { path: `${path}/rows`, summary: `${name}的一页`, data: page, of: pageOf }),
    partRoute(report, { path: `${path}/totals`, summary: `${name}合计`, data: totals, of: sums }),
  ];
};

/** GET <path>/export: what the report shows, all of one moment. */
export const reportExport = <
  Query extends PageRequest,
  Row extends z.ZodObject,
  Totals extends z.ZodRawShape,
  Chosen extends object,
>(
  deps: QueryDeps,
  reportOf: (at: QueryDeps) => Report<Query, Row, Totals, Chosen>,
  { columns, pieces }: { readonly columns: readonly ExportColumn[]; readonly pieces?: string },
): Route => {
  const {
    endpoint: { path, query, exportKey },
    name,
    allow,
  } = reportOf(deps);
  return exportRoute(deps, {
    path: `${path}/export`,
    name,
    allow,
    query,
    columns,
    ...(exportKey !== undefined && { exportKey }),
    ...(pieces !== undefined && { pieces }),
    takesAsOf: true,
    page: async (at, asked) => {
      const { choose, rows } = reportOf(at);
      const chosen = choose(asked);
      return isRefusal(chosen) ? chosen : { list: await rows(chosen, asked) };
    },
  });
};

type TotalExplanation<Query> = {
  /** The report's filters and which of its totals to open. */
  readonly query: z.ZodType<Query>;
  readonly explain: (asked: ListRequest<Query>) => Promise<Explanation | Refusal>;
};
/** GET <path>/explain: a total opened into what makes it, of the same filters, rights and moment. */
export const reportExplain = <Query>(
  {
    endpoint,
    name,
    allow,
  }: {
    readonly endpoint: { readonly path: string };
    readonly name: string;
    readonly allow: string | readonly string[];
  },
  { query, explain }: TotalExplanation<Query>,
): Route =>
  route({
    method: 'GET',
    path: `${endpoint.path}/explain`,
    summary: `${name}合计的来源`,
    allow,
    query,
    data: Explanation,
    takesAsOf: true,
    handler: async ({ query: asked, user, asOf }) => {
      const explanation = await explain({ query: asked, user, asOf });
      return isRefusal(explanation) ? explanation : { data: explanation };
    },
  });
