/** The GETs that every kind of document has: list, export, latest day, record, lines, history; each also as of a moment. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { manifestOf, type DocumentKind } from 'services/contracts/document';
import { RecordId } from 'services/contracts/ids';
import type { Recorded } from 'services/event-store/port';
import { pageOf } from 'services/contracts/envelope';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import type { SessionUser } from 'services/contracts/user';
import { exportRoute, type ExportColumn } from '../platform/sheets/export.ts';
import type { ListRequest, QueryDeps } from '../platform/queries/query-deps.ts';
import type { HistoryStep, HistoryWords } from './history.ts';
import {
  documentOf,
  documentsOf,
  documentsWhere,
  visibleTo,
  type DocumentQuery,
  type DocumentSource,
  type RowSelection,
} from './reads.ts';
import { printDataRoute } from './print.ts';
import { historyRoute, latestDayRoute } from './routes.ts';
import { sumRoutes, type Figures } from './sums.ts';

type Allow = string | readonly string[];
/** Who looks, and when. */
export type Viewer = { readonly user: SessionUser; readonly asOf: number | undefined };

export type DocumentEndpoints<
  Query extends DocumentQuery,
  Stored extends z.ZodType<{ readonly revision: number }>,
  Row extends z.ZodObject,
> = DocumentSource<Query, Stored> & {
  /** `/biz-allocate` */
  readonly path: string;
  /** 首饰调拨: summaries, sheet and file. */
  readonly label: string;
  /** Keys of the list, and of what shows one document. */
  readonly list: Allow;
  readonly view: Allow;
  /** PascalCase name of the document's events. */
  readonly name: string;
  /** How a change is told to this user: cost only with the right (R13). */
  readonly words: (deps: QueryDeps, user: SessionUser, events: readonly Recorded[]) => Promise<HistoryWords>;
  /** Steps of its history that other documents took. */
  readonly alsoDone?: (deps: QueryDeps, id: number, asOf: number | undefined) => Promise<HistoryStep[]>;
  readonly query: z.ZodType<Query>;
  readonly row: Row;
  readonly present: (row: z.output<Stored>, user: SessionUser) => z.output<Row>;
  readonly exported: readonly ExportColumn[];
  /** What the list answers beside its page: sums of the filter. */
  readonly sums?: {
    readonly shape: z.ZodRawShape;
    readonly of: (deps: QueryDeps, found: RowSelection) => Promise<object>;
  };
  /** What the strip over the list adds up, out of columns of `d`. */
  readonly figures?: {
    readonly of: Figures;
    /** The shop that a row of an opened sum is told by. */
    readonly shop: FragmentSqlToken;
    readonly kind: DocumentKind;
  };
  /** One document whole. */
  readonly record: {
    readonly data: z.ZodType;
    readonly of: (deps: QueryDeps, row: z.output<Stored>, seen: Viewer) => Promise<unknown>;
  };
  /** What is printed of it where it has a call of its own for that; else that of `print`. */
  readonly printed?: string;
  /** Its paper, out of the list's row and the first list of lines. */
  readonly print?: Pick<Parameters<typeof printDataRoute>[1], 'kind' | 'title'> & {
    /** What paper says besides. */
    readonly more?: (row: z.output<Row>) => Readonly<Record<string, unknown>>;
  };
  /** Lists of its lines: `/biz-allocate-detail/list?allocateId=`. */
  readonly lines: readonly {
    readonly path: string;
    readonly parameter: string;
    readonly row: z.ZodType;
    readonly of: (deps: QueryDeps, row: z.output<Stored>, seen: Viewer) => Promise<readonly unknown[]>;
  }[];
};

const Id = z.object({ id: RecordId });
type Spec = DocumentEndpoints<DocumentQuery, z.ZodType<{ readonly revision: number }>, z.ZodObject>;

/** A page of documents as the list shows them. */
const pagePresented = async (deps: QueryDeps, spec: Spec, asked: ListRequest<DocumentQuery>) => {
  const found = await documentsOf(deps, spec, asked);
  if (isRefusal(found)) return found;
  const list = found.page.list.map((row) => spec.present(row, asked.user));
  return { found, page: { ...found.page, list } };
};
const listRoute = (deps: QueryDeps, spec: Spec): Route =>
  route({
    method: 'GET',
    path: spec.path,
    summary: `${spec.label}列表`,
    allow: spec.list,
    query: spec.query,
    data: pageOf(spec.row).extend(spec.sums?.shape ?? {}),
    takesAsOf: true,
    handler: async ({ query, user, asOf }) => {
      const answer = await pagePresented(deps, spec, { query, user, asOf });
      if (isRefusal(answer)) return answer;
      return { data: { ...answer.page, ...(await spec.sums?.of(deps, answer.found)) } as never };
    },
  });
const sheetRoute = (deps: QueryDeps, spec: Spec): Route =>
  exportRoute(deps, {
    path: `${spec.path}/export`,
    name: spec.label,
    allow: spec.list,
    query: spec.query,
    columns: spec.exported,
    takesAsOf: true,
    page: async (at, asked) => {
      const answer = await pagePresented(at, spec, asked);
      return isRefusal(answer) ? answer : answer.page;
    },
  });
const listRoutes = (deps: QueryDeps, spec: Spec): Route[] => [
  listRoute(deps, spec),
  sheetRoute(deps, spec),
  latestDayRoute(deps, {
    path: spec.path,
    label: spec.label,
    allow: spec.list,
    from: sql.fragment`${spec.tables.live} d`,
    day: spec.day,
    where: (user) => visibleTo(spec, user),
  }),
];

const figureRoutes = (deps: QueryDeps, spec: Spec): Route[] => {
  const { figures } = spec;
  if (figures === undefined) return [];
  const kind = manifestOf(figures.kind);
  const word = sql.fragment`CASE WHEN d.audit_flag = 2 THEN ${`${kind.label}（已审核）`} ELSE ${`${kind.label}（待审核）`} END`;
  return sumRoutes(deps, {
    path: spec.path,
    label: spec.label,
    allow: spec.list,
    query: spec.query,
    figures: figures.of,
    where: (asked) => documentsWhere(deps, spec, asked),
    audited: sql.fragment`d.audit_flag = 2`,
    named: {
      key: sql.fragment`d.id`,
      barcode: sql.fragment`array_to_string(d.barcodes[1:20], '、')`,
      shop: figures.shop,
      billType: word,
      document: sql.fragment`${kind.prefix} || d.id`,
      at: sql.fragment`d.updated_at`,
    },
  });
};

const foundIn =
  (deps: QueryDeps, spec: Spec) =>
  (id: number, { user, asOf }: Viewer) =>
    documentOf(deps, spec, { id, user, asOf });

const paperRoutes = (deps: QueryDeps, spec: Spec): Route[] => {
  const found = foundIn(deps, spec);
  if (spec.print === undefined) return [];
  const { more, ...print } = spec.print;
  return [
    printDataRoute(deps, {
      ...print,
      label: spec.label,
      allow: spec.view,
      tables: async (id, user) => {
        const seen = { user, asOf: undefined };
        const row = await found(id, seen);
        if (isRefusal(row)) return row;
        const goods = (await spec.lines[0]?.of(deps, row, seen)) as readonly Readonly<Record<string, unknown>>[];
        const master = spec.present(row, user);
        return { master: { ...master, ...more?.(master) }, goods };
      },
    }),
  ];
};

const recordRoute = (deps: QueryDeps, spec: Spec): Route =>
  route({
    method: 'GET',
    path: `${spec.path}/:id`,
    summary: `${spec.label}详情`,
    allow: spec.view,
    params: Id,
    data: spec.record.data,
    takesAsOf: true,
    handler: async ({ params, user, asOf }) => {
      const row = await foundIn(deps, spec)(params.id, { user, asOf });
      if (isRefusal(row)) return row;
      const data = await spec.record.of(deps, row, { user, asOf });
      // Nothing of the past can be written, so it has no revision to write against.
      return { data: data as never, ...(asOf === undefined && { etag: row.revision }) };
    },
  });
const lineRoutes = (deps: QueryDeps, spec: Spec): Route[] =>
  spec.lines.map(({ path, parameter, row: shape, of }) =>
    route({
      method: 'GET',
      path,
      summary: `${spec.label}明细`,
      allow: spec.view,
      query: z.object({ [parameter]: RecordId }),
      data: z.array(shape),
      takesAsOf: true,
      handler: async ({ query, user, asOf }) => {
        const row = await foundIn(deps, spec)(query[parameter] ?? 0, { user, asOf });
        return isRefusal(row) ? row : { data: [...(await of(deps, row, { user, asOf }))] as never };
      },
    }),
  );
const recordRoutes = (deps: QueryDeps, spec: Spec): Route[] => [
  recordRoute(deps, spec),
  ...lineRoutes(deps, spec),
  historyRoute(deps, {
    path: spec.path,
    label: spec.label,
    allow: spec.view,
    name: spec.name,
    stream: spec.stream,
    found: (id, user, asOf) => foundIn(deps, spec)(id, { user, asOf }),
    words: (user, events) => spec.words(deps, user, events),
    also: (id, asOf) => spec.alsoDone?.(deps, id, asOf) ?? Promise.resolve([]),
    printed: spec.printed ?? spec.print?.kind,
  }),
];

/** Fixed paths of the document's own come before `/{id}` (R33): give them as `before`. */
export const documentEndpoints = <
  Query extends DocumentQuery,
  Stored extends z.ZodType<{ readonly revision: number }>,
  Row extends z.ZodObject,
>(
  deps: QueryDeps,
  declared: DocumentEndpoints<Query, Stored, Row>,
  before: readonly Route[] = [],
): Route[] => {
  const spec = declared as unknown as Spec;
  return [
    ...listRoutes(deps, spec),
    ...figureRoutes(deps, spec),
    ...before,
    ...paperRoutes(deps, spec),
    ...recordRoutes(deps, spec),
  ];
};
