/** Plain sales of a day: some tills at the same moment, by one or two methods, now and then beyond the limits of the till. */
import type { SessionUser } from '../contracts/user.ts';
import { inFlight } from '../platform/base/in-flight.ts';
import { needsManager } from './chain.ts';
import { momentOf, taken } from './days.ts';
import { TILL, type DayPlan, type Piece, type ShopStaff, type PastSale, type World } from './world.ts';
import { atTill, type SalePiece } from './prices.ts';

/** Tills that sell at the same moment. */
const TILLS = 4;

/** The lines, and what the till says they cost after the rebate. */
export const linesAtTill = async (
  { chain }: World,
  day: string,
  { staff, seller, pieces, now, rebate }: Pick<SaleOrder, 'staff' | 'seller' | 'pieces' | 'now' | 'rebate'>,
) => {
  const lines: Readonly<Record<string, string | number>>[] = [];
  let dueFen = 0;
  for (const { barcode } of pieces) {
    const found = await chain.say(seller, now, ['GET', '/biz-goods-in/lookup'], {
      query: { shopId: String(staff.shopId), barcode },
    });
    const { dueFen: lineFen, ...prices } = atTill(found.data as SalePiece, day, rebate);
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
/** Gold has fallen since the piece came in: even a small rebate is below what it cost. */
const BELOW_COST = '金价回落，按当日金价让利';

/** What may come back of it; null: it waits, or is of several pieces. */
const sell = async (world: World, plan: DayPlan, order: SaleOrder): Promise<PastSale | null> => {
  const { chain, random } = world;
  const { staff, seller, now } = order;
  const { lines, dueFen } = await linesAtTill(world, plan.day, order);
  const body = {
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
  };
  const byManager = (reason: string) =>
    chain.say(staff.manager, now, ['POST', '/biz-sell'], { till: TILL, body: { ...body, approval: { reason } } });
  const { data } =
    order.favour === null
      ? await chain.say(seller, now, ['POST', '/biz-sell'], { till: TILL, body }).catch((error: unknown) => {
          if (!needsManager(error)) throw error;
          return byManager(BELOW_COST);
        })
      : await byManager(order.favour);
  if (order.stayOpen) return null;
  const id = Number(data);
  await chain.say(staff.manager, now, ['PUT', '/biz-sell/audit/:id'], {
    params: { id: String(id) },
    body: { ids: [id] },
  });
  const { customerId, pieces } = order;
  return pieces.length === 1 ? { id, shopId: staff.shopId, customerId, day: plan.day } : null;
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
/** Some tills at the same moment, then the next ones, and other visits between them: the log stays in the order of its clock. */
export const sellGoods = async (
  world: World,
  plan: DayPlan,
  visits: readonly ((now: Date) => Promise<void>)[] = [],
): Promise<void> => {
  const orders = Array.from({ length: plan.sales }, (_, nth) => drawSale(world, plan, nth)).filter(
    (order) => order !== null,
  );
  const moments = [...Map.groupBy(orders, ({ now }) => now.getTime()).values()];
  for (const [place, moment] of moments.entries()) {
    const sold = await inFlight(moment, (order) => sell(world, plan, order));
    world.sold.push(...sold.filter((one) => one !== null));
    const now = moment[0]?.now ?? plan.until;
    for (const visit of visits.filter((_, index) => index % moments.length === place)) await visit(now);
  }
};
