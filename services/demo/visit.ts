/** One visit of a customer at a counter, and the orders it ends in. */
import type { SessionUser } from '../contracts/user.ts';
import { TILL, type DayPlan, type Piece, type ShopStaff, type World } from './world.ts';

const MS_A_DAY = 86_400_000;
export const dayNumber = (day: string): number => Math.floor(Date.parse(day) / MS_A_DAY);

export type VisitContext = {
  readonly plan: DayPlan;
  readonly staff: ShopStaff;
  readonly nth: number;
  readonly now: Date;
};
export type Visit = (world: World, at: VisitContext) => Promise<void>;
type Row = Readonly<Record<string, unknown>>;

export const sellerOf = ({ sellers, manager }: ShopStaff): SessionUser => sellers[0] ?? manager;
export const customerAt = ({ customerIds }: World, nth: number): number => {
  const customer = customerIds[nth % customerIds.length];
  if (customer === undefined) throw new RangeError('no customers');
  return customer;
};
/** The piece that has lain longest in the shop, if there is one. */
export const nextPiece = ({ stock }: World, { shopId }: ShopStaff): Piece | undefined => stock.get(shopId)?.shift();

export const asked = async (
  world: World,
  { staff, now }: VisitContext,
  path: string,
  query: Record<string, string>,
) => {
  const { data } = await world.chain.say(sellerOf(staff), now, ['GET', path], { query });
  return data;
};
/** Rows of a list or a page of them. */
export const rowsIn = (data: unknown): readonly Row[] => {
  const list = Array.isArray(data) ? data : (data as { readonly list: unknown }).list;
  return list as readonly Row[];
};

const auditOf = async ({ chain }: World, { staff, now }: VisitContext, path: string, id: number): Promise<void> => {
  const input = { params: { id: String(id) }, body: { ids: [id] } };
  await chain.say(staff.manager, now, ['PUT', `${path}/audit/:id`], input);
};

export type Payments = readonly (readonly [balance: string, yuan: number])[];
type Order = {
  readonly customerId: number;
  readonly paid: Payments;
  readonly waits?: boolean;
  readonly word?: string;
} & Row;
/** Saves an order and audits it, unless it waits; answers its id. `word`: why the manager saves it, where it asks for his word. */
export const order = async (
  world: World,
  at: VisitContext,
  { paid, waits = false, word, ...lists }: Order,
): Promise<number> => {
  const { staff, plan, now } = at;
  const seller = sellerOf(staff);
  const body = {
    shopId: staff.shopId,
    sellAt: plan.day,
    seller: seller.nickName,
    sellerId: seller.id,
    printTemplate: '销售单',
    sellBalanceList: paid.filter(([, yuan]) => yuan !== 0).map(([balance, amount]) => ({ balance, amount })),
    ...(word !== undefined && { approval: { reason: word } }),
    ...lists,
  };
  const { data } = await world.chain.say(word === undefined ? seller : staff.manager, now, ['POST', '/biz-sell'], {
    body,
    till: TILL,
  });
  const id = Number(data);
  if (!waits) await auditOf(world, at, '/biz-sell', id);
  return id;
};
