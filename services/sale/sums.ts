/** Sums and payments of a sale (S1§9, R16, R17). Pure; fen. */
import { mismatches } from '../contracts/agree.ts';
import { refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { yuanText } from '../contracts/units.ts';
import { lineCostFen } from './line-cost.ts';
import { payableFen, type SaleBody, type SaleHeader, type SaleLine } from './contract.ts';

export type Sums = Pick<
  SaleHeader,
  | 'amountFen'
  | 'changeFeeFen'
  | 'oldFeeFen'
  | 'giftFeeFen'
  | 'cleanFeeFen'
  | 'payableFeeFen'
  | 'factFeeFen'
  | 'costAmountFen'
  | 'payments'
>;
/**
 * `limitFen`: how far factFee may be rounded away from payableFee; null with the right to round at will. `stood`: the order as
 * it stands, whose rounding somebody with the right has allowed.
 */
export type RoundingRule = {
  readonly limitFen: number | null;
  readonly stood?: Pick<SaleHeader, 'payableFeeFen' | 'factFeeFen'> | undefined;
};

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

type LineSums = Omit<Sums, 'payableFeeFen' | 'factFeeFen' | 'payments'>;
/** What a line adds to the sums of its order (R16). */
const partOf = (line: SaleLine): Partial<LineSums> => {
  switch (line.list) {
    case 'goods':
      return { amountFen: line.amountFen, costAmountFen: lineCostFen(line) };
    case 'change':
      return { changeFeeFen: line.refundFen, costAmountFen: line.refundFen };
    // What is paid for old material is a cost of the order (S1§9).
    case 'recycle':
      return { oldFeeFen: line.priceFen, costAmountFen: line.priceFen };
    case 'gift':
      return { giftFeeFen: line.amountFen, costAmountFen: line.costFen };
    case 'clean':
      return { cleanFeeFen: line.priceFen };
  }
};
const sumsOfLines = (lines: readonly SaleLine[]): LineSums => {
  const parts = lines.map(partOf);
  const sum = (name: keyof LineSums): number => total(parts.map((part) => part[name] ?? 0));
  return {
    amountFen: sum('amountFen'),
    changeFeeFen: sum('changeFeeFen'),
    oldFeeFen: sum('oldFeeFen'),
    giftFeeFen: sum('giftFeeFen'),
    cleanFeeFen: sum('cleanFeeFen'),
    costAmountFen: sum('costAmountFen'),
  };
};

const refuseSent = (body: SaleBody, sums: Omit<Sums, 'factFeeFen' | 'payments'>): Refusal | null => {
  const fields = mismatches([
    { path: 'amount', label: '销售金额', sent: body.amount, expected: sums.amountFen, unit: 'fen' },
    { path: 'changeFee', label: '退换金额', sent: body.changeFee, expected: sums.changeFeeFen, unit: 'fen' },
    { path: 'oldFee', label: '旧料金额', sent: body.oldFee, expected: sums.oldFeeFen, unit: 'fen' },
    { path: 'giftFee', label: '赠品金额', sent: body.giftFee, expected: sums.giftFeeFen, unit: 'fen' },
    { path: 'cleanFee', label: '维修金额', sent: body.cleanFee, expected: sums.cleanFeeFen, unit: 'fen' },
    { path: 'payableFee', label: '应付金额', sent: body.payableFee, expected: sums.payableFeeFen, unit: 'fen' },
  ]);
  return fields[0] === undefined ? null : refuse('invalid', 'sale.sums', fields[0].message, { fields });
};

const WRONG_WAY: Readonly<Record<number, string>> = {
  1: '实付金额不能小于0',
  0: '应付金额为0，不收款也不付款',
  [-1]: '应由本店付款，实付金额不能大于0',
};
/**
 * Money moves one way: towards the shop when the customer owes, away from it when the shop does, and nowhere when nobody does (R17). What is more than
 * the bill, to be given back in another way, belongs in no book.
 */
export const refuseDirection = (
  payableFeeFen: number,
  factFeeFen: number,
  paid: readonly { readonly path: string; readonly amountFen: number }[],
): Refusal | null => {
  if (factFeeFen !== 0 && Math.sign(factFeeFen) !== Math.sign(payableFeeFen)) {
    return refuseField('sale.fact_sign', 'factFee', WRONG_WAY[Math.sign(payableFeeFen)] ?? '');
  }
  const fields = paid.flatMap(({ path, amountFen }) => {
    if (amountFen === 0) return [];
    if (Math.sign(amountFen) !== Math.sign(factFeeFen === 0 ? payableFeeFen : factFeeFen)) {
      return [{ path, message: payableFeeFen < 0 ? '应由本店付款，不能收款' : '收款金额不能小于0' }];
    }
    const over = Math.abs(amountFen) > Math.abs(factFeeFen);
    return over ? [{ path, message: `不能超过实付金额${yuanText(factFeeFen)}元` }] : [];
  });
  return fields[0] === undefined ? null : refuse('invalid', 'sale.payment_sign', fields[0].message, { fields });
};

const refusePaid = (factFeeFen: number, paid: readonly number[]): Refusal | null => {
  if (factFeeFen !== 0 && paid.length === 0) {
    return refuseField('sale.no_payment', 'sellBalanceList', '请在支付方式中输入至少一种结算金额！');
  }
  if (total(paid) === factFeeFen) return null;
  const message = `支付合计${yuanText(total(paid))}元与实付金额${yuanText(factFeeFen)}元不一致`;
  return refuseField('sale.payments', 'factFee', message);
};

const refuseRounding = (
  factFeeFen: number,
  payableFeeFen: number,
  { limitFen, stood }: RoundingRule,
): Refusal | null => {
  const difference = Math.abs(factFeeFen - payableFeeFen);
  if (limitFen === null || difference <= limitFen) return null;
  if (stood?.payableFeeFen === payableFeeFen && stood.factFeeFen === factFeeFen) return null;
  const message = `实付金额与应付金额相差${yuanText(difference)}元，超过抹零上限${yuanText(limitFen)}元`;
  return refuseField('sale.rounding', 'factFee', message);
};

/** Sums of an order, or what does not agree. Without factFee it is what was paid, or the payable sum (S1§4). */
export const sumUp = (body: SaleBody, lines: readonly SaleLine[], rounding: RoundingRule): Sums | Refusal => {
  const sent = body.sellBalanceList.map(({ balance, amount }, index) => ({
    method: balance,
    amountFen: amount,
    path: `sellBalanceList.${index}.amount`,
  }));
  const payments = sent
    .filter(({ amountFen }) => amountFen !== 0)
    .map(({ method, amountFen }) => ({ method, amountFen }));
  const parts = sumsOfLines(lines);
  const payableFeeFen = payableFen(parts);
  const paid = payments.map((payment) => payment.amountFen);
  const factFeeFen = body.factFee ?? (paid.length > 0 ? total(paid) : payableFeeFen);
  const sums = { ...parts, payableFeeFen };
  const refused =
    refuseSent(body, sums) ??
    refusePaid(factFeeFen, paid) ??
    refuseDirection(payableFeeFen, factFeeFen, sent) ??
    refuseRounding(factFeeFen, payableFeeFen, rounding);
  return refused ?? { ...sums, factFeeFen, payments };
};
