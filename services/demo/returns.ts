/** What customers bring back some days after they bought it: to the shelf, or into the old material. */
import { addDays } from '../contracts/dates.ts';
import { asked, order, rowsIn, type Visit } from './visit.ts';

const AFTER_DAYS = 4;
const GOES_TO = ['1', '1', '2'] as const;
const REASONS = ['尺寸不合适', '家人不喜欢', '换购其他款式'] as const;

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
  await order(world, there, {
    customerId: oldest.customerId,
    sellChangeList: [{ rawSellId: oldest.id, barcode, returnNum: 1, returnTo, remark }],
    paid: [['现金', -Number(line['refundable'])]],
    waits: plan.isToday,
  });
  if (returnTo === '1' && !plan.isToday) world.stock.get(staff.shopId)?.push({ barcode });
};
