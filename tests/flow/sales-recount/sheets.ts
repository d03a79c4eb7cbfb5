/** Rows and totals that every report of sales ought to show, by the books alone. Yuan, grams. */
import { roundDiv, split, sum, type Books, type ChangeLine, type GoodsLine, type Order, type Share } from './books.ts';
import { amountsOf } from './draft.ts';

export type Row = Readonly<Record<string, string | number>>;
/** `totals`: the report's name of a sum → the field that it adds up; a field `~…` is no column. */
export type Sheet = {
  readonly path: string;
  readonly rows: readonly Row[];
  readonly totals: Readonly<Record<string, string>>;
};

export const yuan = (fen: number): number => fen / 100;
export const grams = (mg: number): number => mg / 1000;
export const factFen = ({ content }: Order): number => sum(content.payments.map(({ fen }) => fen));
const place = ({ no, content }: Order) => ({ orderNo: no, sellAt: content.day, shopId: content.shop });
const each = <Line>(orders: readonly Order[], of: (order: Order) => readonly Line[]) =>
  orders.flatMap((order) => of(order).map((line) => [order, line] as const));

const goods = (audited: readonly Order[]): Sheet => ({
  path: '/report-sell-goods',
  rows: each(audited, ({ content }) => content.goods).map(([order, line]) => ({
    ...place(order),
    barcode: line.piece.barcode,
    type: line.piece.type,
    num: line.num,
    sellGoldWeight: grams(line.weightMg),
    sellPrice: yuan(line.sellPriceFen),
    factSellFee: yuan(line.amountFen),
  })),
  totals: { num: 'num', goldWeight: 'sellGoldWeight', amount: 'sellPrice', factFee: 'factSellFee' },
});
const change = (books: Books, audited: readonly Order[]): Sheet => ({
  path: '/report-sell-change',
  rows: each(audited, ({ content }) => content.change).map(([order, line]) => ({
    ...place(order),
    rawOrderNo: line.sale.no,
    barcode: line.of.piece.barcode,
    sellNum: line.of.num,
    returnNum: line.num,
    goldWeight: grams(line.weightMg),
    sellPrice: yuan(roundDiv(books.refundable(line.sale, line.of.piece), line.of.num)),
    factReturnAmount: yuan(line.refundFen),
  })),
  totals: { num: 'returnNum', goldWeight: 'goldWeight', factReturnAmount: 'factReturnAmount' },
});
const gift = (audited: readonly Order[]): Sheet => ({
  path: '/report-sell-gift',
  rows: each(audited, ({ content }) => content.gifts).map(([order, { barcode, num, priceFen, points }]) => ({
    ...place(order),
    barcode,
    num,
    price: yuan(priceFen),
    amount: yuan(priceFen * num),
    rebateInte: points,
  })),
  totals: { num: 'num', amount: 'amount', rebateInte: 'rebateInte' },
});
const clean = (audited: readonly Order[]): Sheet => ({
  path: '/report-sell-clean',
  rows: each(audited, ({ content }) => content.clean).map(([order, { weightMg, priceFen }]) => ({
    ...place(order),
    weight: grams(weightMg),
    price: yuan(priceFen),
  })),
  totals: { weight: 'weight', price: 'price' },
});
const recycle = (books: Books, audited: readonly Order[]): Sheet => ({
  path: '/report-sell-recycle',
  rows: each(
    [...audited, ...books.recycles.filter(({ state }) => state === 'audited')],
    ({ content }) => content.old,
  ).map(([order, { fineness, weightMg, lossBp, netMg, priceFen }]) => ({
    ...place(order),
    billType: order.no.startsWith('XS') ? '销售回收' : '独立回收',
    fineness,
    weight: grams(weightMg),
    lossRatio: lossBp / 100,
    netWeight: grams(netMg),
    price: yuan(priceFen),
  })),
  totals: { weight: 'weight', netWeight: 'netWeight', price: 'price' },
});
const FEES = ['sellFee', 'changeFee', 'recycleFee', 'giftFee', 'cleanFee'] as const;
const capital = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;
/** The money of an order stands once, in a total alone: at its first line. */
const detailRow = (order: Order, line: readonly [string, (typeof FEES)[number], number], index: number): Row => {
  const [billType, fee, fen] = line;
  const pending = order.state === 'pending';
  const money = FEES.map((name) => [name, name === fee ? yuan(fen) : 0] as const);
  const paid = index === 0 ? yuan(factFen(order)) : 0;
  return {
    ...place(order),
    billType,
    auditFlag: pending ? 1 : 2,
    ...Object.fromEntries(money),
    ...Object.fromEntries(money.map(([name, value]) => [`~pending${capital(name)}`, pending ? value : 0])),
    '~factFee': paid,
    '~pendingFactFee': pending ? paid : 0,
  };
};
const detail = (books: Books): Sheet => ({
  path: '/report-sell-detail',
  rows: books.standing().flatMap((order) => {
    const { goods: sold, change: back, old, gifts, clean: cleaned } = order.content;
    const lines = [
      ...sold.map(({ amountFen }) => ['销售', 'sellFee', amountFen] as const),
      ...back.map(({ refundFen }) => ['退换', 'changeFee', refundFen] as const),
      ...old.map(({ priceFen }) => ['旧料', 'recycleFee', priceFen] as const),
      ...gifts.map(({ priceFen, num }) => ['赠品', 'giftFee', priceFen * num] as const),
      ...cleaned.map(({ priceFen }) => ['清洗', 'cleanFee', priceFen] as const),
    ];
    return lines.map((line, index) => detailRow(order, line, index));
  }),
  totals: {
    ...Object.fromEntries(
      FEES.flatMap((name) => [
        [name, name],
        [`pending${capital(name)}`, `~pending${capital(name)}`],
      ]),
    ),
    factFee: '~factFee',
    pendingFactFee: '~pendingFactFee',
  },
});

/** Costs of jewellery and gifts less those of what came back. */
const goodsCost = ({ content }: Order): number =>
  sum(content.goods.map(({ costFen }) => costFen)) +
  sum(content.gifts.map(({ costFen }) => costFen)) -
  sum(content.change.map(({ costFen }) => costFen));
const profitRow = (order: Order): Row => {
  const { content } = order;
  const { amount, changeFee, oldFee, giftFee, cleanFee } = amountsOf(content);
  const roundFee = content.payableFen - factFen(order);
  const costAmount =
    sum(content.goods.map(({ costFen }) => costFen)) +
    changeFee +
    oldFee +
    sum(content.gifts.map(({ costFen }) => costFen));
  const income = amount + giftFee + cleanFee - roundFee;
  const fen = { amount, giftFee, changeFee, oldFee, cleanFee, factFee: factFen(order), roundFee, costAmount };
  const earned = { profit: income - costAmount, goodsMargin: income - changeFee - goodsCost(order) };
  const money = Object.entries({ ...fen, ...earned }).map(([name, value]) => [name, yuan(value)]);
  const points = sum(content.goods.map((line) => line.points));
  return { ...place(order), points, ...(Object.fromEntries(money) as Record<string, number>) };
};
const MONEY = ['amount', 'giftFee', 'changeFee', 'oldFee', 'cleanFee', 'factFee', 'roundFee', 'costAmount', 'profit'];
const profit = (audited: readonly Order[]): Sheet => ({
  path: '/finance-profit',
  rows: audited.map(profitRow),
  totals: Object.fromEntries([...MONEY, 'goodsMargin'].map((name) => [name, name])),
});

type Worth = {
  readonly sign: 1 | -1;
  readonly fen: number;
  readonly line: GoodsLine | ChangeLine;
  readonly of: GoodsLine;
};
/** The first seller has pieces and weight, all of them the money. */
const scored = (order: Order, shares: readonly Share[], { sign, fen, line, of }: Worth): readonly Row[] => {
  const [money, points] = [split(fen, shares), split(line.sellerPoints, shares)];
  return shares.map(({ name }, index) => ({
    orderNo: order.no,
    turnoverAt: order.content.day,
    shopId: order.content.shop,
    seller: name,
    billType: sign === 1 ? '销售' : '退货',
    barcode: of.piece.barcode,
    num: index === 0 ? sign * line.num : 0,
    sellGoldWeight: index === 0 ? sign * grams(line.weightMg) : 0,
    factSellFee: sign * yuan(money[index] ?? 0),
    sellerPoints: sign * (points[index] ?? 0),
  }));
};
const score = (audited: readonly Order[]): Sheet => ({
  path: '/report-seller-score',
  rows: audited.flatMap((order) => [
    ...order.content.goods.flatMap((line) =>
      scored(order, order.content.sellers, { sign: 1, fen: line.amountFen, line, of: line }),
    ),
    ...order.content.change.flatMap((line) =>
      scored(order, line.sale.content.sellers, { sign: -1, fen: line.refundFen, line, of: line.of }),
    ),
  ]),
  totals: { num: 'num', amount: 'factSellFee', goldWeight: 'sellGoldWeight', sellerPoints: 'sellerPoints' },
});

const lots = (books: Books): Sheet => ({
  path: '/report-recycle?stock=all',
  rows: books.lots.map((lot) => ({
    documentNo: lot.no,
    shopId: lot.shop,
    fineness: lot.fineness,
    weight: grams(lot.weightMg),
    price: yuan(lot.costFen),
    leftWeight: grams(lot.leftMg),
    held: grams(books.heldOf(lot)),
    leftPrice: yuan(lot.leftFen),
  })),
  totals: { leftWeight: 'leftWeight', held: 'held', leftPrice: 'leftPrice' },
});
const turnover = (books: Books): Sheet => {
  const places = new Set(books.stockIns.map(({ shop, barcode }) => `${shop} ${barcode}`));
  const rows = [...places].map((key) => {
    const [shop = '', barcode = ''] = key.split(' ');
    const of = (state: 'pending' | 'audited'): number =>
      sum(
        books
          .standing(state)
          .filter(({ content }) => content.shop === Number(shop))
          .flatMap(({ content }) => content.gifts.filter((line) => line.barcode === barcode).map(({ num }) => num)),
      );
    const stockIns = books.stockIns.filter((one) => `${one.shop} ${one.barcode}` === key && one.state === 'audited');
    const inNum = sum(stockIns.map(({ num }) => num));
    const { num, costFen } = books.gift(Number(shop), barcode);
    return {
      shopId: Number(shop),
      barcode,
      inNum,
      outNum: of('audited'),
      num,
      held: of('pending'),
      cost: yuan(costFen),
    };
  });
  const totals = { inNum: 'inNum', outNum: 'outNum', num: 'num', held: 'held', cost: 'cost' };
  return { path: '/report-gift-turnover', rows: rows.filter(({ inNum, outNum }) => inNum + outNum > 0), totals };
};
/** All sheets of this moment. */
export const sheetsOf = (books: Books): readonly Sheet[] => {
  const audited = books.standing('audited');
  return [
    goods(audited),
    change(books, audited),
    gift(audited),
    clean(audited),
    recycle(books, audited),
    detail(books),
    profit(audited),
    score(audited),
    lots(books),
    turnover(books),
  ];
};
