/** GET /biz-shift/expected, /money and /tills: what a till should hold, the documents that make it, and a shop's tills (R80). */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { Paging, pageOf } from '../contracts/envelope.ts';
import { filterRecord } from '../contracts/filters.ts';
import { ChosenShop } from '../contracts/ids.ts';
import { refuse } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import { UNASSIGNED_TILL } from '../contracts/tills.ts';
import { requiredText, wireText } from '../contracts/values.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import { EXPECTED_PATH, ExpectedMoney, MONEY_PATH, MoneyRow, TILLS_PATH } from './contract.ts';
import { expectedAnswer, hasUnassignedMoney, moneyIn, tillNow, windowOf } from './live-checks.ts';
import { shiftManifest } from './manifest.ts';

const KEYS = shiftManifest.permission;
const Till = { shopId: ChosenShop, till: requiredText('请先设置本机收银台', 40) };

const expectedRoute = (pool: DatabasePool): Route =>
  route({
    method: 'GET',
    path: EXPECTED_PATH,
    summary: '交班应有金额',
    allow: `${KEYS}:add`,
    atHead: true,
    query: z.object(Till),
    data: ExpectedMoney,
    handler: async ({ query, user }) =>
      limitShops(user, [query.shopId]) ?? { data: expectedAnswer(query, await tillNow(pool, query)) },
  });

/** Of what is not handed over yet, or of one shift. */
const MoneyQuery = z.object({
  ...Paging,
  shopId: ChosenShop,
  till: wireText(40).optional(),
  balance: wireText(40).optional(),
  shiftId: filterRecord(),
});
const UNKNOWN = refuse('not-found', 'shift.unknown', '交班单不存在');
const moneyRoute = (pool: DatabasePool): Route =>
  route({
    method: 'GET',
    path: MONEY_PATH,
    summary: '交班金额的单据',
    allow: [`${KEYS}:add`, `${KEYS}:list`],
    atHead: true,
    query: MoneyQuery,
    data: pageOf(MoneyRow),
    handler: async ({ query, user }) => {
      const { pageIndex, pageSize, shopId, till = '', balance: method, shiftId } = query;
      const refused = limitShops(user, [shopId]);
      if (refused !== null) return refused;
      const stored = shiftId === undefined ? undefined : await windowOf(pool, shiftId);
      if (stored === null || (stored !== undefined && stored.shopId !== shopId)) return UNKNOWN;
      const open = async () => ({
        till,
        from: (await tillNow(pool, { shopId, till })).last?.untilPosition ?? -1,
        until: null,
      });
      const window = stored ?? (await open());
      const page = { limit: pageSize, offset: (pageIndex - 1) * pageSize };
      const { list, count } = await moneyIn(pool, { ...window, shopId, method }, page);
      return { data: { list: [...list], count, pageIndex, pageSize } };
    },
  });
const Registered = z.object({ name: z.string() });
/** Those that are registered and enabled, and the reserved one where money came to lie in it. */
const tillsAt = async (pool: DatabasePool, shopId: number): Promise<string[]> => {
  const [registered, hasUnassigned] = await Promise.all([
    pool.anyFirst(sql.type(Registered)`
      SELECT name FROM master.till WHERE shop_id = ${shopId}::bigint AND status = '2' ORDER BY name LIMIT 200`),
    hasUnassignedMoney(pool, shopId),
  ]);
  return [...registered, ...(hasUnassigned ? [UNASSIGNED_TILL] : [])];
};
const tillsRoute = (pool: DatabasePool): Route =>
  route({
    method: 'GET',
    path: TILLS_PATH,
    summary: '分店的收银台',
    allow: [`${KEYS}:add`, `${KEYS}:list`],
    query: z.object({ shopId: ChosenShop }),
    data: z.array(z.string()),
    handler: async ({ query, user }) => limitShops(user, [query.shopId]) ?? { data: await tillsAt(pool, query.shopId) },
  });
export const shiftRoutes = (pool: DatabasePool): readonly Route[] => [
  expectedRoute(pool),
  moneyRoute(pool),
  tillsRoute(pool),
];
