/** A shopper's own calls about gifts: what is offered, what he has, and claiming it (S1§2.16, §4; R88, R159, R160). */
import type { DatabasePool } from 'slonik';
import { isRefusal } from '../../contracts/refusal.ts';
import { route, type Route } from '../../contracts/route.ts';
import type { Shopper, ShopperCall, ShopperDesk } from '../../contracts/shopper-desk.ts';
import type { ShopperLog } from '../../contracts/shopper-log.ts';
import { ClaimBody, GiftQuery, ShopperClaim, ShopperGift } from '../contract.ts';
import { giftDesk } from './claims-at-once.ts';
import type { GiftAnswer } from './shopper-claiming.ts';
import { currentGift, latestClaim } from './shopper-claims.ts';

type GiftDeps = { readonly pool: DatabasePool; readonly desk: ShopperDesk; readonly shopperLog: ShopperLog };
const everyone = { everyone: 'public' } as const;

const offeredRoute = ({ pool, desk }: GiftDeps): Route =>
  route({
    method: 'GET',
    path: '/wx/giveaway',
    summary: '当前礼品（顾客）',
    allow: everyone,
    query: GiftQuery,
    data: ShopperGift.nullable(),
    handler: async (call) => {
      const shopper = await desk.ask(call, call.query.openId);
      return isRefusal(shopper) ? shopper : { data: await currentGift(pool, shopper) };
    },
  });

const claimedRoute = ({ pool, desk }: GiftDeps): Route =>
  route({
    method: 'GET',
    path: '/wx/write-off',
    summary: '我的礼品',
    allow: everyone,
    query: GiftQuery,
    data: ShopperClaim.nullable(),
    handler: async (call) => {
      const shopper = await desk.ask(call, call.query.openId);
      return isRefusal(shopper) ? shopper : { data: await latestClaim(pool, shopper) };
    },
  });

/** Behind the claim, so that nobody waits for it who wants the same gift. A second press is no other act. */
const noteClaim = async (
  { shopperLog }: GiftDeps,
  { openId, recordId }: Shopper,
  claimed: GiftAnswer,
  call: ShopperCall,
): Promise<void> => {
  if (!isRefusal(claimed) && !claimed.isNew) return;
  const told = isRefusal(claimed)
    ? { what: `没有领到礼品：${claimed.message}`, isDone: false }
    : { what: `领取礼品“${claimed.claim.title}”（核销编号${claimed.claim.id}）` };
  await shopperLog.note({ act: 'claim', customerId: recordId, openId, ...told }, call);
};
const claimRoute = (deps: GiftDeps): Route => {
  const claimGift = giftDesk(deps.pool);
  return route({
    method: 'POST',
    path: '/wx/giveaway/claim',
    summary: '领取礼品',
    allow: everyone,
    // The code is told to the shopper alone (R137).
    logged: false,
    keepsAnswer: false,
    body: ClaimBody,
    data: ShopperClaim,
    handler: async (call) => {
      const shopper = await deps.desk.askWrite(call, call.body.openId);
      if (isRefusal(shopper)) return shopper;
      const { now, key } = call;
      const claimed = await claimGift({
        who: shopper,
        giveawayId: call.body.id,
        id: await call.newId(),
        at: { now, key },
      });
      await noteClaim(deps, shopper, claimed, call);
      if (isRefusal(claimed)) return claimed;
      return { data: claimed.claim, msg: claimed.isNew ? '领取成功' : '您已领取，请到店出示核销码' };
    },
  });
};

export const shopperGiftRoutes = (deps: GiftDeps): readonly Route[] => [
  offeredRoute(deps),
  claimedRoute(deps),
  claimRoute(deps),
];
