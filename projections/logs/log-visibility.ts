/** The operation log passes the rows and the withholding of what its rows are about (R145). */
import { sql, type FragmentSqlToken } from 'slonik';
import { withoutCostText } from 'services/contracts/cost';
import { isOfChain, seesCost, type SessionUser } from 'services/contracts/user';
import { scopeOver } from 'services/platform/base/maker-scope';

/** Of whom: his own acts, those of his shops alone, and of his data scope; a row that names no shop is of the whole chain. */
export const operationsSeenBy = (user: SessionUser): readonly (FragmentSqlToken | null)[] => {
  const own = sql.fragment`c.user_id = ${user.id}::bigint`;
  // Rows from before departments were kept in them are their makers'.
  return [ofShops(user, own), scopeOver({ by: sql.fragment`c.user_id`, dept: sql.fragment`c.dept_id` }, user)];
};
const ofShops = (user: SessionUser, own: FragmentSqlToken): FragmentSqlToken | null =>
  isOfChain(user)
    ? null
    : sql.fragment`(${own} OR (c.shop_ids <> '{}' AND c.shop_ids <@ ${sql.array([...user.lockShops], 'int8')}))`;
const TELLING = ['operParam', 'jsonResult', 'errorMsg', 'result'] as const;
/** Bodies and answers without what tells the cost, where the reader sees no costs. */
export const operationToldTo =
  (user: SessionUser) =>
  <Row extends object>(row: Row): Row => {
    if (seesCost(user)) return row;
    const said: Record<string, unknown> = Object.fromEntries(Object.entries(row));
    for (const field of TELLING) {
      const text = said[field];
      if (typeof text === 'string') said[field] = withoutCostText(text);
    }
    return said as Row;
  };
/** As {@link operationToldTo}, of rows on their way into a sheet. */
export async function* toldRows<Row extends object>(
  rows: AsyncIterable<readonly Row[]>,
  told: (row: Row) => Row,
): AsyncGenerator<readonly Row[]> {
  for await (const some of rows) yield some.map(told);
}
