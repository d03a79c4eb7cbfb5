/** The rows that the filters of a report mean for its user, now or as of a position: one clause for rows, totals, picture and explanation. */
import { sql, type FragmentSqlToken } from 'slonik';
import { asBarcode } from 'services/contracts/barcode';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import type { SessionUser } from 'services/contracts/user';
import { allowedRange, type DayRange } from '../../platform/queries/date-window.ts';
import { standing } from '../../platform/queries/past-rows.ts';
import type { QueryDeps } from '../../platform/queries/query-deps.ts';
import { SALES, ofScope, shopFilter } from '../../platform/queries/scope.ts';
import {
  allOf,
  between,
  contains,
  equals,
  ofCustomer,
  oneOf,
  oneOfIds,
  type Condition,
} from '../../platform/queries/where-clauses.ts';
import type { LineQuery } from '../line-fields/contract.ts';
import { LIST_WORDS, type LineList } from '../line-fields/contract.ts';

export const LINES = sql.fragment`live.sale_lines l`;
/** So many characters of a name lie in the totals' index (sale-lines/table.sql). */
const START = 200;
// Written out, as the index has it: Postgres cannot see what a parameter will be.
const START_SQL = sql.fragment`200`;
/** A column of names, and its beginnings in the index. */
type NameColumn = { readonly start: string; readonly whole: string };
const NAME: NameColumn = { start: 'name_start', whole: 'name' };
const SELLER: NameColumn = { start: 'seller_start', whole: 'seller_name' };
const lineColumn = (name: string): FragmentSqlToken => sql.fragment`${sql.identifier(['l', name])}`;
/** In a name, by its beginning alone; of the few that are longer the rest is looked at once, by their own index. */
const namedWith = ({ start, whole }: NameColumn, term: string | undefined): Condition => {
  const held = contains(lineColumn(start), term);
  const long = sql.fragment`${sql.identifier(['o', whole])}`;
  return held === null
    ? null
    : sql.fragment`(${held} OR (l.order_id, l.list, l.line_id, l.share, l.from_position) IN (
        SELECT o.order_id, o.list, o.line_id, o.share, o.from_position FROM live.sale_lines o
        WHERE (char_length(o.name) > ${START_SQL} OR char_length(o.seller_name) > ${START_SQL})
          AND char_length(${long}) > ${START_SQL} AND ${contains(long, term)}))`;
};
/** One of the names; one that is longer than what the index has is no beginning. */
const namedAs = ({ start, whole }: NameColumn, names: readonly string[] = []): Condition =>
  oneOf(lineColumn(names.some(({ length }) => length >= START) ? whole : start), names);
/** Which rows a report is about. */
export type About = {
  /** Lists of its lines; `order`: the orders themselves. */
  readonly lists: readonly LineList[] | 'order';
  /** Facts that stand: audited ones (R27). */
  readonly audited: boolean;
  /** A row for each seller of a line. */
  readonly bySeller?: true;
};
/** `shopIds`: of these shops, which the user sees. */
export type Filters = Partial<Omit<LineQuery, 'pageIndex' | 'pageSize'>> & { readonly shopIds?: readonly number[] };
export type LinesRequest = {
  readonly query: Filters;
  readonly user: SessionUser;
  readonly asOf: number | undefined;
};
/** `partly`: some lines of an order may be left out. */
export type Lines = { readonly where: FragmentSqlToken; readonly partly: boolean; readonly range: DayRange };

const RETURNED = '退货';
const listsOf = (lists: readonly LineList[], billType: string | undefined): readonly string[] =>
  lists.filter(
    (list) => billType === undefined || LIST_WORDS[list] === billType || (list === 'change' && billType === RETURNED),
  );
const KINDS = Object.keys(LIST_WORDS).length;
/** Nothing where it is every list: each line would be asked for nothing. */
const ofKinds = (lists: readonly string[]): Condition =>
  lists.length === KINDS ? null : (oneOf(sql.fragment`l.list`, lists) ?? sql.fragment`false`);
// Written out, as the indexes are: Postgres cannot see what a parameter will be.
const ofLists = ({ lists, bySeller }: About, billType: string | undefined): readonly Condition[] =>
  lists === 'order'
    ? [sql.fragment`l.list = 'order'`]
    : [
        sql.fragment`l.list <> 'order'`,
        bySeller === true ? null : sql.fragment`l.share = 0`,
        ofKinds(listsOf(lists, billType)),
      ];

const lineFilters = (query: Filters): readonly Condition[] => {
  const barcode = asBarcode(query.barcode ?? '');
  return [
    barcode === '' ? null : sql.fragment`l.barcode <> '' AND l.barcode = ${barcode}`,
    equals(sql.fragment`l.category`, query.type),
    equals(sql.fragment`l.style`, query.style),
    equals(sql.fragment`l.fineness`, query.fineness),
    namedWith(NAME, query.name ?? query.goodsName),
    oneOf(sql.fragment`l.category`, query.typeArr),
    oneOf(sql.fragment`l.style`, query.styleArr),
    oneOf(sql.fragment`l.fineness`, query.finenessArr),
    // What comes back is its own seller's, whoever sold the rest of the order.
    equals(sql.fragment`l.seller_id`, query.sellerId),
    namedWith(SELLER, query.seller),
    namedAs(SELLER, query.sellerArr),
  ];
};

export const linesOf = (
  { now }: Pick<QueryDeps, 'now'>,
  about: About,
  { query, user, asOf }: LinesRequest,
): Lines | Refusal => {
  const range = allowedRange(user, query, now());
  if (isRefusal(range)) return range;
  const shops = shopFilter(sql.fragment`l.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  const ofLine = lineFilters(query);
  return {
    range,
    partly: query.billType !== undefined || ofLine.some((condition) => condition !== null),
    where: allOf(
      standing(sql.fragment`l`, asOf),
      sql.fragment`l.audit_flag > 0`,
      about.audited ? sql.fragment`l.audit_flag = 2` : equals(sql.fragment`l.audit_flag`, query.auditFlag),
      ofLists(about, query.billType),
      shops,
      ofScope(sql.fragment`l.order_id`, SALES, user),
      oneOfIds(sql.fragment`l.shop_id`, query.shopIds ?? null),
      between(sql.fragment`l.sold_on`, range.begin, range.end),
      ofCustomer(sql.fragment`l.customer_id`, query.customerId),
      ofLine,
    ),
  };
};
