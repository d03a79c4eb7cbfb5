/** Exports: the list's own query, all of it, into a streamed xlsx named after the list (S0§9). */
import { z } from 'zod';
import { term } from 'services/contracts/filters';
import { TEXTS } from 'services/contracts/values';
import { dayOf } from 'services/contracts/dates';
import { isNone, sheetTitleOf } from 'services/contracts/field-units';
import { isRefusal, refuse, refuseField, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { can, seesCost, seesPersons, type SessionUser } from 'services/contracts/user';
import type { PageRequest } from '../queries/paged-list.ts';
import { filterLine } from './export-filters.ts';
import { SheetTotals } from './export-totals.ts';
import type { ListRequest, QueryDeps } from '../queries/query-deps.ts';
import { inSnapshot } from '../queries/stream-rows.ts';
import { exportOf, type CellKind } from './xlsx.ts';

export type ExportColumn = {
  readonly field: string;
  readonly title: string;
  readonly kind: CellKind;
  /** Left out for users who may not see cost (R13). */
  readonly cost?: boolean;
  /** How it is told to whoever may not see how customers are reached (R114). */
  readonly mask?: ((text: string) => string) | undefined;
  /** What its codes say. */
  readonly words?: Readonly<Record<string, string>>;
  /** Its value in a row; default: the field of that name. */
  readonly of?: (row: Row) => unknown;
  /** Summed in the last row: as it stands, or `each` where it is of one piece (R8) and the sheet's `pieces` counts them. */
  readonly total?: 'sum' | 'each';
};
type Row = { readonly [field: string]: unknown };
type Sheet<Query extends PageRequest, At> = {
  readonly path: string;
  /** Chinese name of sheet and file. */
  readonly name: string;
  /** Whoever may see the list; to take it away needs the key of the export besides. */
  readonly allow: string | readonly string[];
  /** Key of the export, or any of several, where the list's own key does not name it. */
  readonly exportKey?: string | readonly string[];
  /** Where many may choose from the list: the key of those whose list it is. */
  readonly needs?: string;
  readonly query: z.ZodType<Query>;
  readonly columns: readonly ExportColumn[];
  /** Field of the quantity that totals of `each` piece are multiplied by. */
  readonly pieces?: string;
  /** Its list can show a moment of the past. */
  readonly takesAsOf?: true;
} & Source<Query, At>;
/** What pages are read by. */
export type PageReader = Pick<QueryDeps, 'db'>;
type ExportPage = { readonly list: readonly Row[] } | Refusal;
type ExportRows = AsyncIterable<readonly Row[]> | Refusal;
/** Rows through a cursor, many at a time; or page after page, where a list is more than one statement. */
type Source<Query, At> =
  | { readonly rows: (asked: ListRequest<Query>) => ExportRows | Promise<ExportRows> }
  | { readonly page: (at: At, asked: ListRequest<Query>) => Promise<ExportPage> };

/** Rows per query: few enough to stay small in memory, many enough to keep the writer busy. */
const CHUNK = 2_500;

/** `columns=barcode,name`: fields of the columns wanted, in that order; without it all. */
const Chosen = term(TEXTS.stored);
type ColumnChoice<Query> = Query & { readonly columns?: string | undefined };
const withColumns = <Query>(query: z.ZodType<Query>): z.ZodType<ColumnChoice<Query>> => {
  if (!(query instanceof z.ZodObject)) throw new RangeError('filters of an export are an object');
  return query.extend({ columns: Chosen }) as unknown as z.ZodType<ColumnChoice<Query>>;
};
/** What the screen shows and a sheet has no column for (pictures, actions) is left out; nothing at all is refused. */
const chosenOf = (columns: readonly ExportColumn[], wanted: string | undefined): readonly ExportColumn[] | Refusal => {
  if (wanted === undefined || wanted === '') return columns;
  const fields = [...new Set(wanted.split(','))];
  const chosen = fields.flatMap((field) => columns.filter((column) => column.field === field));
  return chosen.length > 0 ? chosen : refuseField('export.columns', 'columns', '请至少选择一列可以导出的数据');
};

/**
 * All rows are of the moment of the first: what is written meanwhile neither doubles a row nor hides one. Above the head
 * stands which rows these are; below the last one what they add up to.
 * @throws {RangeError} when two columns share a field or a title.
 */
export const exportRoute = <Query extends PageRequest, At extends PageReader = QueryDeps>(
  deps: At,
  sheet: Sheet<Query, At>,
): Route => {
  refuseDoubles(sheet);
  return route({
    method: 'GET',
    path: sheet.path,
    summary: `导出${sheet.name}`,
    allow: sheet.exportKey ?? exportKeyOf(sheet.allow),
    exports: true,
    query: withColumns(sheet.query),
    ...(sheet.takesAsOf === true && { takesAsOf: true }),
    handler: async ({ query, user, asOf, now }) => {
      if (!seesList(user, sheet.needs ?? sheet.allow)) return NO_LIST;
      const chosen = chosenOf(
        sheet.columns.filter((column) => column.cost !== true || seesCost(user)),
        query.columns,
      );
      if (isRefusal(chosen)) return chosen;
      const asked = { query, user, asOf };
      const found = await ('rows' in sheet ? sheet.rows(asked) : started(pages(deps, sheet.page, asked)));
      if (isRefusal(found)) return found;
      const counted = { rows: 0 };
      const file = exportOf({
        fileName: `${sheet.name}${dayOf(now)}.xlsx`,
        sheet: sheet.name,
        above: await filterLine(deps.db, { ...sheet, query, asOf, by: user.nickName, now }),
        columns: chosen.map((column) => ({ kind: column.kind, title: sheetTitleOf(column) })),
        rows: valuesOf(counting(found, counted), seesPersons(user) ? chosen : chosen.map(masked), sheet.pieces),
      });
      return { ...file, rows: () => counted.rows };
    },
  });
};

const masked = (column: ExportColumn): ExportColumn => {
  const { field, mask, of = (row) => row[field] } = column;
  if (mask === undefined) return column;
  return {
    ...column,
    of: (row) => {
      const value = of(row);
      return typeof value === 'string' ? mask(value) : value;
    },
  };
};
/**
 * `biz:bizSell:list` → `biz:bizSell:export`: the right to take a list away is its own. Of several keys the first names it.
 */
export const exportKeyOf = (allow: string | readonly string[]): string => {
  const list = typeof allow === 'string' ? allow : allow[0];
  if (list === undefined) throw new RangeError('an export belongs to a list with a key');
  return list.replace(/:[^:]+$/, ':export');
};
const NO_LIST = refuse('forbidden', 'auth.no_permission', '你没有权限查看此列表，不能导出');
const seesList = (user: SessionUser, needs: string | readonly string[]): boolean =>
  (typeof needs === 'string' ? [needs] : needs).some((key) => can(user, key));

const refuseDoubles = ({
  path,
  columns,
}: {
  readonly path: string;
  readonly columns: readonly ExportColumn[];
}): void => {
  for (const key of ['field', 'title'] as const) {
    const seen = new Set<string>();
    for (const column of columns) {
      if (seen.has(column[key])) throw new RangeError(`${path}: two columns with the ${key} ${column[key]}`);
      seen.add(column[key]);
    }
  }
};

/** Counts what is handed over, so that the log can say how much of it went out. */
async function* counting(
  rows: AsyncIterable<readonly Row[]>,
  counted: { rows: number },
): AsyncGenerator<readonly Row[]> {
  for await (const some of rows) {
    yield some;
    counted.rows += some.length;
  }
}

/** How the cell of a column comes out of a row. */
const readerOf = ({ field, kind, words, of = (row) => row[field] }: ExportColumn): ((row: Row) => unknown) => {
  if (words !== undefined) {
    return (row) => {
      const value = of(row);
      return value == null ? value : (words[String(value as string | number)] ?? value);
    };
  }
  // Of a text no 0 is nothing, and most columns are texts.
  if (kind === 'text') return of;
  return (row) => {
    const value = of(row);
    return isNone(field, kind, value) ? null : value;
  };
};
async function* valuesOf(
  rows: AsyncIterable<readonly Row[]>,
  columns: readonly ExportColumn[],
  pieces: string | undefined,
): AsyncGenerator<readonly (readonly unknown[])[]> {
  const totals = new SheetTotals(columns, pieces);
  const readers = columns.map(readerOf);
  for await (const some of rows) {
    for (const row of some) totals.add(row);
    yield some.map((row) => readers.map((read) => read(row)));
  }
  const last = totals.row();
  if (last !== null)
    yield [last.map((sum, index) => (isNone(columns[index]!.field, columns[index]!.kind, sum) ? null : sum))];
}

/** Page after page in one snapshot; the next one is asked for while the rows before are written. */
const pages = <Query extends PageRequest, At extends PageReader>(
  deps: At,
  page: (at: At, asked: ListRequest<Query>) => Promise<ExportPage>,
  { query, ...by }: ListRequest<Query>,
): AsyncGenerator<ExportPage> =>
  inSnapshot(deps.db, async (db, give) => {
    const at = { ...deps, db };
    for (let pageIndex = 1, open = true; open; pageIndex += 1) {
      const found = await page(at, { ...by, query: { ...query, pageIndex, pageSize: CHUNK } });
      open = (await give(found)) && !isRefusal(found) && found.list.length === CHUNK;
    }
  });
/** The refusal of the first page, as long as an answer can still be one; else the rows. */
const started = async (found: AsyncGenerator<ExportPage>): Promise<AsyncIterable<readonly Row[]> | Refusal> => {
  const { value: first, done } = await found.next();
  if (done === true) throw new Error('an export without a first page');
  if (!isRefusal(first)) return following(first, found);
  await found.return(undefined);
  return first;
};
async function* following(
  first: { readonly list: readonly Row[] },
  others: AsyncGenerator<ExportPage>,
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
