/** The GETs of a kind of documents whose lines are pieces of a shop, out of its fields: a kind says what is its own. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { GOODS_LIST, type LineKey } from 'services/contracts/document';
import type { DocumentManifest } from 'services/contracts/manifest';
import { rowOf, type CellsOf, type Fields, type MadeOf, type RowSchema } from 'services/contracts/fields';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { seesShop, type SessionUser } from 'services/contracts/user';
import { stockOf } from '../holding/stock.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import { shopFilter } from '../platform/scope.ts';
import type { Condition } from '../platform/where.ts';
import type { DocumentEndpoints, Seen } from './endpoints.ts';
import { linesIn } from './fold.ts';
import { columnsOf, figuresOf, namesOf, sheetOf, storedOf, tellingOf, wordsOf } from './reading.ts';
import type { LineWords, RowOf, StoredOf } from './reading.ts';
import type { DocumentQuery } from './reads.ts';
import type { Declared } from './tables.ts';

type PieceLine = LineKey & { readonly barcode: string };
type Endpoints<Query extends DocumentQuery, F extends Fields, Line> = DocumentEndpoints<
  Query,
  z.ZodType<StoredOf<F, Line>>,
  RowSchema<F>
>;
/** What endpoints need beside what follows from the fields. */
type Own = 'label' | 'stream' | 'query' | 'partners' | 'sees' | 'tables';
export type PieceDocuments<
  Query extends DocumentQuery,
  F extends Fields,
  Line extends PieceLine & CellsOf<LF>,
  LF extends Fields,
> = Pick<Endpoints<Query, F, Line>, Own> & {
  /** Its address, its keys and its paper. */
  readonly manifest: DocumentManifest;
  /** What opens one document besides the keys of list and edit. */
  readonly viewKeys?: readonly string[];
  readonly declared: Declared;
  readonly fields: F;
  readonly line: z.ZodType<Line>;
  readonly lineFields: LF;
  /** Columns of the sheet, in this order. */
  readonly sheet: readonly (keyof F & string)[];
  readonly made: (row: StoredOf<F, Line>) => MadeOf<F>;
  /** `stock`: what the shop of {@link shopOf} has of the piece. */
  readonly lineMade: (line: Line, stock: number) => MadeOf<LF>;
  readonly lineWords: LineWords;
  readonly shopOf: (row: StoredOf<F, Line>) => number;
  /** The shop that opened sums are told by. */
  readonly shop: FragmentSqlToken;
  /** Parameter of the list of lines: `allocateId`. */
  readonly parameter: string;
};

const SHOP = sql.fragment`d.shop_id`;
type OfShop = { readonly shop_id: number };
/** For a kind whose rows are of one shop each: who sees them (R13), and the filters besides that shop. */
export const ofOneShop = <Query extends { readonly shopId?: number | undefined }>(
  filters: (query: Partial<Query>) => readonly Condition[],
) => ({
  partners: (query: Partial<Query>, user: SessionUser): readonly Condition[] | Refusal => {
    const shops = shopFilter(SHOP, user, query.shopId);
    return isRefusal(shops) ? shops : [...shops, ...filters(query)];
  },
  sees: (row: OfShop, user: SessionUser): boolean => seesShop(user, row.shop_id),
  shopOf: (row: OfShop): number => row.shop_id,
  shop: SHOP,
});

/** Whoever sees the list, or edits, may open one. */
const addressOf = ({ path, permission, print }: DocumentManifest, viewKeys: readonly string[]) => {
  const list = `${permission}:list`;
  return {
    path,
    list,
    view: [list, ...viewKeys, `${permission}:edit`],
    ...(print !== undefined && { print: { kind: print.kind, title: print.title } }),
  };
};
/** The kind's endpoints; the record carries its lines as `bizGoodsList`. */
export const pieceDocuments = <
  Query extends DocumentQuery,
  F extends Fields,
  Line extends PieceLine & CellsOf<LF>,
  LF extends Fields,
>(
  spec: PieceDocuments<Query, F, Line, LF>,
): Endpoints<Query, F, Line> => {
  const {
    manifest,
    viewKeys = [],
    declared,
    fields,
    line,
    lineFields,
    sheet,
    made,
    lineMade,
    lineWords,
    shopOf,
    shop,
    parameter,
    ...own
  } = spec;
  const [row, lineRow] = [rowOf(fields), rowOf(lineFields)];
  const [tell, tellLine] = [tellingOf<F, StoredOf<F, Line>>(fields), tellingOf<LF, Line>(lineFields)];
  const present: Endpoints<Query, F, Line>['present'] = (stored, user) => tell(stored, made(stored), user);
  const linesOf = async ({ db }: QueryDeps, stored: StoredOf<F, Line>, { user, asOf }: Seen): Promise<RowOf<LF>[]> => {
    const lines = linesIn(stored.lines, GOODS_LIST);
    const barcodes = lines.map(({ barcode }) => barcode);
    const onHand = await stockOf(db, shopOf(stored), barcodes, asOf);
    return lines.map((one) => tellLine(one, lineMade(one, onHand(one.barcode)), user));
  };
  const { path } = manifest;
  return {
    ...own,
    ...addressOf(manifest, viewKeys),
    name: declared.name,
    projection: declared.live,
    day: declared.day,
    columns: (asOf) => columnsOf(fields, asOf),
    names: namesOf(fields),
    stored: storedOf(fields, line),
    row,
    present,
    words: wordsOf(fields, lineWords),
    exported: sheetOf(fields, sheet),
    figures: { of: figuresOf(fields), shop, kind: manifest.kind },
    record: {
      data: row.extend({ bizGoodsList: z.array(lineRow) }),
      of: async (deps, stored, seen) => ({
        ...present(stored, seen.user),
        bizGoodsList: await linesOf(deps, stored, seen),
      }),
    },
    lines: [{ path: `${path}-detail/list`, parameter, row: lineRow, of: linesOf }],
  };
};
