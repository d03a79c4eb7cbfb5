/** A drawn order: the body that is sent, and what it comes to by hand. */
import type { Chain } from '../shops.ts';
import {
  roundDiv,
  sum,
  type Account,
  type Books,
  type ChangeLine,
  type CleanLine,
  type Content,
  type GiftLine,
  type GoodsLine,
  type OldLine,
  type Order,
  type Payment,
  type Piece,
  type Share,
} from './books.ts';

export type Dice = {
  /** 0 … below - 1. */
  readonly below: (below: number) => number;
  readonly chance: (of: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item | undefined;
};
export const diceOf = (seed: number): Dice => {
  let state = seed >>> 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(random() * limit);
  return { below, chance: (of) => random() < of, pick: (items) => items[below(Math.max(1, items.length))] };
};

/** Points of the rule of the test: 3 and 2 for every 100 yuan of 戒指 光圈, none below a rebate of 95 %. */
export const RULE = { type: '戒指', style: '光圈', amount: 100, customerPoint: 3, sellerPoint: 2, discount: 95 };
export const GIFT_PRICE_FEN = 2900;
export const GIFT_POINTS = 40.5;
export const GOLD_COST_FEN = 56_000;
const GRAM_FEN = 70_000;
export type World = {
  readonly chain: Chain;
  readonly books: Books;
  readonly dice: Dice;
  readonly customers: readonly number[];
  readonly sellers: readonly { readonly id: number; readonly name: string }[];
  readonly gifts: readonly string[];
  /** Sale days: today and a day before. */
  readonly days: readonly string[];
};
type Sent = Readonly<Record<string, unknown>>;
type Drawn<Line> = readonly [sent: Sent, line: Line];
const yuan = (fen: number): number => fen / 100;

const earned = (piece: Piece, amountFen: number, rebateBp: number) => {
  const fits = piece.type === RULE.type && rebateBp >= RULE.discount * 100;
  const points = (of: number): number => (fits ? roundDiv(amountFen * of, RULE.amount * 100) : 0);
  return { points: points(RULE.customerPoint), sellerPoints: points(RULE.sellerPoint) };
};
type Price = { readonly cutMg: number; readonly rebateBp: number; readonly dealFen: number | null };
/** At the tag, with a rebate, at an agreed price, or by the gram with some gold cut off. */
const priced = ({ dice }: World, piece: Piece, tagFen: number): Price => {
  const plain = { cutMg: 0, rebateBp: 10_000, dealFen: null };
  const ways: readonly Price[] = [
    plain,
    { ...plain, rebateBp: 9_000 + 50 * dice.below(21) },
    { ...plain, dealFen: tagFen - dice.below(9_999) },
    piece.num === 1 ? { ...plain, cutMg: -10 * (1 + dice.below(20)) } : plain,
  ];
  return dice.pick(ways) ?? plain;
};
const sentPrice = ({ cutMg, rebateBp, dealFen }: Price): Sent => ({
  ...(rebateBp < 10_000 && { rebate: rebateBp / 100 }),
  ...(dealFen !== null && { dealPrice: yuan(dealFen) }),
  ...(cutMg < 0 && {
    cutDown: cutMg / 1000,
    todayGoldCost: GRAM_FEN / 100,
    workFee: 0,
    fineWorkFee: 0,
    piceWorkFee: 0,
  }),
});
const goodsLine = (world: World, piece: Piece, num: number): Drawn<GoodsLine> => {
  const { barcode, weightMg, unitCostFen } = piece;
  const price = priced(world, piece, piece.tagFen * num);
  const { cutMg, dealFen } = price;
  const soldMg = weightMg * num + cutMg;
  const sellPriceFen = cutMg < 0 ? roundDiv(GRAM_FEN * soldMg, 1000) : piece.tagFen * num;
  const amountFen = dealFen ?? roundDiv(sellPriceFen * price.rebateBp, 10_000);
  const bp = dealFen === null ? price.rebateBp : Math.floor((dealFen * 10_000) / sellPriceFen);
  const costFen = unitCostFen * num - roundDiv(-cutMg * GOLD_COST_FEN, 1000);
  const sums = { sellPrice: yuan(sellPriceFen), factSellFee: yuan(amountFen) };
  const line = {
    piece,
    was: { weightMg, unitCostFen },
    num,
    cutMg,
    weightMg: soldMg,
    sellPriceFen,
    amountFen,
    costFen,
  };
  return [
    { barcode, num, ...sentPrice(price), ...sums },
    { ...line, ...earned(piece, amountFen, bp) },
  ];
};
/** What may come back of a sale, cumulated by quantity; what came back before is taken off (R73, R85). */
const changeLine = (world: World, sale: Order, of: GoodsLine, own: Order | null): Drawn<ChangeLine> | null => {
  const { books, dice } = world;
  const before = books.returnsOf(sale, of.piece, own);
  const came = sum(before.map(({ num }) => num));
  const free = of.num - came;
  if (free <= 0) return null;
  const num = 1 + dice.below(free);
  const part = (whole: number, spent: (line: ChangeLine) => number): number =>
    Math.max(0, roundDiv(whole * (came + num), of.num) - sum(before.map(spent)));
  const refundableFen = books.refundable(sale, of.piece);
  const cheap = dice.chance(0.2);
  const unitFen = Math.max(0, roundDiv(refundableFen, of.num) - (cheap ? 100 : 0));
  const refundFen = cheap ? unitFen * num : part(refundableFen, (line) => line.refundFen);
  const line: ChangeLine = {
    sale,
    of,
    to: dice.chance(0.4) ? '2' : '1',
    num,
    refundFen,
    weightMg: part(of.weightMg, ({ weightMg }) => weightMg),
    costFen: part(of.costFen, ({ costFen }) => costFen),
    points: part(of.points, ({ points }) => points),
    sellerPoints: part(of.sellerPoints, ({ sellerPoints }) => sellerPoints),
  };
  const sent = { rawSellId: sale.id, barcode: of.piece.barcode, returnNum: num, returnTo: line.to };
  return [{ ...sent, ...(cheap && { returnPrice: yuan(unitFen) }), factReturnAmount: yuan(refundFen) }, line];
};
export const oldLine = ({ dice }: World): Drawn<OldLine> => {
  const fineness = dice.chance(0.5) ? '足金' : '18K金';
  const weightMg = 500 + dice.below(9_000);
  const lossBp = dice.chance(0.5) ? 10_000 : 9_000 + dice.below(1_000);
  const unitFen = 30_000 + dice.below(30_000);
  const netMg = 10 * roundDiv(weightMg * lossBp, 100_000);
  const priceFen = roundDiv(netMg * unitFen, 1000);
  const sent = {
    type: '戒指',
    style: '光圈',
    fineness,
    weight: weightMg / 1000,
    lossRatio: lossBp / 100,
    remark: '旧',
  };
  return [
    { ...sent, cost: yuan(unitFen), netWeight: netMg / 1000, price: yuan(priceFen) },
    { fineness, weightMg, lossBp, netMg, priceFen },
  ];
};
/** Sold, given away, or for points. */
const giftLine = ({ dice }: World, barcode: string): Drawn<GiftLine> => {
  const num = 1 + dice.below(3);
  const way = dice.below(3);
  const priceFen = way === 0 ? GIFT_PRICE_FEN - dice.below(900) : 0;
  const points = way === 2 ? Math.floor(GIFT_POINTS * num + 0.5) : 0;
  return [
    { barcode, num, price: yuan(priceFen), rebateInte: points },
    { barcode, num, priceFen, points, costFen: 0 },
  ];
};
const cleanLine = ({ dice }: World): Drawn<CleanLine> => {
  const [weightMg, priceFen] = [100 + dice.below(9_000), 100 * dice.below(200)];
  return [
    { type: '项链', style: '机织链', weight: weightMg / 1000, price: yuan(priceFen) },
    { weightMg, priceFen },
  ];
};
const several = <Line>(dice: Dice, draw: () => Drawn<Line> | null): readonly Drawn<Line>[] =>
  Array.from({ length: dice.chance(0.5) ? 0 : 1 + dice.below(2) }, draw).filter((one) => one !== null);
const once = <Line>(all: readonly Drawn<Line>[], nameOf: (line: Line) => string): readonly Drawn<Line>[] =>
  all.filter(([, line], index) => all.findIndex(([, other]) => nameOf(other) === nameOf(line)) === index);

const goodsOf = (world: World, shop: number): readonly Drawn<GoodsLine>[] => {
  const { books, dice } = world;
  // Now and then one that is not there: who asks for what others have is refused.
  const there = books.pieces.filter((piece) => dice.chance(0.05) || books.there(piece, shop)[0] > 0);
  const lines = several(dice, () => {
    const piece = dice.pick(there);
    return piece === undefined ? null : goodsLine(world, piece, 1 + dice.below(piece.num));
  });
  return once(lines, ({ piece }) => piece.barcode);
};
const changesOf = (world: World, customer: number, own: Order | null): readonly Drawn<ChangeLine>[] => {
  const { books, dice } = world;
  const bought = books
    .standing('audited')
    .filter(({ content }) => content.customer === customer)
    .flatMap((sale) => sale.content.goods.map((line) => [sale, line] as const));
  const lines = several(dice, () => {
    // Lots first: they come back in parts.
    const lots = bought.filter(([, { num }]) => num > 1);
    const found = dice.pick(lots.length > 0 && dice.chance(0.5) ? lots : bought);
    return found === undefined ? null : changeLine(world, ...found, own);
  });
  return once(lines, ({ of }) => of.piece.barcode);
};

/** In cash, with something from an account where money comes in, into one where it goes out. */
const paymentsOf = ({ books, dice }: World, customer: number, factFen: number): readonly Payment[] => {
  if (factFen === 0) return [];
  const account: Account = dice.chance(0.5) ? '定金' : '储值卡';
  const [balance, held] = books.balance(customer, account);
  // A little more than there is, at times.
  const most = factFen > 0 ? Math.min(factFen, balance - held + (dice.chance(0.1) ? 100 : 0)) : -factFen;
  const fen = dice.chance(0.5) && most > 0 ? Math.sign(factFen) * (1 + dice.below(most)) : 0;
  const rest = factFen - fen;
  return [...(rest === 0 ? [] : [{ method: '现金', fen: rest }]), ...(fen === 0 ? [] : [{ method: account, fen }])];
};
const sharesOf = ({ dice, sellers }: World): readonly Share[] => {
  const [one, other] = [dice.below(sellers.length), dice.below(sellers.length)];
  const names = [sellers[one]?.name ?? '', sellers[other]?.name ?? ''] as const;
  if (one === other) return [{ name: names[0], bp: 10_000 }];
  const bp = 100 * (1 + dice.below(98));
  return [
    { name: names[0], bp },
    { name: names[1], bp: 10_000 - bp },
  ];
};
const wireSellers = ({ sellers }: World, shares: readonly Share[]): Sent => {
  const wire = shares.map(({ name, bp }) => ({
    sellerId: sellers.find((one) => one.name === name)?.id,
    seller: name,
    ratio: bp / 100,
  }));
  return { seller: shares[0]?.name, sellerId: wire[0]?.sellerId, ...(wire.length > 1 && { sellers: wire }) };
};

type Lists = Omit<Content, 'shop' | 'customer' | 'day' | 'payments' | 'sellers' | 'payableFen'>;
export const amountsOf = ({ goods, change, old, gifts, clean }: Lists) => ({
  amount: sum(goods.map(({ amountFen }) => amountFen)),
  changeFee: sum(change.map(({ refundFen }) => refundFen)),
  oldFee: sum(old.map(({ priceFen }) => priceFen)),
  giftFee: sum(gifts.map(({ priceFen, num }) => priceFen * num)),
  cleanFee: sum(clean.map(({ priceFen }) => priceFen)),
});
const listsOf = (world: World, shop: number, customer: number, own: Order | null) => {
  const { dice } = world;
  const change = changesOf(world, customer, own);
  const returned = new Set(change.map(([, { of }]) => of.piece.barcode));
  return {
    change,
    goods: goodsOf(world, shop).filter(([, { piece }]) => !returned.has(piece.barcode)),
    old: several(dice, () => oldLine(world)),
    gifts: once(
      several(dice, () => giftLine(world, dice.pick(world.gifts) ?? '')),
      ({ barcode }) => barcode,
    ),
    clean: several(dice, () => cleanLine(world)),
  };
};
const lines = <Line>(drawn: readonly Drawn<Line>[]): readonly Line[] => drawn.map(([, line]) => line);
const sent = <Line>(drawn: readonly Drawn<Line>[]): readonly Sent[] => drawn.map(([body]) => body);
const whoAndWhere = ({ chain, dice, customers }: World, own: Order | null) =>
  own === null
    ? { shop: dice.chance(0.7) ? chain.home : chain.away, customer: dice.pick(customers) ?? 0 }
    : { shop: own.content.shop, customer: own.content.customer };
/** A new order, or what an order of that customer in that shop is changed into. */
export const draftOf = (world: World, own: Order | null): { readonly body: Sent; readonly content: Content } => {
  const { chain, dice, days } = world;
  const { shop, customer } = whoAndWhere(world, own);
  const drawn = listsOf(world, shop, customer, own);
  const { goods, change, old, gifts, clean } = drawn;
  const day = change.length > 0 ? chain.today : (dice.pick(days) ?? chain.today);
  const lists = {
    goods: lines(goods),
    change: lines(change),
    old: lines(old),
    gifts: lines(gifts),
    clean: lines(clean),
  };
  const { amount, changeFee, oldFee, giftFee, cleanFee } = amountsOf(lists);
  const payableFen = amount - changeFee - oldFee + giftFee + cleanFee;
  const factFen = payableFen - (payableFen > 1000 && goods.length > 0 ? dice.below(1000) : 0);
  const payments = paymentsOf(world, customer, factFen);
  const sellers = sharesOf(world);
  const body = chain.sale([], {
    customerId: customer,
    shopId: shop,
    sellAt: day,
    ...wireSellers(world, sellers),
    sellGoodsList: sent(goods),
    sellChangeList: sent(change),
    sellRecycleList: sent(old),
    sellGiftList: sent(gifts),
    sellCleanList: sent(clean),
    payableFee: yuan(payableFen),
    factFee: yuan(factFen),
    sellBalanceList: payments.map(({ method, fen }) => ({ balance: method, amount: yuan(fen) })),
  });
  return { body, content: { shop, customer, day, ...lists, payments, sellers, payableFen } };
};
