/** Old for new, gifts and deposits. */
import { linesAtTill } from './selling.ts';
import { boardRow } from './prices.ts';
import { needsManager } from './chain.ts';
import {
  asked,
  customerAt,
  nextPiece,
  order,
  sellerOf,
  type Payments,
  type VisitContext,
  type Visit,
} from './visit.ts';
import { TILL, type Piece, type World } from './world.ts';

const OLD = [
  { type: '戒指', style: '光圈', fineness: '足金', weight: 2.5, remark: '旧戒指' },
  { type: '项链', style: '水波链', fineness: '足金', weight: 5.2, remark: '断链' },
  { type: '耳钉', style: '六爪', fineness: '足金999', weight: 1.6, remark: '单只' },
] as const;

/** What the piece comes to at the till today, in yuan. */
const priced = async (world: World, { plan, staff, now }: VisitContext, piece: Piece) => {
  const sale = { staff, seller: sellerOf(staff), pieces: [piece], now, rebate: 100 };
  const { lines, dueFen } = await linesAtTill(world, plan.day, sale);
  return { lines, due: dueFen / 100 };
};
const yuan = (value: number): number => Math.round(value * 100) / 100;

export const changeOldForNew: Visit = async (world, at) => {
  const piece = nextPiece(world, at.staff);
  const old = OLD[at.nth % OLD.length];
  if (piece === undefined || old === undefined) return;
  const { lines, due } = await priced(world, at, piece);
  const cost = boardRow(at.plan.day, old.fineness)?.cost ?? 0;
  const worth = yuan(old.weight * cost);
  await order(world, at, {
    customerId: customerAt(world, at.nth * 13),
    sellGoodsList: lines,
    sellRecycleList: [{ ...old, lossRatio: 100, workFee: 0, cost }],
    paid: [['微信', yuan(due - worth)]],
  });
};

/** Who has used much of late would need the word of a second person: his deposit and his points stay for another day. */
const orElse = (first: Promise<number>, otherwise: () => Promise<number>): Promise<number> =>
  first.catch((error: unknown) => {
    if (!needsManager(error)) throw error;
    return otherwise();
  });

const GIFTS = [
  { barcode: 'ZP-CLOTH', points: 50 },
  { barcode: 'ZP-FU', points: 150 },
  { barcode: 'ZP-REDCORD', points: 200 },
] as const;
/** With a piece: for points by who has them, else given away. */
export const giveGift: Visit = async (world, at) => {
  const piece = nextPiece(world, at.staff);
  const gift = GIFTS[at.nth % GIFTS.length];
  if (piece === undefined || gift === undefined) return;
  const { barcode, points } = gift;
  const { shopId } = at.staff;
  // What is left of the gift and of the points is read from lists, which are a moment late.
  await world.caughtUp();
  const kept = (await asked(world, at, '/biz-gift-in/barcode', { barcode, shopId: String(shopId) })) as { num: number };
  if (kept.num < 1) return;
  const customerId = customerAt(world, at.nth * 17);
  const input = { params: { id: String(customerId) } };
  const customer = await world.chain.say(sellerOf(at.staff), at.now, ['GET', '/base-customer/:id'], input);
  const { usablePoints } = customer.data as { readonly usablePoints: number };
  const { lines, due } = await priced(world, at, piece);
  const give = (rebateInte: number) =>
    order(world, at, {
      customerId,
      sellGoodsList: lines,
      sellGiftList: [{ barcode, num: 1, price: 0, rebateInte }],
      paid: [['支付宝', due]],
      word: '随单赠品',
    });
  await orElse(give(usablePoints >= points ? points : 0), () => give(0));
};

const DEPOSIT = 500;
export const takeDeposit: Visit = async (world, at) => {
  const { staff, plan, nth, now } = at;
  const seller = sellerOf(staff);
  const isCard = nth % 2 === 0;
  const customerId = customerAt(world, nth * 19);
  const body = {
    customerId,
    shopId: staff.shopId,
    depositAt: plan.day,
    account: isCard ? '储值卡' : '定金',
    kind: '1',
    amount: isCard ? 2_000 : DEPOSIT,
    balanceList: [{ balance: '微信', amount: isCard ? 2_000 : DEPOSIT }],
    seller: seller.nickName,
    sellerId: seller.id,
    remark: isCard ? '储值充值' : '预订婚戒',
  };
  await world.chain.say(seller, now, ['POST', '/biz-deposit'], { body, till: TILL });
  if (!isCard) world.deposits.push({ customerId, shopId: staff.shopId });
};
/** Whoever left a deposit comes for the piece and pays the rest. */
export const payWithDeposit: Visit = async (world, at) => {
  const deposit = world.deposits.shift();
  if (deposit === undefined) return;
  const staff = world.shops.find(({ shopId }) => shopId === deposit.shopId) ?? at.staff;
  const there = { ...at, staff };
  const piece = nextPiece(world, staff);
  if (piece === undefined) return;
  const { lines, due } = await priced(world, there, piece);
  const used = Math.min(due, DEPOSIT);
  const sell = (paid: Payments) => order(world, there, { customerId: deposit.customerId, sellGoodsList: lines, paid });
  const cash = () => sell([['现金', due]]);
  await orElse(
    sell([
      ['定金', used],
      ['现金', yuan(due - used)],
    ]),
    cash,
  );
};
