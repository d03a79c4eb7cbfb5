/** Which states of stock the report counts, now or as of a position: one clause for rows, totals and explanation. */
import { sql, type FragmentSqlToken } from 'slonik';
import { asBarcode } from 'services/contracts/barcode';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { mgFromGrams } from 'services/contracts/units';
import type { SessionUser } from 'services/contracts/user';
import { standing, standingParts } from '../../platform/queries/past-rows.ts';
import { inRanges } from '../../platform/queries/ranges.ts';
import { shopFilter } from '../../platform/queries/scope.ts';
import { allOf, between, contains, equals, oneOf } from '../../platform/queries/where-clauses.ts';
import type { GoodsTurnoverQuery } from './contract.ts';

type Filters = Omit<GoodsTurnoverQuery, 'pageIndex' | 'pageSize'>;

/** Where states are read (alias `t`), and which of them count. */
export type TurnoverStates = { readonly from: FragmentSqlToken; readonly where: FragmentSqlToken };

const TABLE = sql.fragment`live.goods_turnover`;
/** What stood then: some of what stands now, and what has ended since; each is found by an index of its own. */
export const branchesAt = (asOf: number): readonly [open: FragmentSqlToken, ended: FragmentSqlToken] => {
  const [still, ended] = standingParts(sql.fragment`t`, sql.fragment`${asOf}`);
  return [sql.fragment`${TABLE} t WHERE ${still}`, sql.fragment`${TABLE} t WHERE ${ended}`];
};
const statesAt = (asOf: number | undefined): FragmentSqlToken => {
  if (asOf === undefined) return sql.fragment`${TABLE} t`;
  const [open, ended] = branchesAt(asOf);
  return sql.fragment`(SELECT t.* FROM ${open} UNION ALL SELECT t.* FROM ${ended}) t`;
};

export const turnoverStates = (
  query: Filters,
  user: SessionUser,
  asOf: number | undefined,
): TurnoverStates | Refusal => {
  const shops = shopFilter(sql.fragment`t.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  const where = allOf(
    asOf === undefined ? standing(sql.fragment`t`, asOf) : null,
    query.stock === 'all' ? sql.fragment`t.in_num > 0` : sql.fragment`t.on_hand > 0`,
    shops,
    equals(sql.fragment`t.barcode`, asBarcode(query.barcode ?? '')),
    equals(sql.fragment`t.category`, query.type),
    equals(sql.fragment`t.style`, query.style),
    equals(sql.fragment`t.fineness`, query.fineness),
    equals(sql.fragment`t.gold_content`, query.goldContent),
    query.goldWeight === undefined ? null : equals(sql.fragment`t.net_weight_mg`, mgFromGrams(query.goldWeight)),
    inRanges(query, { weight: sql.fragment`t.net_weight_mg`, price: sql.fragment`t.tag_price_fen` }),
    between(sql.fragment`t.first_received_on`, undefined, query.receivedBefore),
    contains(sql.fragment`t.name`, query.name),
    oneOf(sql.fragment`t.category`, query.typeArr),
    oneOf(sql.fragment`t.style`, query.styleArr),
    oneOf(sql.fragment`t.fineness`, query.finenessArr),
  );
  return { from: statesAt(asOf), where };
};
