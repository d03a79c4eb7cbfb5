/** Tills are handed over at closing time, in turns; some money was miscounted, and says so. */
import { ExpectedMoney } from '../shift/contract.ts';
import { dayNumber, sellerOf } from './visit.ts';
import { TILL, type DayPlan, type ShopStaff, type World } from './world.ts';

/** Each shop hands over every so many days. */
const DAYS = 3;
/** Yuan; what was counted less what should be there. */
const MISCOUNTS = [0, 0, -10, 0, 5] as const;

const handOver = async (
  world: World,
  plan: DayPlan,
  staff: ShopStaff & { readonly password: string },
): Promise<void> => {
  const { chain } = world;
  const { shopId, manager, password } = staff;
  const seller = sellerOf(staff);
  const now = plan.until;
  const { data } = await chain.say(seller, now, ['GET', '/biz-shift/expected'], {
    query: { shopId: String(shopId), till: TILL },
  });
  const miscount = MISCOUNTS[(dayNumber(plan.day) + shopId) % MISCOUNTS.length] ?? 0;
  const list = ExpectedMoney.parse(data).list.map(({ balance, expected }, index) => {
    const wrong = index === 0 ? miscount : 0;
    const reason = wrong === 0 ? '' : wrong < 0 ? '找零多给' : '顾客未取零钱';
    return { balance, expected, counted: Math.round((expected + wrong) * 100) / 100, reason };
  });
  const takenBy = { username: manager.username, password };
  await chain.say(seller, now, ['POST', '/biz-shift'], { body: { shopId, till: TILL, list, takenBy } });
};
export const handOverTills = async (world: World, plan: DayPlan): Promise<void> => {
  if (plan.opens) return;
  const nth = dayNumber(plan.day);
  for (const [index, staff] of world.shops.entries()) {
    const { password } = staff;
    const isTurn = (nth + index) % DAYS === 0 || (plan.isToday && index === 0);
    if (password !== null && staff.sellers.length > 0 && isTurn) await handOver(world, plan, { ...staff, password });
  }
};
