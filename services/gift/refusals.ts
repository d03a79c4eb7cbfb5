/** The telling refusals of a gift, one place for look-ups, holds and movements. */
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { freeOf, type GiftState } from './state.ts';

export const unknownGift = (): Refusal => refuse('not-found', 'gift.unknown', '该分店没有此赠品');
export const keyReused = (key: string): Refusal =>
  refuse('conflict', 'gift.key_reused', '同一操作的内容前后不一致', { data: { key } });
export const keyReleased = (key: string): Refusal =>
  refuse('conflict', 'gift.hold_released', '占用已取消，请刷新后重试', { data: { key } });
export const notHeld = (key: string): Refusal =>
  refuse('conflict', 'gift.not_held', '此赠品没有被此单据占用', { data: { key } });
export const notPosted = (key: string): Refusal =>
  refuse('conflict', 'gift.not_posted', '此赠品没有被此单据过账', { data: { key } });
export const alreadyPosted = (key: string): Refusal =>
  refuse('conflict', 'gift.hold_posted', '已过账，不能取消占用', { data: { key } });

/** Why `quantity` of the gift is not free; null when it is. Whoever holds some is named, so that it can be waited for. */
export const whyNotFree = (state: GiftState, shopId: number, quantity: number): Refusal | null => {
  const free = freeOf(state, shopId);
  if (free >= quantity) return null;
  const hold = [...state.holds.values()].at(-1);
  const by = hold === undefined ? '' : `，${hold.holder.no}已占用${hold.quantity}件`;
  const data = hold === undefined ? { free } : { free, holder: hold.holder };
  return refuse('conflict', 'gift.not_enough', `赠品库存不足，可用数量为${Math.max(0, free)}${by}`, { data });
};
