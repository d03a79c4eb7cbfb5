/** GET /dashboard: the console's start page (R93). Whoever is signed in sees the figures of their shops, and of them of whoever their data scope shows (R109). */
import { dayOf } from 'services/contracts/dates';
import { route, type Route } from 'services/contracts/route';
import { seesCost } from 'services/contracts/user';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { presentLines, validVersion } from '../quoted-prices/reads.ts';
import { DASHBOARD_PATH, Dashboard } from './contract.ts';
import { blocksOf, partsOf, type Scope } from './sums.ts';
import { todoOf } from './todo.ts';

const goldPriceOf = async ({ db, now }: QueryDeps): Promise<Dashboard['goldPrice']> => {
  const valid = await validVersion(db, { position: undefined, moment: now() });
  if (valid === null) return null;
  const list = presentLines(valid.details, false).map(({ name, goldContent, price, measureUnit }) => ({
    name,
    goldContent,
    price,
    measureUnit,
  }));
  return { validFrom: valid.validFrom, list };
};

export default (deps: QueryDeps): Route[] => [
  route({
    method: 'GET',
    path: DASHBOARD_PATH,
    summary: '首页数据',
    allow: { everyone: 'signed-in' },
    data: Dashboard,
    handler: async ({ user }) => {
      const today = dayOf(deps.now());
      const scope: Scope = { user, withCost: seesCost(user) };
      return {
        data: {
          ...(await blocksOf(deps.db, today, scope)),
          ...(await partsOf(deps.db, today, scope)),
          todo: await todoOf(deps.db, { user, today }),
          goldPrice: await goldPriceOf(deps),
        },
      };
    },
  }),
];
