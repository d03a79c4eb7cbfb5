/** Rights every dated document of a shop asks for (R5, R6, R13). */
import { ALL_OPEN, atDayField, type ClosedDays, type ShopDay } from '../contracts/closed-day.ts';
import { OUTSIDE_WINDOW, dayOf, insideWindow, whyTooLate } from '../contracts/dates.ts';
import { refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import { anyDate, editAnyDay } from '../contracts/user.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';

type By = Pick<Actor, 'user' | 'now'>;
/** Who dates a document; without `closedDays` no day is closed. */
export type Dating = Actor & { readonly closedDays?: Pick<ClosedDays, 'refusal'> | undefined };
type DayAsked = { readonly path: string; readonly day: string; readonly previous: string | null };

const MOVED = '没有“编辑任意日”的权限，不能更改日期';
/** Another day for what is saved already is a right of its own (R141). */
export const movedDayRefusal = ({ path, day, previous }: DayAsked, { user }: Pick<By, 'user'>): Refusal | null =>
  previous === null || day === previous || editAnyDay(user)
    ? null
    : refuse('forbidden', 'document.moved_day', MOVED, { fields: [{ path, message: MOVED }] });
/** The date window (R6); a day that the record had already is not judged again. */
export const dayRefusal = ({ path, day, previous }: DayAsked, { user, now }: By): Refusal | null => {
  if (day === previous) return null;
  const moved = movedDayRefusal({ path, day, previous }, { user });
  if (moved !== null) return moved;
  const tooLate = whyTooLate(day, dayOf(now));
  if (tooLate !== null) return refuseField('document.date', path, tooLate);
  return anyDate(user) || insideWindow(day, dayOf(now)) ? null : refuseField('document.date', path, OUTSIDE_WINDOW);
};
/** {@link dayRefusal}, and that the day is open in all of these shops (R141): said before anybody is asked for a word. */
export const openDayRefusal = async (
  asked: DayAsked & { readonly shops: readonly number[] },
  by: By & Pick<Dating, 'closedDays'>,
): Promise<Refusal | null> => {
  const { path, day, shops } = asked;
  const { closedDays = ALL_OPEN } = by;
  return dayRefusal(asked, by) ?? atDayField(await closedDays.refusal(shops.map((shopId) => ({ shopId, day }))), path);
};

/** Documents that nobody edits on another day, whatever their rights, are `same-day` (R5). */
export type EditDays = 'by-right' | 'same-day';
/** Editing a document of another day is a right of its own (R5); deleting one, where its kind says so. */
export const otherDayRefusal = (
  day: string,
  { label, days, verb = '修改' }: { readonly label: string; readonly days: EditDays; readonly verb?: '修改' | '删除' },
  { user, now }: By,
): Refusal | null =>
  day === dayOf(now) || (days === 'by-right' && editAnyDay(user))
    ? null
    : refuse('forbidden', 'document.other_day', `只能${verb}当天的${label}`);

/** Shop and day of a document that is of one shop, as this user may choose them (R5, R6, R13, R141); `field`: what the wire calls the day. */
export const shopDayRefusal = async (
  lookup: Pick<MasterLookup, 'shop'>,
  { shopId, day, field, before }: ShopDay & { readonly field: string; readonly before: ShopDay | null },
  by: By & Pick<Dating, 'closedDays'>,
): Promise<Refusal | null> =>
  (await shopRefusal(lookup, { path: 'shopId', id: shopId, previous: before?.shopId ?? null, label: '分店' })) ??
  limitShops(by.user, [shopId]) ??
  openDayRefusal({ path: field, day, previous: before?.day ?? null, shops: [shopId] }, by);

type ShopAsked = {
  readonly path: string;
  readonly id: number;
  readonly previous: number | null;
  readonly label: string;
};
/** The shop exists and is enabled; one that the record had already may have been disabled since. */
export const shopRefusal = async (
  lookup: Pick<MasterLookup, 'shop'>,
  { path, id, previous, label }: ShopAsked,
): Promise<Refusal | null> => {
  const shop = await lookup.shop(id);
  if (shop === null) return refuseField('document.shop', path, `${label}不存在`);
  return shop.enabled || id === previous ? null : refuseField('document.shop', path, `${label}已停用`);
};
