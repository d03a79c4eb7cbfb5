/** What customers bring back some days after they bought it: to the shelf, into the old material, or to be inspected. */
import { addDays } from '../contracts/dates.ts';
import { lineIdOnWire } from '../sale/contract.ts';
import { asked, dayNumber, order, rowsIn, type VisitContext, type Visit } from './visit.ts';
import type { World } from './world.ts';

const AFTER_DAYS = 4;
const GOES_TO = ['1', '3', '2'] as const;
const REASONS = ['尺寸不合适', '家人不喜欢', '换购其他款式'] as const;

/** What the shop's manager finds; null: it waits still. */
const JUDGED = [
  { result: '1', remark: '完好' },
  { result: '3', remark: '镶口松动' },
  null,
  { result: '2', remark: '断链，修复不划算' },
] as const;
const inspect = async (world: World, { staff, now, plan }: VisitContext, orderId: number): Promise<string | null> => {
  const judged = JUDGED[dayNumber(plan.day) % JUDGED.length] ?? null;
  if (judged === null) return null;
  const input = { params: { id: String(lineIdOnWire(orderId, '0')) }, body: judged };
  await world.chain.say(staff.manager, now, ['PUT', '/biz-sell-change/inspect/:id'], input);
  return judged.result;
};

export const bringBack: Visit = async (world, at) => {
  const { plan, nth } = at;
  const oldest = world.sold.find(({ day }) => day <= addDays(plan.day, -AFTER_DAYS));
  if (oldest === undefined) return;
  world.sold.splice(world.sold.indexOf(oldest), 1);
  const staff = world.shops.find(({ shopId }) => shopId === oldest.shopId) ?? at.staff;
  const there = { ...at, staff };
  await world.caughtUp();
  const query = { customerId: String(oldest.customerId), shopId: String(staff.shopId), sellAt: plan.day };
  const bought = rowsIn(await asked(world, there, '/biz-sell/customerBuy', query));
  const line = bought.find(({ rawSellId, returnable }) => rawSellId === oldest.id && Number(returnable) > 0);
  if (line === undefined) return;
  const barcode = String(line['barcode']);
  const returnTo = GOES_TO[Math.floor(nth / 2) % GOES_TO.length];
  const remark = REASONS[nth % REASONS.length];
  const id = await order(world, there, {
    customerId: oldest.customerId,
    sellChangeList: [{ rawSellId: oldest.id, barcode, returnNum: 1, returnTo, remark }],
    paid: [['现金', -Number(line['refundable'])]],
    waits: plan.isToday,
    word: '按本店退换规定退货',
  });
  if (plan.isToday) return;
  const judged = returnTo === '3' ? await inspect(world, there, id) : returnTo;
  if (judged === '1') world.stock.get(staff.shopId)?.push({ barcode });
};
