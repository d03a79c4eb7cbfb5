/** GET /wx/points, /wx/balance, /wx/consents, /wx/data-copy: of the bound customer alone (R28). */
import { isoWithOffset } from 'services/contracts/dates';
import { isRefusal, refuse } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import type { ShopperDesk } from 'services/contracts/shopper-desk';
import { OpenIdQuery } from 'services/shopper/contract';
import type { QueryDeps } from '../platform/query-deps.ts';
import { ownConsents } from './consents.ts';
import { DataCopy, OwnBalance, OwnConsents, OwnPageQuery, OwnPoints } from './contract.ts';
import { dataCopy } from './data-copy.ts';
import { ownBalance, ownPoints } from './ledgers.ts';

const everyone = { everyone: 'public' } as const;
const NO_RECORD = refuse('not-found', 'shopper.no_record', '您还没有绑定会员资料，或资料已停用，请到门店办理');

type PageRoute<Data> = {
  readonly path: string;
  readonly summary: string;
  readonly data: Parameters<typeof route>[0]['data'];
  readonly of: (deps: QueryDeps, query: OwnPageQuery, customerId: number) => Promise<Data>;
};
const pageRoute = <Data extends object>(
  deps: QueryDeps,
  desk: ShopperDesk,
  { path, summary, data, of }: PageRoute<Data>,
): Route =>
  route({
    method: 'GET',
    path,
    summary,
    allow: everyone,
    query: OwnPageQuery,
    ...(data !== undefined && { data }),
    handler: async (call) => {
      const shopper = await desk.ask(call, call.query.openId);
      if (isRefusal(shopper)) return shopper;
      const { customerId } = shopper;
      return { data: { ...(await of(deps, call.query, customerId)), customerId } };
    },
  });

/** Taken along, it is in his log. */
const copyRoute = (deps: QueryDeps, desk: ShopperDesk): Route =>
  route({
    method: 'GET',
    path: '/wx/data-copy',
    summary: '个人信息副本',
    allow: everyone,
    query: OpenIdQuery,
    data: DataCopy,
    handler: async (call) => {
      const shopper = await desk.ask(call, call.query.openId);
      if (isRefusal(shopper)) return shopper;
      const { customerId, openId } = shopper;
      if (customerId === 0) return NO_RECORD;
      const parts = await dataCopy(deps, customerId);
      await deps.shopperLog?.note({ act: 'data-copy', customerId, openId, what: '查看个人信息副本' }, call);
      return { data: { customerId, at: isoWithOffset(call.now), parts } };
    },
  });

/** None where no shopper asks. */
export default (deps: QueryDeps): Route[] => {
  const { shoppers: desk } = deps;
  if (desk === undefined) return [];
  return [
    pageRoute(deps, desk, { path: '/wx/points', summary: '我的积分', data: OwnPoints, of: ownPoints }),
    pageRoute(deps, desk, { path: '/wx/balance', summary: '我的储值', data: OwnBalance, of: ownBalance }),
    pageRoute(deps, desk, { path: '/wx/consents', summary: '我的授权', data: OwnConsents, of: ownConsents }),
    copyRoute(deps, desk),
  ];
};
