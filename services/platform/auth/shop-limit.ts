/**
 * A user of certain shops reads and writes those only (R13), and of them what his data scope shows (R109); fails closed.
 * The platform logs every 403.
 */
import { refuse } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { OTHER_SCOPE, seesRow, seesShop } from '../../contracts/user.ts';
import type { EventStore, Recorded } from '../event-store/port.ts';
import type { SessionUser } from '../../contracts/user.ts';

/** null when the user may touch every one of these shops. */
export const limitShops = (user: SessionUser, shopIds: readonly number[]): Refusal | null =>
  shopIds.every((shopId) => seesShop(user, shopId))
    ? null
    : refuse('forbidden', 'auth.other_shop', '你没有该分店的权限');

/** null when the user may touch the record of that stream: who made it stands in `made` of its events, by default in the first. */
export const limitScope = async (
  store: EventStore,
  user: SessionUser,
  stream: string,
  made?: (event: Recorded) => boolean,
): Promise<Refusal | null> => {
  if (user.rows === 'all') return null;
  const events = await store.read(stream, 0, made === undefined ? 1 : undefined);
  const first = made === undefined ? events[0] : events.find(made);
  return first === undefined || seesRow(user, first.meta) ? null : OTHER_SCOPE;
};
