/** Which states of stock the report counts, now or as of a position: one clause for rows, totals and explanation. */
import { sql, type FragmentSqlToken } from 'slonik';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { mgFromGrams } from 'services/contracts/units';
import type { SessionUser } from 'services/contracts/user';
import { standing } from '../../platform/past.ts';
import { shopFilter } from '../../platform/scope.ts';
import { allOf, contains, equals, oneOf } from '../../platform/where.ts';
import type { GoodsTurnoverQuery } from './contract.ts';

type Filters = Omit<GoodsTurnoverQuery, 'pageIndex' | 'pageSize'>;

export const turnoverFilter = (
  query: Filters,
  user: SessionUser,
  asOf: number | undefined,
): FragmentSqlToken | Refusal => {
  const shops = shopFilter(sql.fragment`t.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  return allOf(
    standing(sql.fragment`t`, asOf),
    query.stock === 'all' ? sql.fragment`t.in_num > 0` : sql.fragment`t.on_hand > 0`,
    shops,
    equals(sql.fragment`t.barcode`, query.barcode?.normalize('NFKC').toUpperCase()),
    equals(sql.fragment`t.category`, query.type),
    equals(sql.fragment`t.style`, query.style),
    equals(sql.fragment`t.fineness`, query.fineness),
    equals(sql.fragment`t.gold_content`, query.goldContent),
    query.goldWeight === undefined ? null : equals(sql.fragment`t.net_weight_mg`, mgFromGrams(query.goldWeight)),
    contains(sql.fragment`t.name`, query.name),
    oneOf(sql.fragment`t.category`, query.typeArr),
    oneOf(sql.fragment`t.style`, query.styleArr),
    oneOf(sql.fragment`t.fineness`, query.finenessArr),
  );
};
