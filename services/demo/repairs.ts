/** Repairs: handed in every other day, sent away, mended, fetched; some wait longer than was promised. */
import { addDays } from '../contracts/dates.ts';
import { asked, customerAt, dayNumber, order, rowsIn, sellerOf, type VisitContext, type Visit } from './visit.ts';
import type { Repair, World } from './world.ts';

const JOBS = [
  { type: '戒指', style: '光圈', fineness: '足金', weight: 3.26, price: 50, remark: '改圈 14 号' },
  { type: '项链', style: '水波链', fineness: '足金', weight: 12.4, price: 80, remark: '链扣断裂，焊接' },
  { type: '手镯', style: '推拉镯', fineness: '足金999', weight: 22.15, price: 0, remark: '清洗抛光' },
  { type: '吊坠', style: '生肖', fineness: '18K金', weight: 2.07, price: 120, remark: '镶口松动，补爪' },
] as const;
/** Days after it was handed in. */
const STEPS = [
  ['已送修', 2],
  ['已修好', 5],
  ['已取件', 7],
] as const;
/** Every so manieth is not fetched: overdue on the list of what waits. */
const FORGOTTEN = 9;

export const handInRepair: Visit = async (world, at) => {
  const { nth, plan, staff } = at;
  const job = JOBS[Math.floor(nth / 2) % JOBS.length];
  if (job === undefined) return;
  const customerId = customerAt(world, nth * 11);
  const sale = await order(world, at, { customerId, sellCleanList: [job], paid: [['现金', job.price]] });
  await world.caughtUp();
  const [line] = rowsIn(await asked(world, at, '/biz-sell-clean/list', { sellId: String(sale) }));
  if (line === undefined) return;
  world.repairs.push({ id: Number(line['id']), day: plan.day, shopId: staff.shopId, nth: world.repairs.length });
};

const step = async (world: World, at: VisitContext, { id, shopId }: Repair, name: string): Promise<void> => {
  const staff = world.shops.find((shop) => shop.shopId === shopId) ?? at.staff;
  const seller = sellerOf(staff);
  const by = name === '已取件' ? '顾客本人' : '李师傅';
  const input = { params: { id: String(id) }, body: { step: name, by } };
  await world.chain.say(seller, at.now, ['PUT', '/biz-sell-clean/step/:id'], input);
};
/** What is due on this day or was since the last. */
export const stepRepairs: Visit = async (world, at) => {
  for (const repair of world.repairs) {
    for (const [name, after] of STEPS) {
      if (dayNumber(addDays(repair.day, after)) !== dayNumber(at.plan.day)) continue;
      if (name === '已取件' && repair.nth % FORGOTTEN === FORGOTTEN - 1) continue;
      await step(world, at, repair, name);
    }
  }
};
