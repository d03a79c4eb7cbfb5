/** What is there and what each customer has, by the books; and that the books themselves never show what cannot be. */
import { sum, type Account, type Books, type Order } from './books.ts';
import { amountsOf, type World } from './draft.ts';
import { factFen, grams, yuan, type Row } from './sheets.ts';

const ACCOUNTS: readonly Account[] = ['定金', '储值卡'];
const shopsOf = ({ chain }: World): readonly number[] => [chain.home, chain.away];

/** `barcode shop` → on hand and held, where there is something or was held. */
export const piecesOf = (world: World): readonly Row[] =>
  world.books.pieces.flatMap((piece) =>
    shopsOf(world).flatMap((shopId) => {
      const [num, held] = world.books.there(piece, shopId);
      return num > 0 ? [{ barcode: piece.barcode, shopId, num, held }] : [];
    }),
  );
/** Grams that are there by shop and fineness, in pieces and in lots; what came and what went must differ by exactly that. */
export const goldOf = (world: World): readonly Row[] =>
  shopsOf(world).flatMap((shopId) =>
    ['足金', '18K金'].flatMap((fineness) => {
      const { books } = world;
      const pieces =
        fineness === '足金' ? sum(books.pieces.map((one) => one.weightMg * books.there(one, shopId)[0])) : 0;
      const lots = sum(
        books.lots.filter((lot) => lot.shop === shopId && lot.fineness === fineness).map(({ leftMg }) => leftMg),
      );
      const there = {
        pieces: grams(pieces),
        lots: grams(lots),
        there: grams(pieces + lots),
        due: grams(pieces + lots),
      };
      return pieces + lots > 0 ? [{ shopId, fineness, ...there, difference: 0 }] : [];
    }),
  );
export const customersOf = ({ books, customers }: World): readonly Row[] =>
  customers.map((id) => {
    const [points, heldPoints, usedPoints] = books.points(id);
    const spent = books.standing('audited').filter(({ content }) => content.customer === id);
    const bought = spent.map(({ content }) => amountsOf(content));
    const accounts = ACCOUNTS.flatMap((account) => {
      const [balance, held] = books.balance(id, account);
      return [
        [account, yuan(balance)],
        [`${account} held`, yuan(held)],
      ] as const;
    });
    return {
      id,
      amountPoints: points + usedPoints,
      usablePoints: points - heldPoints,
      usedPoints,
      heldPoints,
      amount: yuan(sum(bought.map(({ amount, changeFee }) => amount - changeFee))),
      paidAmount: yuan(sum(spent.map(factFen))),
      ...Object.fromEntries(accounts),
    };
  });
export const summaryOf = (orders: readonly Order[]): Row => {
  const all = orders.map(({ content }) => amountsOf(content));
  const of = (name: keyof (typeof all)[number]): number => yuan(sum(all.map((one) => one[name])));
  return {
    count: orders.length,
    amount: of('amount'),
    changeFee: of('changeFee'),
    oldFee: of('oldFee'),
    giftFee: of('giftFee'),
    cleanFee: of('cleanFee'),
    factFee: yuan(sum(orders.map(factFen))),
  };
};
/** A block of the home page. */
export const blockOf = (orders: readonly Order[]): Row => {
  const { amount, changeFee, factFee, count } = summaryOf(orders);
  const lines = orders.flatMap(({ content }) => content.goods);
  return {
    amount: yuan(Math.round((Number(amount) - Number(changeFee)) * 100)),
    factFee: Number(factFee),
    num: sum(lines.map(({ num }) => num)),
    goldWeight: grams(sum(lines.map(({ weightMg }) => weightMg))),
    orders: Number(count),
  };
};
/** Of each sold line, what came back or is about to: pieces, money, points. */
const returnsWrong = (books: Books): readonly string[] =>
  books.standing('audited').flatMap((sale) =>
    sale.content.goods.flatMap((line) => {
      const back = books.returnsOf(sale, line.piece);
      const [num, points] = [sum(back.map((one) => one.num)), sum(back.map((one) => one.points))];
      const fine = num <= line.num && points <= line.points;
      return fine ? [] : [`${sale.no} ${line.piece.barcode}: ${num} of ${line.num} came back, ${points} points`];
    }),
  );
/** What the house must never accept: read off the books after every step. */
export const impossible = (world: World): readonly string[] => {
  const { books, customers } = world;
  const pieces = books.pieces.flatMap((piece) => {
    const places = shopsOf(world).map((shop) => [shop, ...books.there(piece, shop)] as const);
    return places.flatMap(([shop, onHand, held]) =>
      onHand >= held && held >= 0 ? [] : [`${piece.barcode} in ${shop}: ${held} held of ${onHand}`],
    );
  });
  const lots = books.lots
    .filter((lot) => lot.leftMg < books.heldOf(lot) || lot.leftFen < 0)
    .map((lot) => `${lot.no}: ${books.heldOf(lot)} held of ${lot.leftMg}`);
  const gifts = [...books.gifts].flatMap(([key, { num, costFen }]) => {
    const pending = books
      .standing('pending')
      .flatMap(({ content }) =>
        content.gifts.filter(({ barcode }) => `${content.shop} ${barcode}` === key).map((line) => line.num),
      );
    return num >= sum(pending) && costFen >= 0 ? [] : [`${key}: ${sum(pending)} held of ${num}`];
  });
  const accounts = customers.flatMap((customer) =>
    ACCOUNTS.flatMap((account) => {
      const [balance, held] = books.balance(customer, account);
      return balance >= held ? [] : [`${customer} ${account}: ${held} held of ${balance}`];
    }),
  );
  return [...pieces, ...lots, ...gifts, ...accounts, ...returnsWrong(books)];
};
