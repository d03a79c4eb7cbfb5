/** What else happens at a counter, beside plain sales: returns, old for new, gifts, repairs, deposits; nothing is drawn at random. */
import type { DayPlan, ShopStaff, World } from './world.ts';
import { bringBack } from './returns.ts';
import { changeOldForNew, giveGift, payWithDeposit, takeDeposit } from './visits.ts';
import { dayNumber, type Visit } from './visit.ts';
import { handInRepair, stepRepairs } from './repairs.ts';

/** Every so many days, from that day on; today all of them, so that every list opens on something. */
const VISITS: readonly (readonly [visit: Visit, everyDays: number, from: number])[] = [
  [bringBack, 2, 0],
  [changeOldForNew, 2, 1],
  [giveGift, 1, 0],
  [handInRepair, 2, 0],
  [stepRepairs, 1, 0],
  [takeDeposit, 3, 0],
  [payWithDeposit, 3, 2],
];

/** The visits of a day, in their order; the shops take turns. */
export const visitsOf = (world: World, plan: DayPlan): readonly ((now: Date) => Promise<void>)[] => {
  if (plan.opens) return [];
  const nth = dayNumber(plan.day);
  return VISITS.filter(([, every, from]) => plan.isToday || nth % every === from).flatMap(([visit], index) => {
    const staff: ShopStaff | undefined = world.shops[(nth + index * 3) % world.shops.length];
    return staff === undefined ? [] : [(now: Date) => visit(world, { plan, staff, nth, now })];
  });
};
