/** What customers agreed to at the counter, and what some of them withdrew: on the chain's last day. */
import { momentOf } from './days.ts';
import { customerAt, sellerOf } from './visit.ts';
import type { DayPlan, World } from './world.ts';

const KINDS = [
  { purpose: 'member', channel: 'paper', proof: '会员登记表' },
  { purpose: 'sms', channel: 'paper', proof: '会员登记表' },
  { purpose: 'birthday', channel: 'mini', proof: '' },
  { purpose: 'wechat', channel: 'scan', proof: '' },
  { purpose: 'call', channel: 'call', proof: '' },
] as const;
const AGREED = 60;
/** Every so many of them ends one again. */
const WITHDRAWS = 4;
/** Apart: nobody comes twice. */
const APART = 3;

/** Today's: up to sixty customers agreed to one to five purposes, a quarter withdrew the last of them. */
export const noteConsents = async (world: World, plan: DayPlan): Promise<void> => {
  if (!plan.isToday) return;
  const { chain, shops, customerIds } = world;
  const now = momentOf(plan, 1, 2);
  const agreed = Math.min(AGREED, Math.floor(customerIds.length / APART));
  for (let nth = 0; nth < agreed; nth += 1) {
    const staff = shops[nth % shops.length];
    if (staff === undefined) return;
    const clerk = sellerOf(staff);
    const customerId = customerAt(world, nth * APART);
    const ids: number[] = [];
    for (const kind of KINDS.filter((_, index) => index <= nth % KINDS.length)) {
      const { data } = await chain.say(clerk, now, ['POST', '/base-customer-consent'], {
        body: { customerId, ...kind },
      });
      ids.push(Number(data));
    }
    if (nth % WITHDRAWS !== WITHDRAWS - 1) continue;
    await chain.say(clerk, momentOf(plan, 2, 3), ['PUT', '/base-customer-consent/withdraw/:id'], {
      params: { id: String(ids.at(-1)) },
      body: { reason: '客户表示打扰，不再接收' },
    });
  }
};
