/** One day of the chain: goods in, transfers, returns to suppliers, sales; each a command by somebody of that shop, in time order. */
import type { SessionUser } from '../contracts/user.ts';
import { inFlight } from '../platform/in-flight.ts';
import type { Chain } from './chain.ts';
import { drawPiece, type Shape } from './catalogue.ts';
import { atTill, type FoundForSale } from './prices.ts';
import type { Random } from './random.ts';

export type Piece = { readonly barcode: string };
export type ShopStaff = {
  readonly shopId: number;
  readonly manager: SessionUser;
  readonly sellers: readonly SessionUser[];
};
export type FreeLot = {
  readonly lotId: number;
  readonly shopId: number;
  readonly fineness: string;
  readonly freeMg: number;
};
export type World = {
  readonly chain: Chain;
  readonly random: Random;
  readonly shops: readonly ShopStaff[];
  /** Decides over the whole chain. */
  readonly head: SessionUser;
  readonly supplierIds: readonly number[];
  readonly customerIds: readonly number[];
  readonly pictures: ReadonlyMap<Shape, readonly string[]>;
  readonly paymentMethods: readonly string[];
  /** What the read model says those goods-in rows are. */
  readonly piecesOf: (rowIds: readonly number[]) => Promise<readonly Piece[]>;
  /** Old material that nobody holds, oldest first. */
  readonly freeLots: () => Promise<readonly FreeLot[]>;
  /** Once the stock of a check shows what the log says up to there. */
  readonly shown: (position: number) => Promise<boolean>;
  /** Audited and free pieces by shop. */
  readonly stock: Map<number, Piece[]>;
};
export type DayPlan = {
  readonly day: string;
  readonly receipts: number;
  readonly transfers: number;
  readonly returns: number;
  readonly sales: number;
  /** Orders of all days before. */
  readonly salesBefore: number;
  readonly isToday: boolean;
  /** Which check of the chain this day ends with; null on most days. */
  readonly check: number | null;
  /** Today ends now; other days at closing time. */
  readonly until: Date;
  /** Leave this day's last documents pending, as a shop does. */
  readonly open: boolean;
};
/** Tills that sell at the same moment. */
const TILLS = 4;

/**
 * The n-th of `of` moments between opening at 9:30 and the end of the plan's day. Receipts fill its first third,
 * transfers go up to its middle, where returns to suppliers leave; sales follow.
 */
export const momentOf = (plan: DayPlan, nth: number, of: number): Date => {
  const opening = Date.parse(`${plan.day}T09:30:00+08:00`);
  const end = Math.max(opening + 60_000, plan.until.getTime());
  return new Date(Math.min(plan.until.getTime(), opening + ((end - opening) * nth) / Math.max(1, of)));
};
const taken = <T>(items: T[], index: number): T => {
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

/** The lines, and what the till says they cost after the rebate. */
const linesAtTill = async ({ chain }: World, day: string, { staff, seller, pieces, now, rebate }: SaleOrder) => {
  const lines: Readonly<Record<string, string | number>>[] = [];
  let dueFen = 0;
  for (const { barcode } of pieces) {
    const found = await chain.say(seller, now, ['GET', '/biz-goods-in/lookup'], {
      query: { shopId: String(staff.shopId), barcode },
    });
    const { dueFen: lineFen, ...prices } = atTill(found.data as FoundForSale, day, rebate);
    dueFen += lineFen;
    lines.push({ barcode, num: 1, rebate, ...prices });
  }
  return { lines, dueFen };
};
/** By one or two methods, summing up to what is due. */
const paymentsOf = ({ split, methods: [one, two] }: SaleOrder, dueFen: number) => {
  const first = split ? Math.floor(dueFen / 20_000) * 10_000 : dueFen;
  return [
    { balance: one, amount: first / 100 },
    { balance: two, amount: (dueFen - first) / 100 },
  ].filter(({ amount }) => amount !== 0);
};
const sell = async (world: World, plan: DayPlan, order: SaleOrder): Promise<void> => {
  const { chain, random } = world;
  const { staff, seller, now } = order;
  const { lines, dueFen } = await linesAtTill(world, plan.day, order);
  // Beyond the limits of the till the manager saves it, with a reason.
  const till = order.favour === null ? seller : staff.manager;
  const { data } = await chain.say(till, now, ['POST', '/biz-sell'], {
    body: {
      ...(order.favour !== null && { approval: { reason: order.favour } }),
      customerId: order.customerId,
      shopId: staff.shopId,
      sellAt: plan.day,
      seller: seller.nickName,
      sellerId: seller.id,
      printTemplate: '销售单',
      sellGoodsList: lines,
      factFee: dueFen / 100,
      sellBalanceList: paymentsOf(order, dueFen),
      remark: random.chance(0.1) ? '送清洗卡一张' : '',
    },
  });
  if (order.stayOpen) return;
  const id = Number(data);
  await chain.say(staff.manager, now, ['PUT', '/biz-sell/audit/:id'], {
    params: { id: String(id) },
    body: { ids: [id] },
  });
};

type SaleOrder = {
  readonly staff: ShopStaff;
  readonly seller: SessionUser;
  readonly pieces: readonly Piece[];
  readonly customerId: number;
  readonly now: Date;
  readonly rebate: number;
  readonly split: boolean;
  readonly methods: readonly [string, string];
  readonly stayOpen: boolean;
  /** Why it is sold beyond the limits of the till; null: it is not. */
  readonly favour: string | null;
};
const FAVOURS = ['老客户生日优惠', '柜台展示磨损', '员工内购'];
const FAVOUR_REBATES = [75, 70, 65];
/** Every so manieth order of a chain that sells a handful a day; not drawn, so that the rest of it stays what it was. */
const FAVOUR_EVERY = 17;
/** And today's first: the report opens on today. */
const isFavour = ({ salesBefore, isToday }: DayPlan, nth: number): boolean =>
  (salesBefore + nth) % FAVOUR_EVERY === 5 || (isToday && nth === 0);
const favourOr = <Value, Usual>(favour: number | null, values: readonly Value[], usual: Usual): Value | Usual =>
  favour === null ? usual : (values[favour] ?? usual);
const drawSale = (world: World, plan: DayPlan, nth: number): SaleOrder | null => {
  const { random } = world;
  const staff = random.pick(world.shops);
  const stock = world.stock.get(staff.shopId) ?? [];
  const count = random.chance(0.2) ? 2 : 1;
  if (stock.length < count) return null;
  const [one, two] = [random.pick(world.paymentMethods), random.pick(world.paymentMethods)];
  const favour = isFavour(plan, nth) ? (plan.salesBefore + nth) % FAVOURS.length : null;
  return {
    staff,
    seller: random.pick(staff.sellers),
    pieces: Array.from({ length: count }, () => taken(stock, random.between(0, stock.length - 1))),
    customerId: random.pick(world.customerIds),
    now: momentOf(plan, plan.sales + nth - (nth % TILLS), plan.sales * 2),
    rebate: favourOr(favour, FAVOUR_REBATES, random.pick([100, 100, 98, 95, 92])),
    favour: favourOr(favour, FAVOURS, null),
    split: one !== two && random.chance(0.35),
    methods: [one, two],
    stayOpen: plan.open && nth >= plan.sales - 3,
  };
};
/** Some tills at the same moment, then the next ones: the log stays in the order of its clock. */
export const sellGoods = async (world: World, plan: DayPlan): Promise<void> => {
  const orders = Array.from({ length: plan.sales }, (_, nth) => drawSale(world, plan, nth)).filter(
    (order) => order !== null,
  );
  for (const moment of Map.groupBy(orders, ({ now }) => now.getTime()).values()) {
    await inFlight(moment, (order) => sell(world, plan, order));
  }
};
