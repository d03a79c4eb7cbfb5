/** GET /wx/bill, /wx/bill-detail/{id}, /wx/repairs (S1§7): of the bound customer, whatever else is 404 (R28). */
import { isRefusal, refuse, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import type { Shopper, ShopperCall, ShopperDesk } from 'services/contracts/shopper-desk';
import { OpenIdQuery } from 'services/shopper/contract';
import type { Page } from '../platform/queries/paged-list.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { shopperBills, shopperSlip } from './bills.ts';
import {
  ShopperBillInPath,
  ShopperBills,
  ShopperPageQuery,
  ShopperRepairs,
  ShopperSlip,
  type ShopperBillRow,
  type ShopperRepair,
} from './contract.ts';
import { shopperRepairs } from './repairs.ts';

const everyone = { everyone: 'public' } as const;
const NO_BILL = refuse('not-found', 'shopper.no_bill', '没有找到这张质保单');

type Own<Row> = Page<Row> & Pick<Shopper, 'customerId'>;
/** A page of what the customer has; nothing while nobody is bound. */
const ownPage = async <Row>(
  deps: QueryDeps,
  call: ShopperCall & { readonly query: ShopperPageQuery },
  {
    desk,
    of,
  }: {
    readonly desk: ShopperDesk;
    readonly of: (deps: QueryDeps, query: ShopperPageQuery, customerId: number) => Promise<Page<Row>>;
  },
): Promise<{ readonly data: Own<Row> } | Refusal> => {
  const shopper = await desk.ask(call, call.query.openId);
  if (isRefusal(shopper)) return shopper;
  const { customerId } = shopper;
  const { pageIndex, pageSize } = call.query;
  const page = customerId === 0 ? { list: [], count: 0, pageIndex, pageSize } : await of(deps, call.query, customerId);
  return { data: { ...page, customerId } };
};

const billsRoute = (deps: QueryDeps, desk: ShopperDesk): Route =>
  route({
    method: 'GET',
    path: '/wx/bill',
    summary: '我的质保单',
    allow: everyone,
    query: ShopperPageQuery,
    data: ShopperBills,
    handler: (call) => ownPage<ShopperBillRow>(deps, call, { desk, of: shopperBills }),
  });
const slipRoute = (deps: QueryDeps, desk: ShopperDesk): Route =>
  route({
    method: 'GET',
    path: '/wx/bill-detail/:id',
    summary: '质保单',
    allow: everyone,
    params: ShopperBillInPath,
    query: OpenIdQuery,
    data: ShopperSlip,
    handler: async (call) => {
      const shopper = await desk.ask(call, call.query.openId);
      if (isRefusal(shopper)) return shopper;
      const slip = await shopperSlip(deps, call.params.id, shopper.customerId);
      return slip === null ? NO_BILL : { data: slip };
    },
  });
const repairsRoute = (deps: QueryDeps, desk: ShopperDesk): Route =>
  route({
    method: 'GET',
    path: '/wx/repairs',
    summary: '我的维修',
    allow: everyone,
    query: ShopperPageQuery,
    data: ShopperRepairs,
    handler: (call) => ownPage<ShopperRepair>(deps, call, { desk, of: shopperRepairs }),
  });

/** None where no shopper asks. */
export default (deps: QueryDeps): Route[] => {
  const { shoppers: desk } = deps;
  return desk === undefined ? [] : [billsRoute(deps, desk), slipRoute(deps, desk), repairsRoute(deps, desk)];
};
