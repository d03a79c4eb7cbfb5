/** What an audit moves by hand, and what its 反审核 takes back. */
import { roundDiv, sum, type Books, type Exit, type Lot, type Order, type StockIn } from './books.ts';

type Brought = { readonly fineness: string; readonly weightMg: number; readonly costFen: number };
const lotOf = (no: string, shop: number, { fineness, weightMg, costFen }: Brought): Lot => {
  const left = { leftMg: weightMg, leftFen: costFen };
  return { no, shop, fineness, weightMg, costFen, id: 0, ...left };
};
/** Old material that an order brings: what was handed in, what was cut off, what came back and is melted. */
const lotsOf = ({ no, content }: Order): readonly Lot[] => {
  const { shop, old, goods, change } = content;
  const brought: readonly Brought[] = [
    ...old.map(({ fineness, weightMg, priceFen }) => ({ fineness, weightMg, costFen: priceFen })),
    ...goods
      .filter(({ cutMg }) => cutMg < 0)
      .map(({ cutMg, was, costFen }) => ({ fineness: '足金', weightMg: -cutMg, costFen: was.unitCostFen - costFen })),
    ...change.filter(({ to }) => to === '2').map(({ weightMg, costFen }) => ({ fineness: '足金', weightMg, costFen })),
  ];
  return brought.map((one) => lotOf(no, shop, one));
};
/** A piece that was cut is on the shelf as it was sold, in weight and in cost. */
const reweigh = (order: Order, back: boolean): void => {
  for (const { of, to } of order.content.change) {
    if (of.cutMg === 0 || to === '2') continue;
    const { weightMg, unitCostFen } = back ? of.was : { weightMg: of.weightMg, unitCostFen: of.costFen };
    Object.assign(of.piece, { weightMg, unitCostFen });
  }
};

export const post = (books: Books, order: Order): void => {
  books.lots = [...books.lots, ...lotsOf(order)];
  reweigh(order, false);
  for (const line of order.content.gifts) {
    const stock = books.gift(order.content.shop, line.barcode);
    line.costFen = line.num >= stock.num ? stock.costFen : roundDiv(stock.costFen * line.num, stock.num);
    stock.num -= line.num;
    stock.costFen -= line.costFen;
  }
  order.state = 'audited';
};
export const takeBack = (books: Books, order: Order): void => {
  books.lots = books.lots.filter(({ no }) => no !== order.no);
  reweigh(order, true);
  for (const line of order.content.gifts) {
    const stock = books.gift(order.content.shop, line.barcode);
    stock.num += line.num;
    stock.costFen += line.costFen;
  }
  order.state = 'pending';
};
export const postStockIn = (books: Books, stockIn: StockIn): void => {
  const stock = books.gift(stockIn.shop, stockIn.barcode);
  stock.num += stockIn.num;
  stock.costFen += stockIn.costFen;
  stockIn.state = 'audited';
};
/** The last piece takes the whole cost with it. */
export const takeBackStockIn = (books: Books, stockIn: StockIn): void => {
  const stock = books.gift(stockIn.shop, stockIn.barcode);
  const costFen = stockIn.num >= stock.num ? stock.costFen : Math.min(stockIn.costFen, stock.costFen);
  stock.num -= stockIn.num;
  stock.costFen -= costFen;
  stockIn.state = 'pending';
};
export const postExit = (exit: Exit): void => {
  for (const take of exit.takes) {
    const { lot, mg } = take;
    take.fen = mg >= lot.leftMg ? lot.leftFen : roundDiv(lot.leftFen * mg, lot.leftMg);
    lot.leftMg -= mg;
    lot.leftFen -= take.fen;
  }
  exit.state = 'audited';
};
/** What came back of it goes first. */
export const takeBackExit = (books: Books, exit: Exit): void => {
  books.lots = books.lots.filter(({ no }) => no !== `JC${exit.id}`);
  for (const { lot, mg, fen } of exit.takes) {
    lot.leftMg += mg;
    lot.leftFen += fen;
  }
  exit.state = 'pending';
};
export const cameBack = (books: Books, exit: Exit, fineness: string, mg: number): void => {
  const costFen = sum(exit.takes.map(({ fen }) => fen));
  books.lots = [...books.lots, lotOf(`JC${exit.id}`, exit.shop, { fineness, weightMg: mg, costFen })];
};
