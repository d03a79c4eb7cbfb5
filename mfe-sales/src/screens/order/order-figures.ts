/** Figures of an order out of what stands in the form now. */
import type { FormHandle } from 'root-config/ui';
import type { ChangeLine } from '../../order/change-line.ts';
import type { CleanLine } from '../../order/clean-line.ts';
import type { GiftLine } from '../../order/gift-line.ts';
import type { OrderLine } from '../../order/line.ts';
import { balanceOf, factFeeFen, totalsOf } from '../../order/payment.ts';
import type { RecycleLine } from '../../recycle/line.ts';
import { savedFactFen, type OrderValues } from './order-values.ts';
import { useRoundLimitFen } from './rounding.ts';

export type OrderForm = FormHandle<OrderValues>;
/** The sum received, where it is typed by itself. */
export const FACT_FEE = 'order-fact-fee';
/** A new order has it from its payments. */
export const ownFact = (form: OrderForm): boolean => form.mode !== 'view' && savedFactFen(form.values) !== null;

export const useFigures = (form: OrderForm) => {
  const limitFen = useRoundLimitFen();
  const { values } = form;
  const payments = values.sellBalanceList ?? {};
  const totals = totalsOf({
    ...values,
    sellGoodsList: form.lines<OrderLine>('sellGoodsList').lines,
    sellChangeList: form.lines<ChangeLine>('sellChangeList').lines,
    sellRecycleList: form.lines<RecycleLine>('sellRecycleList').lines,
    sellGiftList: form.lines<GiftLine>('sellGiftList').lines,
    sellCleanList: form.lines<CleanLine>('sellCleanList').lines,
  });
  const fact = factFeeFen({ saved: savedFactFen(values), payableFen: totals.payableFen, payments });
  const due = totals.payableFen;
  return { payments, totals, fact, due, balance: balanceOf(due, payments, limitFen) };
};
export type Figures = ReturnType<typeof useFigures>;
