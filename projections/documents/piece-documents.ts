/** The GETs of a kind of documents whose lines are pieces of a shop, out of its fields: a kind says what is its own. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { GOODS_LIST, type LineKey } from 'services/contracts/document';
import type { DocumentManifest } from 'services/contracts/manifest';
import { rowOf, type CellsOf, type Fields, type MadeOf, type RowSchema } from 'services/contracts/fields';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { seesShop, type SessionUser } from 'services/contracts/user';
import { stockOf } from '../holding/stock.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { shopFilter } from '../platform/queries/scope.ts';
import type { Condition } from '../platform/queries/where-clauses.ts';
import type { DocumentEndpoints, Viewer } from './endpoints.ts';
import { linesIn } from './fold.ts';
import { columnsOf, figuresOf, namesOf, sheetOf, storedOf, tellingOf, wordsOf } from './reading.ts';
import type { LineWords, RowOf, StoredOf } from './reading.ts';
import type { DocumentQuery } from './reads.ts';
import type { DocumentProjections } from './tables.ts';

type PieceLine = LineKey & { readonly barcode: string };
type Endpoints<Query extends DocumentQuery, F extends Fields, Line> = DocumentEndpoints<
  Query,
  z.ZodType<StoredOf<F, Line>>,
  RowSchema<F>
>;
/** What endpoints need beside what follows from the fields. */
type DeclaredKey = 'label' | 'stream' | 'query' | 'partners' | 'sees' | 'tables';
export type PieceDocuments<
  Query extends DocumentQuery,
  F extends Fields,
  Line extends PieceLine & CellsOf<LF>,
  LF extends Fields,
> = Pick<Endpoints<Query, F, Line>, DeclaredKey> & {
  /** Its address, its keys and its paper. */
  readonly manifest: DocumentManifest;
  /** What opens one document besides the keys of list and edit. */
  readonly viewKeys?: readonly string[];
  readonly declared: DocumentProjections;
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
type RowOfShop = { readonly shop_id: number };
/** For a kind whose rows are of one shop each: who sees them (R13), and the filters besides that shop. */
export const ofOneShop = <Query extends { readonly shopId?: number | undefined }>(
  filters: (query: Partial<Query>) => readonly Condition[],
) => ({
  partners: (query: Partial<Query>, user: SessionUser): readonly Condition[] | Refusal => {
    const shops = shopFilter(SHOP, user, query.shopId);
    return isRefusal(shops) ? shops : [...shops, ...filters(query)];
  },
  sees: (row: RowOfShop, user: SessionUser): boolean => seesShop(user, row.shop_id),
  shopOf: (row: RowOfShop): number => row.shop_id,
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
/** The lines of a document as its screen shows them, with what its shop has of each piece. */
const linesShown = <F extends Fields, Line extends PieceLine & CellsOf<LF>, LF extends Fields>({
  lineFields,
  lineMade,
  shopOf,
}: Pick<PieceDocuments<DocumentQuery, F, Line, LF>, 'lineFields' | 'lineMade' | 'shopOf'>) => {
  const tell = tellingOf<LF, Line>(lineFields);
  return async ({ db }: QueryDeps, stored: StoredOf<F, Line>, { user, asOf }: Viewer): Promise<RowOf<LF>[]> => {
    const lines = linesIn(stored.lines, GOODS_LIST);
    const barcodes = lines.map(({ barcode }) => barcode);
    const onHand = await stockOf(db, shopOf(stored), barcodes, asOf);
    return lines.map((line) => tell(line, lineMade(line, onHand(line.barcode)), user));
  };
};

/** What of the declaration is the endpoints' as it stands. */
const ownOf = <Declaration extends { readonly [Name in DeclaredKey]: unknown }>(
  spec: Declaration,
): Pick<Declaration, DeclaredKey> => {
  const { label, stream, query, partners, sees, tables } = spec;
  return { label, stream, query, partners, sees, tables };
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
  const { manifest, declared, fields, made } = spec;
  const [row, lineRow] = [rowOf(fields), rowOf(spec.lineFields)];
  const tell = tellingOf<F, StoredOf<F, Line>>(fields);
  const present: Endpoints<Query, F, Line>['present'] = (stored, user) => tell(stored, made(stored), user);
  const linesOf = linesShown<F, Line, LF>(spec);
  return {
    ...ownOf(spec),
    ...addressOf(manifest, spec.viewKeys ?? []),
    name: declared.name,
    projection: declared.live,
    day: declared.day,
    columns: (asOf) => columnsOf(fields, asOf),
    names: namesOf(fields),
    stored: storedOf(fields, spec.line),
    row,
    present,
    words: wordsOf(fields, spec.lineWords),
    exported: sheetOf(fields, spec.sheet),
    figures: { of: figuresOf(fields), shop: spec.shop, kind: manifest.kind },
    record: {
      data: row.extend({ bizGoodsList: z.array(lineRow) }),
      of: async (deps, stored, seen) => ({
        ...present(stored, seen.user),
        bizGoodsList: await linesOf(deps, stored, seen),
      }),
    },
    lines: [{ path: `${manifest.path}-detail/list`, parameter: spec.parameter, row: lineRow, of: linesOf }],
  };
};
