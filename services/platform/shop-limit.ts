/** R13: a user of certain shops reads and writes those only; fails closed. The platform logs every 403. */
import { refuse } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { seesShop } from '../contracts/user.ts';
import type { SessionUser } from '../contracts/user.ts';

/** null when the user may touch every one of these shops. */
export const limitShops = (user: SessionUser, shopIds: readonly number[]): Refusal | null =>
  shopIds.every((shopId) => seesShop(user, shopId))
    ? null
    : refuse('forbidden', 'auth.other_shop', '你没有该分店的权限');
