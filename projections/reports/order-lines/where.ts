/** The rows that the filters of a report mean for its user, now or as of a position: one clause for rows, totals, picture and explanation. */
import { sql, type FragmentSqlToken } from 'slonik';
import { asBarcode } from 'services/contracts/barcode';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import type { SessionUser } from 'services/contracts/user';
import { allowedRange, type DayRange } from '../../platform/date-window.ts';
import { standing } from '../../platform/past.ts';
import type { QueryDeps } from '../../platform/query-deps.ts';
import { shopFilter } from '../../platform/scope.ts';
import { allOf, between, contains, equals, ofCustomer, oneOf, oneOfIds, type Condition } from '../../platform/where.ts';
import type { LineQuery } from '../line-fields/contract.ts';
import { LIST_WORDS, type LineList } from '../line-fields/contract.ts';

export const LINES = sql.fragment`live.sale_lines l`;
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
export type Asked = {
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
// Written out, as the indexes are: Postgres cannot see what a parameter will be.
const ofLists = ({ lists, bySeller }: About, billType: string | undefined): readonly Condition[] =>
  lists === 'order'
    ? [sql.fragment`l.list = 'order'`]
    : [
        sql.fragment`l.list <> 'order'`,
        bySeller === true ? null : sql.fragment`l.share = 0`,
        oneOf(sql.fragment`l.list`, listsOf(lists, billType)) ?? sql.fragment`false`,
      ];

const lineFilters = (query: Filters): readonly Condition[] => {
  const barcode = asBarcode(query.barcode ?? '');
  return [
    barcode === '' ? null : sql.fragment`l.barcode <> '' AND l.barcode = ${barcode}`,
    equals(sql.fragment`l.category`, query.type),
    equals(sql.fragment`l.style`, query.style),
    equals(sql.fragment`l.fineness`, query.fineness),
    contains(sql.fragment`l.name`, query.name ?? query.goodsName),
    oneOf(sql.fragment`l.category`, query.typeArr),
    oneOf(sql.fragment`l.style`, query.styleArr),
    oneOf(sql.fragment`l.fineness`, query.finenessArr),
  ];
};

export const linesOf = (
  { now }: Pick<QueryDeps, 'now'>,
  about: About,
  { query, user, asOf }: Asked,
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
      oneOfIds(sql.fragment`l.shop_id`, query.shopIds ?? null),
      between(sql.fragment`l.sold_on`, range.begin, range.end),
      ofCustomer(sql.fragment`l.customer_id`, query.customerId),
      equals(sql.fragment`l.seller_id`, query.sellerId),
      contains(sql.fragment`l.seller_name`, query.seller),
      oneOf(sql.fragment`l.seller_name`, query.sellerArr),
      ofLine,
    ),
  };
};
