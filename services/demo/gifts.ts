/** Gifts of the counter: each shop gets some of every kind once a fortnight; today one stock-in waits for its audit. */
import { momentOf } from './days.ts';
import type { DayPlan, ShopStaff, World } from './world.ts';

const FORTNIGHT = 14;
const GIFTS = [
  {
    barcode: 'ZP-REDCORD',
    goodsName: '红绳手链',
    styleNo: 'HS-18',
    measure: '条',
    spec: '18cm',
    num: 30,
    cost: 3.5,
    rebateInte: 200,
    price: 29,
  },
  {
    barcode: 'ZP-CLOTH',
    goodsName: '擦银布',
    styleNo: 'CB-01',
    measure: '块',
    spec: '10×10cm',
    num: 60,
    cost: 0.8,
    rebateInte: 50,
    price: 8,
  },
  {
    barcode: 'ZP-BOX',
    goodsName: '首饰收纳盒',
    styleNo: 'SH-02',
    measure: '个',
    spec: '皮质双层',
    num: 12,
    cost: 26,
    rebateInte: 1500,
    price: 128,
  },
  {
    barcode: 'ZP-FU',
    goodsName: '福字金箔贴',
    styleNo: 'FZ-26',
    measure: '张',
    spec: '',
    num: 40,
    cost: 2.2,
    rebateInte: 150,
    price: 18,
  },
] as const;

type Arrival = { readonly staff: ShopStaff; readonly now: Date; readonly audits: boolean };
const receive = async ({ chain }: World, day: string, { staff, now, audits }: Arrival, gift: object): Promise<void> => {
  const body = { shopId: staff.shopId, inGiftAt: day, remark: audits ? '' : '新到货', ...gift };
  const { data } = await chain.say(staff.manager, now, ['POST', '/biz-gift-in'], { body });
  if (!audits) return;
  const id = Number(data);
  await chain.say(staff.manager, now, ['PUT', '/biz-gift-in/audit/:id'], {
    params: { id: String(id) },
    body: { ids: [id] },
  });
};

/** Nothing is drawn at random, so that the rest of the chain stays what it was. */
export const receiveGifts = async (world: World, plan: DayPlan): Promise<void> => {
  const nth = Math.floor(Date.parse(plan.day) / 86_400_000);
  const now = momentOf(plan, 1, 1);
  for (const [index, staff] of world.shops.entries()) {
    const due = (nth + index) % FORTNIGHT === 0 || plan.isToday || plan.opens;
    if (!due) continue;
    for (const [place, gift] of GIFTS.entries()) {
      const audits = !plan.isToday || index > 0 || place > 0;
      await receive(world, plan.day, { staff, now, audits }, gift);
    }
  }
};
