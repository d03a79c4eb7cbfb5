/** Exports: the list's own query, all of it, into a streamed xlsx named after the list (S0§9). */
import type { z } from 'zod';
import { dayOf } from 'services/contracts/dates';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { seesCost } from 'services/contracts/user';
import type { Paging } from './paged.ts';
import type { Asked, QueryDeps } from './query-deps.ts';
import { inSnapshot } from './stream-rows.ts';
import { exportOf, type CellKind } from './xlsx.ts';

export type ExportColumn = {
  readonly field: string;
  readonly title: string;
  readonly kind: CellKind;
  /** Left out for users who may not see cost (R13). */
  readonly cost?: boolean;
};
type Row = { readonly [field: string]: unknown };
type Sheet<Query extends Paging, At> = {
  readonly path: string;
  /** Chinese name of sheet and file. */
  readonly name: string;
  readonly allow: string | readonly string[];
  readonly query: z.ZodType<Query>;
  readonly columns: readonly ExportColumn[];
  /** Its list can show a moment of the past. */
  readonly takesAsOf?: true;
} & Source<Query, At>;
/** What pages are read by. */
export type Reading = Pick<QueryDeps, 'db'>;
type Found = { readonly list: readonly Row[] } | Refusal;
/** Rows through a cursor, many at a time; or page after page, where a list is more than one statement. */
type Source<Query, At> =
  | { readonly rows: (asked: Asked<Query>) => AsyncIterable<readonly Row[]> | Refusal }
  | { readonly page: (at: At, asked: Asked<Query>) => Promise<Found> };

/** Rows per query: few enough to stay small in memory, many enough to keep the writer busy. */
const CHUNK = 2_500;

/** All rows are of the moment of the first: what is written meanwhile neither doubles a row nor hides one. */
export const exportRoute = <Query extends Paging, At extends Reading = QueryDeps>(
  deps: At,
  sheet: Sheet<Query, At>,
): Route =>
  route({
    method: 'GET',
    path: sheet.path,
    summary: `导出${sheet.name}`,
    allow: sheet.allow,
    query: sheet.query,
    ...(sheet.takesAsOf === true && { takesAsOf: true }),
    handler: async ({ query, user, asOf, now }) => {
      const asked = { query, user, asOf };
      const found = 'rows' in sheet ? sheet.rows(asked) : await started(pages(deps, sheet.page, asked));
      if (isRefusal(found)) return found;
      const columns = sheet.columns.filter((column) => column.cost !== true || seesCost(user));
      return exportOf({
        fileName: `${sheet.name}${dayOf(now)}.xlsx`,
        sheet: sheet.name,
        columns,
        rows: valuesOf(found, columns),
      });
    },
  });

async function* valuesOf(
  rows: AsyncIterable<readonly Row[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<readonly (readonly unknown[])[]> {
  for await (const some of rows) yield some.map((row) => columns.map(({ field }) => row[field]));
}

/** Page after page in one snapshot; the next one is asked for while the rows before are written. */
const pages = <Query extends Paging, At extends Reading>(
  deps: At,
  page: (at: At, asked: Asked<Query>) => Promise<Found>,
  { query, ...by }: Asked<Query>,
): AsyncGenerator<Found> =>
  inSnapshot(deps.db, async (db, give) => {
    const at = { ...deps, db };
    for (let pageIndex = 1, open = true; open; pageIndex += 1) {
      const found = await page(at, { ...by, query: { ...query, pageIndex, pageSize: CHUNK } });
      open = (await give(found)) && !isRefusal(found) && found.list.length === CHUNK;
    }
  });
/** The refusal of the first page, as long as an answer can still be one; else the rows. */
const started = async (found: AsyncGenerator<Found>): Promise<AsyncIterable<readonly Row[]> | Refusal> => {
  const { value: first, done } = await found.next();
  if (done === true) throw new Error('an export without a first page');
  if (!isRefusal(first)) return following(first, found);
  await found.return(undefined);
  return first;
};
async function* following(
  first: { readonly list: readonly Row[] },
  others: AsyncGenerator<Found>,
): AsyncGenerator<readonly Row[]> {
  try {
    yield first.list;
    for await (const found of others) {
      if (isRefusal(found)) return;
      yield found.list;
    }
  } finally {
    await others.return(undefined);
  }
}
