/** Exports: the list's own query, all of it, into a streamed xlsx named after the list (S0§9). */
import type { z } from 'zod';
import { dayOf } from 'services/contracts/dates';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { seesCost, type SessionUser } from 'services/contracts/user';
import type { Paging } from './paged.ts';
import { exportOf, type CellKind } from './xlsx.ts';

export type ExportColumn = {
  readonly field: string;
  readonly title: string;
  readonly kind: CellKind;
  /** Left out for users who may not see cost (R13). */
  readonly cost?: boolean;
};
type Row = { readonly [field: string]: unknown };
type Asked<Query extends Paging> = {
  readonly path: string;
  /** Chinese name of sheet and file. */
  readonly name: string;
  readonly allow: string | readonly string[];
  readonly query: z.ZodType<Query>;
  readonly columns: readonly ExportColumn[];
  /** Its list can show a moment of the past. */
  readonly takesAsOf?: true;
} & Source<Query>;
/** Rows through a cursor, of one moment, many at a time; or page after page, where a list is more than one statement. */
type Source<Query> =
  | {
      readonly rows: (
        query: Query,
        user: SessionUser,
        asOf: number | undefined,
      ) => AsyncIterable<readonly Row[]> | Refusal;
    }
  | {
      readonly page: (
        query: Query,
        user: SessionUser,
        asOf: number | undefined,
      ) => Promise<{ readonly list: readonly Row[] } | Refusal>;
    };

/** Rows per query: few enough to stay small in memory, many enough to keep the writer busy. */
const CHUNK = 2_500;

export const exportRoute = <Query extends Paging>(asked: Asked<Query>): Route =>
  route({
    method: 'GET',
    path: asked.path,
    summary: `导出${asked.name}`,
    allow: asked.allow,
    query: asked.query,
    ...(asked.takesAsOf === true && { takesAsOf: true }),
    handler: async ({ query, user, asOf, now }) => {
      const found =
        'rows' in asked
          ? asked.rows(query, user, asOf)
          : await pageAfterPage((pageIndex) => asked.page({ ...query, pageIndex, pageSize: CHUNK }, user, asOf));
      if (isRefusal(found)) return found;
      const columns = asked.columns.filter((column) => column.cost !== true || seesCost(user));
      return exportOf({
        fileName: `${asked.name}${dayOf(now)}.xlsx`,
        sheet: asked.name,
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

type PageAt = (pageIndex: number) => Promise<{ readonly list: readonly Row[] } | Refusal>;
const pageAfterPage = async (pageAt: PageAt): Promise<AsyncIterable<readonly Row[]> | Refusal> => {
  const first = await pageAt(1);
  return isRefusal(first) ? first : following(first.list, pageAt);
};
async function* following(first: readonly Row[], pageAt: PageAt): AsyncGenerator<readonly Row[]> {
  let list = first;
  for (let pageIndex = 2; ; pageIndex += 1) {
    // Asked for while the rows before are written.
    const coming = list.length < CHUNK ? null : pageAt(pageIndex);
    coming?.catch(() => undefined);
    yield list;
    const next = await coming;
    if (next === null || isRefusal(next)) return;
    ({ list } = next);
  }
}
