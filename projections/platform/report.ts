/** The GETs of a report: rows with their totals as the wire has them, either alone, and every row as xlsx. */
import { z } from 'zod';
import { reportOf } from 'services/contracts/envelope';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import type { SessionUser } from 'services/contracts/user';
import { exportRoute, type ExportColumn } from './export.ts';
import type { Paging } from './paged.ts';

export type Asked<Query> = {
  readonly query: Query;
  readonly user: SessionUser;
  /** Position of the log; absent: now. */
  readonly asOf: number | undefined;
};
type Sums<Totals extends z.ZodRawShape> = {
  readonly count: number;
  readonly totals: z.output<z.ZodObject<Totals>>;
};
/** `Chosen`: the rows that the filters mean for this user, as the report's own queries take it. */
export type Report<
  Query extends Paging,
  Row extends z.ZodObject,
  Totals extends z.ZodRawShape,
  Chosen extends object,
> = {
  readonly endpoint: {
    readonly path: string;
    readonly query: z.ZodType<Query>;
    readonly row: Row;
    readonly totals: Totals;
  };
  /** 首饰调拨报表: summary, sheet and file. */
  readonly name: string;
  readonly allow: string;
  readonly choose: (asked: Asked<Query>) => Chosen | Refusal;
  /** One page of the rows. */
  readonly rows: (chosen: Chosen, asked: Asked<Query>) => Promise<readonly z.output<Row>[]>;
  /** Exact, of all rows. */
  readonly sums: (chosen: Chosen, asked: Asked<Query>) => Promise<Sums<Totals>>;
};

/**
 * `<path>` answers rows and totals together; `<path>/rows` a page without waiting for the totals, `<path>/totals` their
 * count and sums. All three are of the same filters, rights and moment.
 */
export const reportRoutes = <
  Query extends Paging,
  Row extends z.ZodObject,
  Totals extends z.ZodRawShape,
  Chosen extends object,
>({
  endpoint: { path, query: filters, row, totals: figures },
  name,
  allow,
  choose,
  rows,
  sums,
}: Report<Query, Row, Totals, Chosen>): Route[] => {
  const asked = { method: 'GET', allow, query: filters, takesAsOf: true } as const;
  return [
    route({
      ...asked,
      path,
      summary: name,
      data: reportOf(row, figures),
      handler: async ({ query, user, asOf }) => {
        const chosen = choose({ query, user, asOf });
        if (isRefusal(chosen)) return chosen;
        const [list, { count, totals }] = await Promise.all([
          rows(chosen, { query, user, asOf }),
          sums(chosen, { query, user, asOf }),
        ]);
        const { pageIndex, pageSize } = query;
        return { data: { count, pageIndex, pageSize, list: { ...totals, list } } as never };
      },
    }),
    route({
      ...asked,
      path: `${path}/rows`,
      summary: `${name}的一页`,
      data: z.object({ list: z.array(row), pageIndex: z.int(), pageSize: z.int() }),
      handler: async ({ query, user, asOf }) => {
        const chosen = choose({ query, user, asOf });
        if (isRefusal(chosen)) return chosen;
        const list = [...(await rows(chosen, { query, user, asOf }))];
        return { data: { list, pageIndex: query.pageIndex, pageSize: query.pageSize } };
      },
    }),
    route({
      ...asked,
      path: `${path}/totals`,
      summary: `${name}合计`,
      data: z.object({ count: z.int(), totals: z.object(figures) }),
      handler: async ({ query, user, asOf }) => {
        const chosen = choose({ query, user, asOf });
        return isRefusal(chosen) ? chosen : { data: await sums(chosen, { query, user, asOf }) };
      },
    }),
  ];
};

/** GET <path>/export: what the report shows, page after page. */
export const reportExport = <
  Query extends Paging,
  Row extends z.ZodObject,
  Totals extends z.ZodRawShape,
  Chosen extends object,
>(
  { endpoint: { path, query: filters }, name, allow, choose, rows }: Report<Query, Row, Totals, Chosen>,
  columns: readonly ExportColumn[],
): Route =>
  exportRoute({
    path: `${path}/export`,
    name,
    allow,
    query: filters,
    columns,
    takesAsOf: true,
    page: async (query, user, asOf) => {
      const chosen = choose({ query, user, asOf });
      return isRefusal(chosen) ? chosen : { list: await rows(chosen, { query, user, asOf }) };
    },
  });
