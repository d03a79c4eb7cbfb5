/** One day of the chain: goods in, transfers, returns to suppliers; each a command by somebody of that shop, in time order. */
import { inFlight } from '../platform/base/in-flight.ts';
import { drawPiece } from './catalogue.ts';
import type { DayPlan, ShopStaff, World } from './world.ts';

/**
 * The n-th of `of` moments between opening at 9:30 and the end of the plan's day. Receipts fill its first third,
 * transfers go up to its middle, where returns to suppliers leave; sales follow (`selling.ts`).
 */
export const momentOf = (plan: DayPlan, nth: number, of: number): Date => {
  const opening = Date.parse(`${plan.day}T09:30:00+08:00`);
  const end = Math.max(opening + 60_000, plan.until.getTime());
  return new Date(Math.min(plan.until.getTime(), opening + ((end - opening) * nth) / Math.max(1, of)));
};
export const taken = <T>(items: T[], index: number): T => {
  const [item] = items.splice(index, 1);
  if (item === undefined) throw new RangeError('nothing there');
  return item;
};

const receive = async (world: World, staff: ShopStaff, now: Date, plan: DayPlan): Promise<number> => {
  const { chain, random } = world;
  const { fields, shape } = drawPiece(random);
  const pictures = world.pictures.get(shape) ?? [];
  const body = {
    ...fields,
    shopId: staff.shopId,
    supplierId: random.pick(world.supplierIds),
    inStorageAt: plan.day,
    batchNo: `P${plan.day.replaceAll('-', '').slice(2)}`,
    num: 1,
    printTemplate: '标准标签',
    pictures: JSON.stringify(pictures.length === 0 ? [] : [random.pick(pictures)]),
  };
  return Number((await chain.say(staff.manager, now, ['POST', '/biz-goods-in'], { body })).data);
};

const auditReceipts = async (world: World, staff: ShopStaff, made: readonly number[], now: Date): Promise<void> => {
  for (let from = 0; from < made.length; from += 100) {
    const ids = made.slice(from, from + 100);
    const params = { id: String(ids[0]) };
    await world.chain.say(staff.manager, now, ['PUT', '/biz-goods-in/audit/:id'], { params, body: { ids } });
  }
  const stock = world.stock.get(staff.shopId) ?? [];
  stock.push(...(await world.piecesOf(made)));
  world.stock.set(staff.shopId, stock);
};

export const receiveGoods = async (world: World, plan: DayPlan): Promise<void> => {
  const { length: shops } = world.shops;
  for (const [index, staff] of world.shops.entries()) {
    const share = Math.floor((plan.receipts * (index + 1)) / shops) - Math.floor((plan.receipts * index) / shops);
    const now = momentOf(plan, index, shops * 3);
    const made = await inFlight(Array.from({ length: share }), () => receive(world, staff, now, plan));
    const waiting = plan.open && made.length > 1 ? 1 : 0;
    await auditReceipts(world, staff, made.slice(0, made.length - waiting), now);
  }
};

const transferOnce = async (world: World, plan: DayPlan, nth: number): Promise<void> => {
  const { random, chain, shops } = world;
  const from = random.pick(shops);
  const to = random.pick(shops.filter(({ shopId }) => shopId !== from.shopId));
  const stock = world.stock.get(from.shopId) ?? [];
  const count = Math.min(stock.length, random.between(3, 9));
  if (count === 0) return;
  const now = momentOf(plan, plan.transfers * 2 + nth, plan.transfers * 6);
  const moving = Array.from({ length: count }, () => taken(stock, random.between(0, stock.length - 1)));
  const body = {
    outShopId: from.shopId,
    inShopId: to.shopId,
    allocateAt: plan.day,
    remark: random.pick(['补货', '顾客预订', '调整陈列', '']),
    bizGoodsList: moving.map(({ barcode }) => ({ barcode, inNum: 1 })),
  };
  const { data } = await chain.say(from.manager, now, ['POST', '/biz-allocate'], { body });
  if (plan.open && nth === plan.transfers - 1) return;
  const id = Number(data);
  await chain.say(from.manager, now, ['PUT', '/biz-allocate/audit/:id'], {
    params: { id: String(id) },
    body: { ids: [id] },
  });
  const there = world.stock.get(to.shopId) ?? [];
  there.push(...moving);
  world.stock.set(to.shopId, there);
};
export const transferGoods = async (world: World, plan: DayPlan): Promise<void> => {
  for (let nth = 0; nth < plan.transfers; nth += 1) await transferOnce(world, plan, nth);
};

/** One piece that nobody wanted; its supplier is the return's. Today's waits for somebody to audit it. */
const returnToSupplierOnce = async (world: World, plan: DayPlan): Promise<void> => {
  const { random, chain, shops } = world;
  const { shopId, manager } = random.pick(shops);
  const stock = world.stock.get(shopId) ?? [];
  if (stock.length === 0) return;
  const { barcode } = taken(stock, random.between(0, stock.length - 1));
  const now = momentOf(plan, 1, 2);
  const body = {
    shopId,
    returnAt: plan.day,
    remark: random.pick(['款式滞销', '镶口松动', '供应商换货', '']),
    bizGoodsList: [{ barcode }],
  };
  const { data } = await chain.say(manager, now, ['POST', '/biz-goods-return'], { body });
  if (plan.open) return;
  const id = Number(data);
  await chain.say(manager, now, ['PUT', '/biz-goods-return/audit/:id'], {
    params: { id: String(id) },
    body: { ids: [id] },
  });
};
export const returnToSuppliers = async (world: World, plan: DayPlan): Promise<void> => {
  for (let nth = 0; nth < plan.returns; nth += 1) await returnToSupplierOnce(world, plan);
};
