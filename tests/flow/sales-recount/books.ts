/** What a shopkeeper would write down by hand: documents as they stand, in fen and milligrams, none of the house's own code. */

export type Account = '定金' | '储值卡';
export type State = 'pending' | 'audited' | 'gone';
/** Attributes change when a cut piece comes back: it is lighter then, and cost less. */
export type Piece = {
  readonly barcode: string;
  readonly type: string;
  readonly num: number;
  readonly tagFen: number;
  weightMg: number;
  unitCostFen: number;
};
export type GoodsLine = {
  readonly piece: Piece;
  /** The piece as it was then. */
  readonly was: { readonly weightMg: number; readonly unitCostFen: number };
  readonly num: number;
  readonly cutMg: number;
  readonly weightMg: number;
  readonly sellPriceFen: number;
  readonly amountFen: number;
  readonly costFen: number;
  readonly points: number;
  readonly sellerPoints: number;
};
/** `to`: '1' on the shelf, '2' old material. */
export type ChangeLine = {
  readonly sale: Order;
  readonly of: GoodsLine;
  readonly to: '1' | '2';
  readonly num: number;
  readonly refundFen: number;
  readonly weightMg: number;
  readonly costFen: number;
  readonly points: number;
  readonly sellerPoints: number;
};
export type OldLine = {
  readonly fineness: string;
  readonly weightMg: number;
  readonly lossBp: number;
  readonly netMg: number;
  readonly priceFen: number;
};
export type GiftLine = {
  readonly barcode: string;
  readonly num: number;
  readonly priceFen: number;
  readonly points: number;
  costFen: number;
};
export type CleanLine = { readonly weightMg: number; readonly priceFen: number };
export type Payment = { readonly method: string; readonly fen: number };
export type Share = { readonly name: string; readonly bp: number };
/** What an order holds, and what one recycle order holds of it. */
export type Content = {
  readonly shop: number;
  readonly customer: number;
  readonly day: string;
  readonly goods: readonly GoodsLine[];
  readonly change: readonly ChangeLine[];
  readonly old: readonly OldLine[];
  readonly gifts: readonly GiftLine[];
  readonly clean: readonly CleanLine[];
  readonly payments: readonly Payment[];
  readonly sellers: readonly Share[];
  readonly payableFen: number;
};
export type Order = { readonly id: number; readonly no: string; state: State; content: Content };
export type StockIn = {
  readonly id: number;
  readonly shop: number;
  readonly barcode: string;
  readonly num: number;
  readonly costFen: number;
  state: State;
};
/** `left…` is what is there now; `held` follows from pending exits. */
export type Lot = {
  readonly no: string;
  readonly shop: number;
  readonly fineness: string;
  readonly weightMg: number;
  readonly costFen: number;
  id: number;
  leftMg: number;
  leftFen: number;
};
export type Take = { readonly lot: Lot; readonly mg: number; fen: number };
export type Exit = { readonly id: number; readonly shop: number; readonly takes: readonly Take[]; state: State };
export type Move = {
  readonly id: number;
  readonly piece: Piece;
  readonly from: number;
  readonly to: number;
  readonly num: number;
  state: State;
};
export type Deposit = {
  readonly id: number;
  readonly shop: number;
  readonly customer: number;
  readonly account: Account;
  readonly fen: number;
  state: State;
};
export type GiftStock = { num: number; costFen: number };

export const roundDiv = (value: number, by: number): number => Math.floor((2 * value + by) / (2 * by));
export const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

/** Ties of what is left over go to the first. */
export const split = (total: number, shares: readonly Share[]): readonly number[] => {
  const exact = shares.map(({ bp }) => (total * bp) / 10_000);
  const parts = exact.map(Math.floor);
  const byRest = exact.map((one, index) => [one - Math.floor(one), index] as const);
  const first = byRest.toSorted(([one], [other]) => (Math.abs(one - other) < 1e-9 ? 0 : other - one));
  for (const [, index] of first.slice(0, total - sum(parts))) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
};

export class Books {
  readonly pieces: Piece[] = [];
  readonly received = new Map<string, number>();
  readonly orders: Order[] = [];
  readonly recycles: Order[] = [];
  readonly stockIns: StockIn[] = [];
  readonly exits: Exit[] = [];
  readonly moves: Move[] = [];
  readonly deposits: Deposit[] = [];
  readonly corrections: { readonly customer: number; readonly points: number }[] = [];
  /** In the order they came. */
  lots: Lot[] = [];
  readonly gifts = new Map<string, GiftStock>();

  standing(state: 'any' | State = 'any'): readonly Order[] {
    return this.orders.filter((one) => (state === 'any' ? one.state !== 'gone' : one.state === state));
  }
  gift(shop: number, barcode: string): GiftStock {
    const key = `${shop} ${barcode}`;
    const found = this.gifts.get(key) ?? { num: 0, costFen: 0 };
    this.gifts.set(key, found);
    return found;
  }
  /** Lines of returns of a sold line that stand, without those of one order. */
  returnsOf(sale: Order, piece: Piece, without: Order | null = null): readonly ChangeLine[] {
    return this.standing()
      .filter((order) => order !== without)
      .flatMap(({ content }) => content.change)
      .filter((line) => line.sale === sale && line.of.piece === piece);
  }
  /** What was paid for a line in the end: its share of what was rounded off is not. */
  refundable({ content: { goods, payableFen, payments } }: Order, wanted: Piece): number {
    const rounded = payableFen - sum(payments.map(({ fen }) => fen));
    const total = sum(goods.map(({ amountFen }) => amountFen));
    let left = rounded;
    for (const [index, { piece, amountFen }] of goods.entries()) {
      const share = index === goods.length - 1 ? left : roundDiv(rounded * amountFen, total);
      left -= share;
      if (piece === wanted) return amountFen - share;
    }
    throw new Error('not of this sale');
  }
  /** `[on hand, held]` of a piece in a shop. */
  there(piece: Piece, shop: number): readonly [number, number] {
    const moves = this.moves.filter((move) => move.piece === piece && move.state !== 'gone');
    const orders = this.standing().filter(({ content }) => content.shop === shop);
    const left = [
      ...moves.filter(({ from }) => from === shop),
      ...orders.flatMap(({ state, content }) =>
        content.goods.filter((line) => line.piece === piece).map(({ num }) => ({ state, num })),
      ),
    ];
    const came = [
      ...moves.filter(({ to }) => to === shop),
      ...orders.flatMap(({ state, content }) =>
        content.change.filter(({ of, to }) => of.piece === piece && to === '1').map(({ num }) => ({ state, num })),
      ),
    ];
    const count = (all: readonly { readonly state: State; readonly num: number }[], wanted: State): number =>
      sum(all.filter(({ state }) => state === wanted).map(({ num }) => num));
    const received = this.received.get(`${shop} ${piece.barcode}`) ?? 0;
    return [received + count(came, 'audited') - count(left, 'audited'), count(left, 'pending')];
  }
  /** `[stands, held]`: balance of points, and what pending orders keep of it. */
  points(customer: number): readonly [balance: number, held: number, used: number] {
    const of = (state: State) => this.standing(state).filter(({ content }) => content.customer === customer);
    const gifts = (orders: readonly Order[]) =>
      sum(orders.flatMap(({ content }) => content.gifts.map(({ points }) => points)));
    const earned = sum(of('audited').flatMap(({ content }) => content.goods.map(({ points }) => points)));
    const taken = (orders: readonly Order[]) =>
      sum(orders.flatMap(({ content }) => content.change.map(({ points }) => points)));
    const corrected = sum(this.corrections.filter((one) => one.customer === customer).map(({ points }) => points));
    const [audited, pending] = [of('audited'), of('pending')];
    const used = gifts(audited);
    return [corrected + earned - taken(audited) - used, gifts(pending) + taken(pending), used];
  }
  /** `[balance, held]` of an account, fen. */
  balance(customer: number, account: Account): readonly [number, number] {
    const put = sum(
      this.deposits
        .filter((one) => one.state === 'audited' && one.customer === customer && one.account === account)
        .map(({ fen }) => fen),
    );
    const paid = (orders: readonly Order[]) =>
      orders
        .filter(({ content }) => content.customer === customer)
        .flatMap(({ content }) => content.payments.filter(({ method }) => method === account).map(({ fen }) => fen));
    const recycled = paid(this.recycles.filter(({ state }) => state === 'audited'));
    const held = paid(this.standing('pending')).filter((fen) => fen > 0);
    // What was paid back and taken back since waits to be paid back again.
    const owed = this.deposits
      .filter((one) => one.state === 'pending' && one.customer === customer && one.account === account)
      .map(({ fen }) => Math.max(0, -fen));
    return [put - sum(paid(this.standing('audited'))) - sum(recycled), sum(held) + sum(owed)];
  }
  heldOf(lot: Lot): number {
    const pending = this.exits.filter(({ state }) => state === 'pending');
    return sum(pending.flatMap(({ takes }) => takes.filter((take) => take.lot === lot).map(({ mg }) => mg)));
  }
}
