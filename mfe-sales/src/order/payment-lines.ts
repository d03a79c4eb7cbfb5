/** Ways of paying as lines of a form, yuan: recycle orders and deposits. */
import { linesOf, type LineColumn } from 'root-config/ui';
import { CASH } from 'services/contracts/cash';

export type Payment = { readonly key: string; readonly balance: string; readonly amount: number | undefined };
/** A way of paying without a sum takes what the others leave; without any it is paid in cash. */
export const paymentsOf = (payments: readonly Payment[], total: number): { balance: string; amount: number }[] => {
  const said = payments.reduce((sum, { amount = 0 }) => sum + amount, 0);
  const open = payments.filter(({ amount }) => amount === undefined).length;
  return payments.map(({ balance, amount }) => ({
    balance,
    amount: amount ?? (open === 1 ? Math.round((total - said) * 100) / 100 : 0),
  }));
};
export const savedPayments = (list: readonly { readonly balance: string; readonly amount: number }[]): Payment[] =>
  list.map((payment, index) => ({ ...payment, key: String(index) }));

const COLUMNS: readonly LineColumn<Payment>[] = [
  { field: 'balance', title: '付款方式', kind: 'dict', dict: 'settleMethod', width: 160, edit: 'dict' },
  { field: 'amount', title: '金额', kind: 'money', width: 150, edit: 'number', sum: true },
];
let payments = 0;
export const newPayment = (): Payment => ({ key: `new-${(payments += 1)}`, balance: '现金', amount: undefined });
/** The tab of a document on which they are. */
export const paymentLines = <Values extends { readonly balanceList: readonly Payment[] }>() =>
  linesOf<Values>()<Payment>({
    name: 'balanceList',
    columns: COLUMNS,
    keyOf: ({ key }) => key,
    height: 180,
    newLine: newPayment,
  });
/** Without a way of paying it is cash. */
export const paysCash = (list: readonly Payment[] = []): boolean =>
  list.length === 0 || list.some(({ balance }) => balance === CASH);
