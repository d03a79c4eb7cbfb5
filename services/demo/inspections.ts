/** Received pieces are inspected once a week: most pass, one goes back to its supplier, now and then one is melted. */
import { momentOf } from './days.ts';
import type { DayPlan, Piece, ShopStaff, World } from './world.ts';

const INSPECTED = 5;
const FAULTS = ['镶口松动，主石有响动', '戒圈内侧有砂眼', '电镀层露底', '链扣卡滞'] as const;
const SCRAPPED = '断口在焊点，无法修复';

const linesOf = (pieces: readonly Piece[], nth: number) =>
  pieces.map(({ barcode }, index) => {
    if (index === 0) return { barcode, result: '2', note: FAULTS[nth % FAULTS.length] };
    return index === 1 && nth % 3 === 2 ? { barcode, result: '3', note: SCRAPPED } : { barcode, result: '1' };
  });

/** What did not pass goes back to its supplier, by the return that the audit opened and its success names. */
const sendBack = async ({ chain }: World, { manager }: ShopStaff, now: Date, audited: string): Promise<void> => {
  const id = Number(/TH(\d+)/.exec(audited)?.[1]);
  const decision = { params: { id: String(id) }, body: { ids: [id] } };
  await chain.say(manager, now, ['PUT', '/biz-goods-return/audit/:id'], decision);
};

type InspectionPlan = {
  readonly staff: ShopStaff;
  readonly nth: number;
  readonly now: Date;
  readonly stayOpen: boolean;
};
/** Nothing is drawn at random, so that the rest of the chain stays what it was. */
const inspect = async (world: World, plan: DayPlan, { staff, nth, now, stayOpen }: InspectionPlan): Promise<void> => {
  const stock = world.stock.get(staff.shopId) ?? [];
  const pieces = stock.slice(-INSPECTED);
  if (pieces.length < INSPECTED) return;
  const lines = linesOf(pieces, nth);
  const gone = new Set(stayOpen ? pieces : pieces.filter((_, index) => lines[index]?.result !== '1'));
  world.stock.set(
    staff.shopId,
    stock.filter((piece) => !gone.has(piece)),
  );
  const body = {
    shopId: staff.shopId,
    inspectAt: plan.day,
    inspector: staff.sellers[0]?.nickName ?? staff.manager.nickName,
    remark: stayOpen ? '新到货' : '每周抽检',
    bizGoodsList: lines,
  };
  const { chain } = world;
  const { data } = await chain.say(staff.manager, now, ['POST', '/biz-goods-inspection'], { body });
  if (stayOpen) return;
  const id = Number(data);
  const decision = { params: { id: String(id) }, body: { ids: [id] } };
  const { msg } = await chain.say(staff.manager, now, ['PUT', '/biz-goods-inspection/audit/:id'], decision);
  // That of the last days still waits.
  if (!plan.open) await sendBack(world, staff, now, msg);
};

/** On the days on which something is returned; today a second one waits for its audit. */
export const inspectGoods = async (world: World, plan: DayPlan): Promise<void> => {
  if (plan.returns === 0) return;
  const now = momentOf(plan, 1, 2);
  const nth = Math.floor(Date.parse(plan.day) / 86_400_000);
  const asked = plan.isToday ? [false, true] : [false];
  for (const [index, stayOpen] of asked.entries()) {
    const staff = world.shops[(nth + index) % world.shops.length];
    if (staff !== undefined) await inspect(world, plan, { staff, nth: nth + index, now, stayOpen });
  }
};
