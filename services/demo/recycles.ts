/** Old material at the counter: each day a customer somewhere hands some in; today's last order still waits. */
import { dayOf } from '../contracts/dates.ts';
import { momentOf } from './days.ts';
import type { DayPlan, World } from './world.ts';

const PIECES = [
  { type: '戒指', style: '光圈', fineness: '足金', weight: 6.32, remark: '戒面磨损' },
  { type: '项链', style: '水波链', fineness: '足金', weight: 12.85, remark: '链扣断裂' },
  { type: '手镯', style: '推拉镯', fineness: '足金999', weight: 25.4, remark: '变形' },
  { type: '耳钉', style: '六爪', fineness: '18K金', weight: 2.18, remark: '单只' },
  { type: '吊坠', style: '生肖', fineness: '铂950', weight: 4.07, remark: '旧款换新' },
] as const;
const LOSSES = [100, 99, 98] as const;
const MS_A_DAY = 86_400_000;

const lineOf = (nth: number) => ({
  ...PIECES[nth % PIECES.length],
  lossRatio: LOSSES[nth % LOSSES.length],
  workFee: 0,
});
/** The n-th order: the shops take turns, every third hands in two pieces. */
const order = async (world: World, now: Date, nth: number, stayOpen: boolean): Promise<void> => {
  const { chain, shops, customerIds } = world;
  const staff = shops[nth % shops.length];
  if (staff === undefined) return;
  const seller = staff.sellers[0] ?? staff.manager;
  const body = {
    customerId: customerIds[(nth * 7) % customerIds.length],
    shopId: staff.shopId,
    recycleAt: dayOf(now),
    seller: seller.nickName,
    sellerId: seller.id,
    remark: '',
    recycleList: nth % 3 === 0 ? [lineOf(nth), lineOf(nth + 1)] : [lineOf(nth)],
  };
  const { data } = await chain.say(seller, now, ['POST', '/biz-alone-recycle'], { body });
  if (stayOpen) return;
  const id = Number(data);
  const decision = { params: { id: String(id) }, body: { ids: [id] } };
  await chain.say(staff.manager, now, ['PUT', '/biz-alone-recycle/audit/:id'], decision);
};
/** At the end of each day; nothing is drawn at random, so that the rest of the chain stays what it was. */
export const recycleOldMaterial = async (world: World, plan: DayPlan): Promise<void> => {
  const now = momentOf(plan, 1, 1);
  const first = Math.floor(Date.parse(plan.day) / MS_A_DAY);
  const many = plan.isToday ? 3 : 1;
  for (let index = 0; index < many; index += 1) {
    await order(world, now, first + index, plan.open && index === many - 1);
  }
};
