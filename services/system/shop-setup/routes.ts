/** 开新店: GET /sys-shop-setup. It only tells; every step is taken by the routes of its own record. */
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { RecordId } from '../../contracts/ids.ts';
import { isRefusal, refuse } from '../../contracts/refusal.ts';
import { route, type Route } from '../../contracts/route.ts';
import { can, shopScope, type SessionUser } from '../../contracts/user.ts';
import { RowId } from '../../master-data/contract.ts';
import type { Identity } from '../../platform/auth/identity.ts';
import { limitShops } from '../../platform/auth/shop-limit.ts';
import {
  MOST_NAMED,
  PersonSight,
  SHOP_SETUP_KEY,
  SHOP_SETUP_PATH,
  STEP_TITLES,
  ShopSetup,
  ShopSetups,
  type SetupPerson,
  type SetupStep,
  type ShopSetupRow,
} from './contract.ts';
import { factsOf, shopsOf, type FactsOfShop, type Person } from './facts.ts';
import { sightOf } from './sight.ts';
import { departmentsOf, parentForShop, stepsOf, type Step } from './steps.ts';

type Deps = { readonly db: CommonQueryMethods; readonly identity: Pick<Identity, 'holders'> };

const ADD_SHOP = 'base:baseShop:add';
/** No shop has it: what is asked for it is held by people of the whole chain alone. */
const NO_SHOP = 0;
const whoMay = async ({ identity }: Deps, key: string, shopId: number): Promise<string[]> => {
  const names = (await identity.holders(key, shopId)).map(({ name }) => name);
  return names.slice(0, MOST_NAMED);
};

const rowOf = (facts: FactsOfShop): ShopSetupRow => ({
  shopId: facts.shop.id,
  shopName: facts.shop.name,
  status: facts.shop.status,
  lacks: stepsOf(facts)
    .filter(({ done }) => !done)
    .map(({ key }) => STEP_TITLES[key]),
});
const setups = async (deps: Deps, user: SessionUser): Promise<ShopSetups> => {
  const own = shopScope(user);
  const facts = await factsOf(deps.db, await shopsOf(deps.db, own), user);
  const mayOpen = own === null && can(user, ADD_SHOP);
  return { shops: facts.map(rowOf), mayOpen, who: mayOpen ? [] : await whoMay(deps, ADD_SHOP, NO_SHOP) };
};

/** Nobody is named of what is done, nor to whoever may do it himself. */
const shownStep = async (
  deps: Deps,
  { needs, ...step }: Step,
  shopId: number,
  user: SessionUser,
): Promise<SetupStep> => {
  const allowed = needs.some((key) => can(user, key));
  const [key] = needs;
  return { ...step, allowed, who: allowed || step.done || key === undefined ? [] : await whoMay(deps, key, shopId) };
};
const personOf = (
  { id, username, nickName, deptId, roles, enters, sells }: Person,
  departments: FactsOfShop['departments'],
): SetupPerson => ({
  userId: id,
  username,
  nickName,
  deptName: departments.find((one) => one.id === deptId)?.name ?? '',
  roles,
  enters,
  sells: enters && sells,
});
const setupOf = async (deps: Deps, facts: FactsOfShop, user: SessionUser): Promise<ShopSetup> => {
  const names = new Set((await shopsOf(deps.db, null)).map(({ name }) => name));
  const steps: SetupStep[] = [];
  for (const step of stepsOf(facts)) steps.push(await shownStep(deps, step, facts.shop.id, user));
  return {
    ...rowOf(facts),
    steps,
    people: facts.people.filter(({ inSight }) => inSight).map((person) => personOf(person, facts.departments)),
    departmentId: departmentsOf(facts).find(({ enabled }) => enabled)?.id ?? null,
    departmentParentId: parentForShop(facts.departments, names),
  };
};

const MISSING = refuse('not-found', 'shop.missing', '分店不存在或已删除');
const UserId = z.object({ userId: RecordId });
export const shopSetupRoutes = (deps: Deps): readonly Route[] => [
  route({
    method: 'GET',
    path: SHOP_SETUP_PATH,
    summary: '各分店还缺什么',
    allow: SHOP_SETUP_KEY,
    data: ShopSetups,
    handler: async ({ user }) => ({ data: await setups(deps, user) }),
  }),
  route({
    method: 'GET',
    path: `${SHOP_SETUP_PATH}/:id`,
    summary: '分店还缺什么',
    allow: SHOP_SETUP_KEY,
    params: RowId,
    data: ShopSetup,
    handler: async ({ params: { id }, user }) => {
      const limited = limitShops(user, [id]);
      if (limited !== null) return limited;
      const [facts] = await factsOf(deps.db, await shopsOf(deps.db, [id]), user);
      return facts === undefined ? MISSING : { data: await setupOf(deps, facts, user) };
    },
  }),
  route({
    method: 'GET',
    path: `${SHOP_SETUP_PATH}/sight/:userId`,
    summary: '他会看到什么',
    allow: SHOP_SETUP_KEY,
    params: UserId,
    data: PersonSight,
    handler: async ({ params: { userId }, user }) => {
      const data = await sightOf(deps.db, userId, user);
      return isRefusal(data) ? data : { data };
    },
  }),
];
