/** What happens in the shops: each step asks the house, and what it accepts is written down by hand. */
import { expect } from 'vitest';
import type { Reply } from '../../support/app.ts';
import {
  roundDiv,
  sum,
  type Account,
  type Deposit,
  type Exit,
  type Lot,
  type Move,
  type Order,
  type StockIn,
} from './books.ts';
import { GIFT_POINTS, GIFT_PRICE_FEN, GOLD_COST_FEN, draftOf, oldLine, type World } from './draft.ts';
import { cameBack, post, postExit, postStockIn, takeBack, takeBackExit, takeBackStockIn } from './posting.ts';

export const SALE = '/biz-sell';
export const RECYCLE = '/biz-alone-recycle';
export const EXIT = '/biz-recycle-out';
export const STOCK_IN = '/biz-gift-in';
export const DEPOSIT = '/biz-deposit';
export const TRANSFER = '/biz-allocate';
type Row = Readonly<Record<string, unknown>>;

export class Shops {
  readonly world: World;
  /** Every kind of step, and how often it was accepted and refused. */
  readonly accepted = new Map<string, number>();
  readonly refused = new Map<string, Reply>();
  constructor(world: World) {
    this.world = world;
  }
  #told(step: string, reply: Reply): boolean {
    expect(reply.status, `${step}: ${reply.text}`).toBeLessThan(500);
    if (reply.status === 200) this.accepted.set(step, (this.accepted.get(step) ?? 0) + 1);
    else this.refused.set(step, reply);
    return reply.status === 200;
  }
  /** A drawn figure that the house reckons otherwise is a fault of one of the two. */
  #agreed(reply: Reply): void {
    const problems: unknown = reply.body.data;
    const told = Array.isArray(problems) ? problems : [];
    expect(
      told.filter((one: Row) => 'expected' in one),
      reply.text,
    ).toEqual([]);
  }
  async #post(step: string, path: string, body: unknown): Promise<number | null> {
    const reply = await this.world.chain.app.post(path, body);
    this.#agreed(reply);
    return this.#told(step, reply) ? Number(reply.body.data) : null;
  }
  async #audit(path: string, id: number): Promise<boolean> {
    return this.#told(`audit ${path}`, await this.world.chain.audit(path, [id]));
  }
  async #unaudit(path: string, id: number): Promise<boolean> {
    return this.#told(`unaudit ${path}`, await this.world.chain.unaudit(path, [id]));
  }
  async #remove(path: string, id: number): Promise<boolean> {
    return this.#told(`remove ${path}`, await this.world.chain.app.del(path, { ids: [id] }));
  }

  async receive(): Promise<void> {
    const { chain, dice, books } = this.world;
    const num = dice.chance(0.6) ? 2 + dice.below(3) : 1;
    const [weightMg, tagFen] = [1_000 + dice.below(9_000), 100_000 + dice.below(200_000)];
    const type = dice.chance(0.6) ? '戒指' : '手链';
    const body = { num, type, goldWeight: weightMg / 1000, goldCost: GOLD_COST_FEN / 100, sellPrice: tagFen / 100 };
    const barcode = await chain.stock(body);
    const unitCostFen = roundDiv(weightMg * GOLD_COST_FEN, 1000);
    books.pieces.push({ barcode, type, num, tagFen, weightMg, unitCostFen });
    books.received.set(`${chain.home} ${barcode}`, num);
  }
  async transfer(): Promise<void> {
    const { chain, dice, books } = this.world;
    const piece = dice.pick(books.pieces);
    if (piece === undefined) return;
    const [from, to] = dice.chance(0.6) ? [chain.home, chain.away] : [chain.away, chain.home];
    const num = 1 + dice.below(piece.num);
    const sent = chain.transfer([{ barcode: piece.barcode, inNum: num }], { outShopId: from, inShopId: to });
    const id = await this.#post('transfer', TRANSFER, sent);
    if (id !== null) books.moves.push({ id, piece, from, to, num, state: 'pending' });
  }
  async giftIn(): Promise<void> {
    const { chain, dice, books, gifts } = this.world;
    const [num, unitFen] = [3 + dice.below(8), 100 + dice.below(500)];
    const [shop, barcode] = [dice.chance(0.7) ? chain.home : chain.away, dice.pick(gifts) ?? ''];
    const money = { cost: unitFen / 100, price: GIFT_PRICE_FEN / 100, rebateInte: GIFT_POINTS };
    const body = { shopId: shop, inGiftAt: chain.today, barcode, goodsName: '红绳手链', num, ...money };
    const id = await this.#post('gift stock-in', STOCK_IN, body);
    if (id !== null) books.stockIns.push({ id, shop, barcode, num, costFen: num * unitFen, state: 'pending' });
  }
  async deposit(): Promise<void> {
    const { chain, dice, books, customers } = this.world;
    const account: Account = dice.chance(0.5) ? '定金' : '储值卡';
    const [customer, shop, paidBack] = [dice.pick(customers) ?? 0, chain.home, dice.chance(0.25)];
    const fen = 10_000 + dice.below(200_000);
    const kind = { kind: paidBack ? '2' : '1', account, amount: fen / 100 };
    const body = { customerId: customer, shopId: shop, depositAt: chain.today, seller: 'admin', ...kind };
    const id = await this.#post('deposit', DEPOSIT, body);
    const signed = paidBack ? -fen : fen;
    if (id !== null) books.deposits.push({ id, shop, customer, account, fen: signed, state: 'audited' });
  }
  async correct(): Promise<void> {
    const { chain, dice, books, customers } = this.world;
    const [customer, points] = [dice.pick(customers) ?? 0, dice.below(500) - 150];
    if (points === 0) return;
    const body = { customerId: customer, points, reason: '盘点' };
    if (this.#told('correction', await chain.app.post('/base-customer/points', body))) {
      books.corrections.push({ customer, points });
    }
  }
  async order(): Promise<void> {
    const { body, content } = draftOf(this.world, null);
    const id = await this.#post('order', SALE, body);
    if (id !== null) this.world.books.orders.push({ id, no: `XS${id}`, state: 'pending', content });
  }
  async edit(): Promise<void> {
    const { dice, books, chain } = this.world;
    const own = dice.pick(books.standing('pending'));
    if (own === undefined) return;
    const { body, content } = draftOf(this.world, own);
    const reply = await chain.app.put(`${SALE}/${own.id}`, body);
    this.#agreed(reply);
    if (this.#told('edit', reply)) own.content = content;
  }
  async recycle(): Promise<void> {
    const { chain, dice, books, customers } = this.world;
    const drawn = Array.from({ length: 1 + dice.below(2) }, () => oldLine(this.world));
    const [shop, customer] = [dice.chance(0.7) ? chain.home : chain.away, dice.pick(customers) ?? 0];
    const old = drawn.map(([, line]) => line);
    const fen = sum(old.map(({ priceFen }) => priceFen));
    const method = dice.chance(0.3) ? '储值卡' : '现金';
    const list = { recycleList: drawn.map(([sent]) => sent), balanceList: [{ balance: method, amount: fen / 100 }] };
    const header = { customerId: customer, shopId: shop, recycleAt: chain.today, seller: 'admin', oldFee: fen / 100 };
    const id = await this.#post('recycle', RECYCLE, { ...header, ...list });
    if (id === null) return;
    // What is paid into an account is what the order takes from it, less than nothing.
    const payments = [{ method, fen: -fen }];
    const none = { goods: [], change: [], gifts: [], clean: [], sellers: [], payableFen: -fen };
    const content = { shop, customer, day: chain.today, old, payments, ...none };
    books.recycles.push({ id, no: `HS${id}`, state: 'pending', content });
  }
  async exit(): Promise<void> {
    const { chain, dice, books } = this.world;
    const lot = dice.pick(books.lots.filter(({ leftMg }) => leftMg > 0));
    if (lot === undefined) return;
    const mg = dice.chance(0.4) ? lot.leftMg : 1 + dice.below(lot.leftMg);
    const kind = dice.pick([{ kind: '1' }, { kind: '2' }, { kind: '4', price: 100 }]);
    const lotList = [{ lotId: lot.id, weightOut: mg / 1000 }];
    const body = { shopId: lot.shop, outAt: chain.today, ...kind, party: '大金工厂', lotList };
    const id = await this.#post('exit', EXIT, body);
    if (id !== null) books.exits.push({ id, shop: lot.shop, takes: [{ lot, mg, fen: 0 }], state: 'pending' });
  }
  async back(): Promise<void> {
    const { chain, dice, books } = this.world;
    const exit = dice.pick(books.exits.filter(({ state }) => state === 'audited'));
    if (exit === undefined) return;
    const mg = Math.max(1, sum(exit.takes.map((take) => take.mg)) - dice.below(200));
    const fineness = dice.chance(0.5) ? '足金' : '18K金';
    const body = { backAt: chain.today, fineness, weightBack: mg / 1000 };
    if (!this.#told('back', await chain.app.put(`${EXIT}/back/${exit.id}`, body))) return;
    cameBack(books, exit, fineness, mg);
    await this.#named();
  }
  /** Numbers of lots that came, as the house gave them; within a document they are told apart by their weight. */
  async #named(): Promise<void> {
    const { chain, books } = this.world;
    if (books.lots.every(({ id }) => id > 0)) return;
    const reply = await chain.app.get('/report-recycle?pageSize=5000&stock=all');
    const { list } = reply.body.data as { list: { list: readonly Row[] } };
    const taken = new Set<unknown>();
    const idOf = (lot: Lot): number => {
      const row = list.list.find(
        (one) =>
          one['documentNo'] === lot.no &&
          Math.round(Number(one['weight']) * 1000) === lot.weightMg &&
          one['fineness'] === lot.fineness &&
          !taken.has(one['lotId']),
      );
      taken.add(row?.['lotId']);
      return Number(row?.['lotId']);
    };
    for (const lot of books.lots) lot.id = idOf(lot);
    expect(books.lots.filter(({ id }) => !(id > 0)).map(({ no, weightMg }) => [no, weightMg])).toEqual([]);
  }

  async #decideOrder(order: Order, path: string, what: 'audit' | 'unaudit' | 'remove'): Promise<void> {
    const { books } = this.world;
    if (what === 'audit') {
      if (!(await this.#audit(path, order.id))) return;
      if (order.state === 'pending') post(books, order);
      await this.#named();
    } else if (what === 'unaudit') {
      if (await this.#unaudit(path, order.id)) takeBack(books, order);
    } else if (await this.#remove(path, order.id)) order.state = 'gone';
  }
  async #decideExit(exit: Exit, what: 'audit' | 'unaudit' | 'remove'): Promise<void> {
    if (what === 'audit') {
      if (await this.#audit(EXIT, exit.id)) postExit(exit);
    } else if (what === 'unaudit') {
      if (await this.#unaudit(EXIT, exit.id)) takeBackExit(this.world.books, exit);
    } else if (await this.#remove(EXIT, exit.id)) exit.state = 'gone';
  }
  /** Of the kinds that have something to decide, orders first. */
  async decide(what: 'audit' | 'unaudit' | 'remove'): Promise<void> {
    const { books, dice } = this.world;
    const wanted = what === 'unaudit' ? 'audited' : 'pending';
    const open = <One extends { readonly state: string }>(
      all: readonly One[],
      decided: (one: One) => Promise<void>,
    ): readonly (() => Promise<void>)[] => {
      const one = dice.pick(all.filter(({ state }) => state === wanted));
      return one === undefined ? [] : [() => decided(one)];
    };
    const orders = open(books.orders, (one) => this.#decideOrder(one, SALE, what));
    const turns = [
      ...orders,
      ...orders,
      ...orders,
      ...open(books.recycles, (one) => this.#decideOrder(one, RECYCLE, what)),
      ...open(books.exits, (one) => this.#decideExit(one, what)),
      ...open(books.stockIns, (one) => this.#decideStockIn(what, one)),
      ...open(books.moves, (one) => this.#decideMove(what, one)),
      ...open(books.deposits, (one) => this.#decideDeposit(what, one)),
    ];
    await dice.pick(turns)?.();
  }
  async #decideStockIn(what: 'audit' | 'unaudit' | 'remove', one: StockIn) {
    const { books } = this.world;
    if (what === 'audit') {
      if (await this.#audit(STOCK_IN, one.id)) postStockIn(books, one);
    } else if (what === 'unaudit') {
      if (await this.#unaudit(STOCK_IN, one.id)) takeBackStockIn(books, one);
    } else if (await this.#remove(STOCK_IN, one.id)) one.state = 'gone';
  }
  async #decideMove(what: 'audit' | 'unaudit' | 'remove', one: Move) {
    if (what === 'audit') {
      if (await this.#audit(TRANSFER, one.id)) one.state = 'audited';
    } else if (what === 'unaudit') {
      if (await this.#unaudit(TRANSFER, one.id)) one.state = 'pending';
    } else if (await this.#remove(TRANSFER, one.id)) one.state = 'gone';
  }
  /** It posts at its save; taken back, it waits to be written anew. */
  async #decideDeposit(what: 'audit' | 'unaudit' | 'remove', one: Deposit): Promise<void> {
    if (what === 'unaudit') {
      if (await this.#unaudit(DEPOSIT, one.id)) one.state = 'pending';
    } else if (what === 'remove' && (await this.#remove(DEPOSIT, one.id))) one.state = 'gone';
  }
}
