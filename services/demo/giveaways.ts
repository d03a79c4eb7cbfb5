/** What shoppers are offered, and the codes they come with: on the chain's last days, by the head office and by shoppers. */
import { customerAt } from './visit.ts';
import { momentOf } from './days.ts';
import type { DayPlan, World } from './world.ts';

const OFFERS = [
  {
    title: '会员日到店礼',
    content: '<h2>会员日到店礼</h2><p>每月十八日到店，凭核销码领取<strong>红绳手链</strong>一条，每人一份。</p>',
    total: 200,
    limitNum: 1,
    status: '2',
  },
  {
    title: '金秋婚嫁季伴手礼',
    content: '<h2>金秋婚嫁季</h2><p>选购婚嫁三金，到店即赠首饰收纳盒。</p>',
    total: 50,
    limitNum: 1,
    status: '2',
  },
  { title: '上新预览（已结束）', content: '<p>活动已经结束，感谢参与。</p>', total: 20, limitNum: 2, status: '1' },
] as const;
const CLAIMS = 8;

/** Today's: the offers, eight that claimed the first of them, half of which came for it. */
export const offerGiveaways = async (world: World, plan: DayPlan): Promise<void> => {
  if (!plan.isToday) return;
  const { chain, head } = world;
  const now = momentOf(plan, 1, 1);
  const ids: number[] = [];
  for (const body of OFFERS) ids.push(Number((await chain.say(head, now, ['POST', '/mall-giveaway'], { body })).data));
  for (let nth = 0; nth < CLAIMS; nth += 1) {
    const customerId = customerAt(world, nth * 29);
    const params = { id: String(customerId) };
    const customer = await chain.say(head, now, ['GET', '/base-customer/:id'], { params });
    const { name, mobile } = customer.data as { readonly name: string; readonly mobile: string };
    const writeOffCode = `HX${String(now.getTime() + nth).slice(-12)}`;
    const body = { billType: '1', billId: ids[0], customerId, name, mobile, writeOffCode };
    const { data } = await chain.say(head, now, ['POST', '/mall-write-off'], { body });
    const id = Number(data);
    if (nth % 2 === 1) continue;
    const handedOver = { params: { id: String(id) }, body: { writeOffCode } };
    await chain.say(head, now, ['PUT', '/mall-write-off/user/:id'], handedOver);
  }
};
