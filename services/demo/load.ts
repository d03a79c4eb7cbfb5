/** A believable chain: 8 shops, 20 suppliers, 300 customers, 5,000 pieces, 90 days of movements up to today. */
import { sql } from 'slonik';
import { z } from 'zod';
import { addDays, dayOf, yearBefore } from '../contracts/dates.ts';
import type { Route } from '../contracts/route.ts';
import type { SessionUser } from '../contracts/user.ts';
import type { ReadModelGate } from '../platform/runtime/gate.ts';
import type { Invoke } from '../platform/http/invoke.ts';
import { inFlight } from '../platform/base/in-flight.ts';
import type { SliceDeps } from '../platform/slice/slice.ts';
import { chainOf, type Chain } from './chain.ts';
import { countStock } from './checks.ts';
import { closeBooks } from './closing.ts';
import { visitsOf } from './counter.ts';
import { noteConsents } from './consents.ts';
import { receiveGifts } from './gifts.ts';
import { offerGiveaways } from './giveaways.ts';
import { inspectGoods } from './inspections.ts';
import { sendOldMaterial } from './exits.ts';
import { recycleOldMaterial } from './recycles.ts';
import { receiveGoods, returnToSuppliers, transferGoods } from './days.ts';
import type { DayPlan, FreeLot, Piece, ShopStaff, World } from './world.ts';
import { sellGoods } from './selling.ts';
import { drawing } from './drawings.ts';
import type { Shape } from './catalogue.ts';
import { offerDemoShoppers } from '../shopper/contract.ts';
import { SHOPS, customerBodies, staffPlan, supplierBodies, type Body } from './people.ts';
import { organise } from './organisation.ts';
import { pointsRuleBodies } from './points.ts';
import type { Progress } from './progress.ts';
import { quotePrices } from './prices.ts';
import { randomFrom, type Random } from './random.ts';
import { handOverTills } from './shifts.ts';
import { plantStaff } from './staff.ts';

export type DemoHouse = {
  readonly deps: SliceDeps;
  readonly invoke: Invoke;
  readonly route: (method: Route['method'], path: string) => Route;
  readonly caughtUp: () => Promise<void>;
  readonly gate: ReadModelGate;
  readonly userOf: (id: number) => Promise<SessionUser | null>;
};
/** How much of everything; tests load less. */
export type DemoSize = {
  readonly pieces: number;
  readonly days: number;
  readonly customers: number;
  readonly suppliers: number;
  readonly picturesPerShape: number;
};
export const FULL_SIZE: DemoSize = { pieces: 5_000, days: 90, customers: 300, suppliers: 20, picturesPerShape: 30 };
const SEED = 20_261_121;
const OPENING_SHARE = 0.5;
/** A count begins when its books show; longer than this no machine takes. */
const SHOWN_MS = 60_000;
/** What part of the days has its books closed in one shop. */
const CLOSED_SHARE = 4;
/** Days between two checks. */
const CHECK_DAYS = 7;
const SHAPES: readonly Shape[] = ['ring', 'necklace', 'pendant', 'bangle', 'bracelet', 'earring', 'bar'];

type Speaker = { readonly chain: Chain; readonly user: SessionUser; readonly now: Date };
const created = async ({ chain, user, now }: Speaker, path: string, bodies: readonly Body[]): Promise<number[]> =>
  inFlight(bodies, async (body) => Number((await chain.say(user, now, ['POST', path], { body })).data), 8);

const draw = async (
  deps: SliceDeps,
  random: Random,
  size: DemoSize,
): Promise<ReadonlyMap<Shape, readonly string[]>> => {
  const pictures = new Map<Shape, readonly string[]>();
  for (const shape of SHAPES) {
    const drawings = Array.from({ length: size.picturesPerShape }, () => drawing(shape, random));
    const saved = await inFlight(drawings, (svg) => deps.files.saveDrawing(svg), 2);
    pictures.set(
      shape,
      saved.map(({ name }) => name),
    );
  }
  return pictures;
};

const userBy = async (house: DemoHouse, id: number): Promise<SessionUser> => {
  const user = await house.userOf(id);
  if (user === null) throw new Error(`demo: user ${id} is missing`);
  // The loader does their work of the past; their first sign-in is another matter.
  return { ...user, mustChangePassword: false };
};

type Start = { readonly chain: Chain; readonly random: Random; readonly now: Date; readonly size: DemoSize };
const people = async (house: DemoHouse, { chain, random, now, size }: Start) => {
  const admin = { chain, now, user: await userBy(house, 1) };
  const shopIds = await created(
    admin,
    '/base-shop',
    SHOPS.map((name) => ({ name, status: '2' })),
  );
  const supplierIds = await created(admin, '/base-supplier', supplierBodies(random, size.suppliers));
  const customerIds = await created(
    admin,
    '/base-customer',
    customerBodies(random, size.customers, dayOf(house.deps.clock())),
  );
  await created(admin, '/base-points', pointsRuleBodies());
  const placed = await organise(
    (path, bodies) => created(admin, path, bodies),
    shopIds.map((id, index) => ({ id, name: SHOPS[index] ?? '' })),
  );
  const staff = await plantStaff(
    house.deps.master,
    { dataDir: house.deps.dataDir, mustChange: !house.deps.config.loopback },
    staffPlan(random, shopIds).map(placed),
  );
  const shops: ShopStaff[] = [];
  for (const shopId of shopIds) {
    const own = staff.filter(({ shops: locked, roleId }) => roleId !== 15 && locked.includes(shopId));
    const users = await Promise.all(own.map(({ id }) => userBy(house, id)));
    const [manager, ...sellers] = users;
    const mayNotSign = !house.deps.config.loopback;
    if (manager === undefined) throw new Error(`demo: shop ${shopId} has no manager`);
    shops.push({ shopId, manager, sellers, password: mayNotSign ? null : (own[0]?.password ?? null) });
  }
  return { shops, head: admin.user, supplierIds, customerIds };
};

const salesOn = (random: Random, weekend: boolean, perDay: number): number =>
  Math.max(4, Math.round((weekend ? random.between(12, 18) : random.between(7, 12)) * perDay));
/** What the first day does, when there is nothing yet to move: it only receives. */
const openingDay = (pieces: number) => ({ receipts: pieces, transfers: 0, returns: 0, sales: 0, check: null });

/** Half of the goods come on the first day, the rest day by day; weekends sell more. */
const planOf = (size: DemoSize, random: Random, now: Date): readonly DayPlan[] => {
  let salesBefore = 0;
  const today = dayOf(now);
  const opening = Math.round(size.pieces * OPENING_SHARE);
  const daily = Math.round((size.pieces - opening) / Math.max(1, size.days - 1));
  const perDay = size.pieces / 5_000;
  return Array.from({ length: size.days }, (_, index) => {
    const day = addDays(today, index - size.days + 1);
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    const isToday = index === size.days - 1;
    const laterDay = () => ({
      receipts: daily,
      transfers: Math.max(1, Math.round(random.between(1, 2) * perDay)),
      returns: weekday === 1 || isToday ? 1 : 0,
      sales: salesOn(random, weekday === 0 || weekday === 6, perDay),
      check: isToday || index % CHECK_DAYS === 0 ? Math.floor(index / CHECK_DAYS) : null,
    });
    const plan = {
      day,
      isToday,
      salesBefore,
      ...(index === 0 ? openingDay(opening) : laterDay()),
      opens: index === 0,
      until: isToday ? now : new Date(`${day}T21:30:00+08:00`),
      open: index >= size.days - 2,
      closes: index === Math.floor(size.days / CLOSED_SHARE),
    };
    salesBefore += plan.sales;
    return plan;
  });
};

/** The same date of last year, beside which today is shown: what came then and is still there has lain for a year. */
const yearAgo = (size: DemoSize, now: Date): DayPlan => {
  const day = yearBefore(dayOf(now));
  const perDay = size.pieces / 5_000;
  const [receipts, sales] = [Math.max(24, Math.ceil(64 * perDay)), Math.max(5, Math.ceil(11 * perDay))];
  const until = new Date(`${day}T21:30:00+08:00`);
  const nothing = {
    transfers: 0,
    returns: 0,
    check: null,
    salesBefore: 0,
    isToday: false,
    opens: true,
    open: false,
    closes: false,
  };
  return { ...nothing, day, receipts, sales, until };
};

const StoredPiece = z.object({ barcode: z.string() });
const StoredLot = z.object({ lotId: z.int(), shopId: z.int(), fineness: z.string(), freeMg: z.int() });
const Empty = z.object({ empty: z.boolean() });
/** Demo data goes into an empty store only: no event, and no shop typed in. */
const isEmpty = async ({ store, master }: SliceDeps): Promise<boolean> =>
  (await store.head()) < 0 &&
  (await master.oneFirst(sql.type(Empty)`SELECT NOT EXISTS (SELECT FROM master.shop) AS empty`));

type Crew = Awaited<ReturnType<typeof people>>;
type WorldIngredients = { readonly crew: Crew; readonly size: DemoSize } & Pick<World, 'chain' | 'random'>;
const worldOf = async (house: DemoHouse, { chain, random, crew, size }: WorldIngredients): Promise<World> => {
  const pictures = await draw(house.deps, random, size);
  const paymentMethods = (await house.deps.lookup.settlementMethods()).slice(0, 5);
  const piecesOf = async (rowIds: readonly number[]): Promise<readonly Piece[]> => {
    await house.caughtUp();
    return house.deps.master.any(sql.type(StoredPiece)`
      SELECT barcode FROM live.goods_in WHERE row_id = ANY(${sql.array(rowIds, 'int8')}) ORDER BY row_id`);
  };
  const freeLots = async (): Promise<readonly FreeLot[]> => {
    await house.caughtUp();
    return house.deps.master.any(sql.type(StoredLot)`
      SELECT lot_id AS "lotId", shop_id AS "shopId", fineness, left_mg - held_mg AS "freeMg" FROM live.old_material_lots
      WHERE to_position IS NULL AND left_mg > held_mg AND source <> 'came-back' ORDER BY received_on, lot_id LIMIT 8`);
  };
  const shown = (position: number) => house.gate.waitFor(['stock-checks', 'holding', 'goods-in'], position, SHOWN_MS);
  const { caughtUp } = house;
  const began = { stock: new Map<number, Piece[]>(), sold: [], repairs: [], deposits: [] };
  return { ...crew, ...began, chain, piecesOf, freeLots, shown, caughtUp, random, pictures, paymentMethods };
};

const liveThrough = async (world: World, plan: DayPlan): Promise<void> => {
  await quotePrices(world, plan);
  await receiveGoods(world, plan);
  await transferGoods(world, plan);
  await inspectGoods(world, plan);
  await returnToSuppliers(world, plan);
  await sellGoods(world, plan, visitsOf(world, plan));
  await recycleOldMaterial(world, plan);
  if (plan.check !== null) {
    await sendOldMaterial(world, plan);
    await countStock(world, plan, plan.check);
  }
  await receiveGifts(world, plan);
  await offerGiveaways(world, plan);
  await noteConsents(world, plan);
  await handOverTills(world, plan);
  if (plan.closes) await closeBooks(world, plan);
};

/** Loads the demo chain; false when the store is not empty. */
export const loadDemo = async (
  house: DemoHouse,
  progress: Progress,
  { size = FULL_SIZE, signal }: { readonly size?: DemoSize; readonly signal?: AbortSignal } = {},
): Promise<boolean> => {
  if (!(await isEmpty(house.deps))) return false;
  const random = randomFrom(SEED);
  const now = house.deps.clock();
  const chain = chainOf(house.invoke, house.route);
  progress.show(0, 100, '正在准备演示数据：分店、供应商、客户');
  const plans = [yearAgo(size, now), ...planOf(size, random, now)];
  const start = new Date(Date.parse(`${plans[0]?.day ?? dayOf(now)}T08:30:00+08:00`));
  const crew = await people(house, { chain, random, now: start, size });
  progress.show(3, 100, '正在绘制首饰图片');
  const world = await worldOf(house, { chain, random, crew, size });
  const total = plans.reduce((sum, plan) => sum + plan.receipts + plan.sales * 3, 0);
  let done = total * 0.08;
  for (const plan of plans) {
    if (signal?.aborted === true) return false;
    progress.show(done, total * 1.08, `正在生成演示数据：${plan.day}`);
    await liveThrough(world, plan);
    done += plan.receipts + plan.sales * 3;
  }
  await house.caughtUp();
  const { master, ids } = house.deps;
  await offerDemoShoppers(master, crew.customerIds, await ids.next());
  progress.end('演示数据已就绪');
  return true;
};
