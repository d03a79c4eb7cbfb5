/** Totals of an order and what was paid on it (S1§4, §5, §9, R16, R17). Fen inside, yuan where the form holds them. Pure. */
import { fenFromYuan, yuanFromFen } from 'services/contracts/units';
import { payableFen } from 'services/sale/contract';
import type { OrderLine } from './line.ts';

/** Yuan by settlement method; an absent or empty one was not typed. */
export type Payments = Readonly<Record<string, number | null | undefined>>;
/** Lists of an order as far as they count in its sums; what is absent is empty. */
export type OrderLists = {
  readonly sellGoodsList?: readonly OrderLine[] | undefined;
  readonly sellChangeList?: readonly { readonly factReturnAmount: number }[] | undefined;
  readonly sellRecycleList?: readonly { readonly price: number | undefined }[] | undefined;
  readonly sellGiftList?: readonly { readonly amount: number }[] | undefined;
  readonly sellCleanList?: readonly { readonly price: number | undefined }[] | undefined;
};
export type OrderTotals = {
  /** Of the jewellery sold. */
  readonly count: number;
  readonly weightMg: number;
  readonly amountFen: number;
  readonly changeFeeFen: number;
  readonly oldFeeFen: number;
  readonly giftFeeFen: number;
  readonly cleanFeeFen: number;
  readonly payableFen: number;
};

const sumOf = <Line>(lines: readonly Line[] | undefined, value: (line: Line) => number): number =>
  (lines ?? []).reduce((total, line) => total + value(line), 0);
export const totalsOf = (order: OrderLists): OrderTotals => {
  const {
    sellGoodsList: goods,
    sellChangeList: change,
    sellRecycleList: old,
    sellGiftList: gifts,
    sellCleanList: clean,
  } = order;
  const amountFen = sumOf(goods, ({ factSellFee }) => fenFromYuan(factSellFee));
  const changeFeeFen = sumOf(change, ({ factReturnAmount }) => fenFromYuan(factReturnAmount));
  const oldFeeFen = sumOf(old, ({ price }) => fenFromYuan(price ?? 0));
  const giftFeeFen = sumOf(gifts, ({ amount }) => fenFromYuan(amount));
  const cleanFeeFen = sumOf(clean, ({ price }) => fenFromYuan(price ?? 0));
  return {
    count: sumOf(goods, ({ num }) => num),
    weightMg: sumOf(goods, ({ sellGoldWeight }) => Math.round(sellGoldWeight * 1000)),
    amountFen,
    changeFeeFen,
    oldFeeFen,
    giftFeeFen,
    cleanFeeFen,
    payableFen: payableFen({ amountFen, changeFeeFen, oldFeeFen, giftFeeFen, cleanFeeFen }),
  };
};

export const paidFen = (payments: Payments): number =>
  Object.values(payments).reduce<number>((total, yuan) => total + fenFromYuan(yuan ?? 0), 0);
export const anyPaid = (payments: Payments): boolean => Object.values(payments).some((yuan) => (yuan ?? 0) !== 0);
const anyTyped = (payments: Payments): boolean => Object.values(payments).some((yuan) => yuan != null);

/** A new order follows what is to be paid until payments are typed, then their sum; a saved one keeps its own (S1§4). */
export const factFeeFen = (order: {
  readonly saved: number | null;
  readonly payableFen: number;
  readonly payments: Payments;
}): number => {
  if (order.saved !== null) return order.saved;
  return anyTyped(order.payments) ? paidFen(order.payments) : order.payableFen;
};

/** How far the payments are from what they should make; `round`: within what may be rounded off (抹零). */
export type Balance = { readonly kind: 'even' | 'short' | 'round' | 'over'; readonly fen: number };
export const balanceOf = (dueFen: number, payments: Payments, roundLimitFen: number): Balance => {
  // Where the shop pays, both are negative: what it still owes is short, too.
  const rest = dueFen < 0 ? paidFen(payments) - dueFen : dueFen - paidFen(payments);
  if (rest === 0) return { kind: 'even', fen: 0 };
  if (rest < 0) return { kind: 'over', fen: -rest };
  return { kind: anyTyped(payments) && rest <= roundLimitFen ? 'round' : 'short', fen: rest };
};

/** What goes back of the cash that was handed over; negative: it is not enough. Null: nothing was handed over, or nothing is paid in cash. */
export const changeDueFen = (given: number | null | undefined, cash: number | null | undefined): number | null =>
  given == null || cash == null || cash <= 0 ? null : fenFromYuan(given) - fenFromYuan(cash);

/** Fills what is still missing into one method; the others stay. */
export const fillRest = (method: string, payments: Payments, dueFen: number): Payments => {
  const others = paidFen({ ...payments, [method]: 0 });
  const rest = dueFen - others;
  return { ...payments, [method]: rest === 0 ? null : yuanFromFen(rest) };
};

export type SentPayment = { readonly balance: string; readonly amount: number };
export const paymentBody = (payments: Payments): SentPayment[] =>
  Object.entries(payments).flatMap(([balance, amount]) =>
    amount == null || amount === 0 ? [] : [{ balance, amount }],
  );
export const paymentsFrom = (list: readonly SentPayment[]): Payments =>
  Object.fromEntries(list.map(({ balance, amount }) => [balance, amount]));

/** Where a payment stands in the form; the server counts the payments that were sent. */
export const paymentPath = (method: string): string => `sellBalanceList.${method}`;
export const sentPath = (method: string, payments: Payments): string | undefined => {
  const index = paymentBody(payments).findIndex(({ balance }) => balance === method);
  return index === -1 ? undefined : `sellBalanceList.${index}.amount`;
};

/** What to ask before an order is saved that is paid beyond what may be rounded off (R17); null: nothing. */
export const roundingQuestion = (balance: Balance, roundLimitFen: number): string | null => {
  if (balance.kind === 'even' || balance.kind === 'round' || balance.fen <= roundLimitFen) return null;
  const sum = `¥${yuanFromFen(balance.fen).toLocaleString('zh-CN', { minimumFractionDigits: 2 })}`;
  return balance.kind === 'short' ? `还差 ${sum}，确定按抹零保存吗？` : `多收 ${sum}，确定按实收金额保存吗？`;
};

/** What keeps an order from being saved, in the order of the screen (S1§5). */
export const orderProblems = (order: {
  readonly lineCount: number;
  readonly factFen: number;
  readonly payments: Payments;
}): { readonly path: string; readonly message: string }[] => {
  const problems = [];
  if (order.lineCount === 0) problems.push({ path: 'sellGoodsList', message: '五个列表中至少需要一个有数据！' });
  else if (order.factFen !== 0 && !anyPaid(order.payments)) {
    problems.push({ path: 'sellBalanceList', message: '请在支付方式中输入至少一种结算金额！' });
  }
  return problems;
};
