/** Old material that leaves: at the end of each week one exit of every kind, as far as shops have something to send away. */
import { dayOf } from '../contracts/dates.ts';
import { momentOf } from './days.ts';
import type { DayPlan, FreeLot, World } from './world.ts';

const KINDS = [
  { kind: '2', party: '水贝熔料中心', backShare: 0.985, price: 0 },
  { kind: '1', party: '盐田首饰厂', backShare: null, price: 0 },
  { kind: '4', party: '金料收购行', backShare: null, price: 560 },
  { kind: '3', party: '', backShare: null, price: 0 },
] as const;
type Kind = (typeof KINDS)[number];
type Exit = { readonly kind: Kind; readonly lot: FreeLot; readonly stayOpen: boolean };
const gramsOf = (mg: number): number => mg / 1000;

const send = async (world: World, now: Date, { kind, lot, stayOpen }: Exit): Promise<void> => {
  const staff = world.shops.find(({ shopId }) => shopId === lot.shopId);
  if (staff === undefined) return;
  const { chain } = world;
  const body = {
    shopId: lot.shopId,
    outAt: dayOf(now),
    kind: kind.kind,
    party: kind.party,
    price: Math.round(kind.price * gramsOf(lot.freeMg)),
    lotList: [{ lotId: lot.lotId, weightOut: gramsOf(lot.freeMg) }],
  };
  const { data } = await chain.say(staff.manager, now, ['POST', '/biz-recycle-out'], { body });
  if (stayOpen) return;
  const id = Number(data);
  const params = { id: String(id) };
  // Whoever sends metal away neither audits it nor says what came back (R134).
  await chain.say(world.head, now, ['PUT', '/biz-recycle-out/audit/:id'], { params, body: { ids: [id] } });
  if (kind.backShare === null) return;
  const weightBack = gramsOf(Math.floor(lot.freeMg * kind.backShare));
  const back = { backAt: dayOf(now), fineness: lot.fineness, weightBack };
  await chain.say(world.head, now, ['PUT', '/biz-recycle-out/back/:id'], { params, body: back });
};

/** The oldest lots go first; nothing is drawn at random, so that the rest of the chain stays what it was. */
export const sendOldMaterial = async (world: World, plan: DayPlan): Promise<void> => {
  const now = momentOf(plan, 1, 1);
  const lots = await world.freeLots();
  for (const [index, kind] of KINDS.entries()) {
    const lot = lots[index];
    if (lot !== undefined) await send(world, now, { kind, lot, stayOpen: plan.isToday && kind.kind === '3' });
  }
};
