/** R13 for reads: what a user may see of the shops. */
import { sql, type FragmentSqlToken } from 'slonik';
import { refuse, type Refusal } from 'services/contracts/refusal';
import { seesShop, shopScope, type SessionUser } from 'services/contracts/user';
import { equals, oneOfIds, type Condition } from './where.ts';

export const NOT_FOUND = refuse('not-found', 'record.not_found', '数据不存在或已删除');
export const OTHER_SHOP = refuse('forbidden', 'shop.not_yours', '你没有该分店的权限');

/** The asked shop, else the user's shops; a 403 when the asked one is not among them. */
export const shopFilter = (
  column: FragmentSqlToken,
  user: SessionUser,
  asked: number | undefined,
): readonly Condition[] | Refusal => {
  if (asked === undefined) return [oneOfIds(column, shopScope(user))];
  return seesShop(user, asked) ? [equals(column, asked)] : OTHER_SHOP;
};

/** A user of either shop sees what went from one to the other; a 403 when neither of the asked ones is theirs. */
export const eitherShop = (
  { from, to }: { readonly from: FragmentSqlToken; readonly to: FragmentSqlToken },
  user: SessionUser,
  asked: readonly (number | undefined)[],
): Condition | Refusal => {
  const own = shopScope(user);
  if (own === null) return null;
  const named = asked.filter((id) => id !== undefined);
  if (named.length > 0 && !named.some((id) => seesShop(user, id))) return OTHER_SHOP;
  return sql.fragment`(${oneOfIds(from, own)!} OR ${oneOfIds(to, own)!})`;
};
