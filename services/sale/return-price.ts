/** More for a piece that comes back than was paid for it (R44, R73, R144): refused without the right, with it a word and a row. Pure; fen. */
import type { NewLine } from '../contracts/document.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import { yuanFromFen, yuanText } from '../contracts/units.ts';
import type { WordAsk } from '../contracts/word.ts';
import type { SaleChangeLine } from './change-line.ts';
import { unitRefundFen, type Refundable } from './refund.ts';

type Beyond = { readonly message: string; readonly limitFen: number; readonly valueFen: number };
type RefundPrice = Pick<SaleChangeLine, 'unitRefundFen' | 'refundFen'>;
/** What of the line lies beyond what was paid: the price of one, or all of it beside what came back before; null: nothing. */
export const beyondPaid = (of: Refundable, { unitRefundFen: unitFen, refundFen }: RefundPrice): Beyond | null => {
  const unit = unitRefundFen(of);
  if (unitFen > unit) return { message: `退货单价不能高于${yuanText(unit)}元`, limitFen: unit, valueFen: unitFen };
  const left = of.refundableFen - of.before.refundFen;
  return refundFen > left
    ? { message: `退货金额不能高于${yuanText(left)}元`, limitFen: left, valueFen: refundFen }
    : null;
};
/** By how much all of it exceeds what is left of what was paid; nothing where only the price of one does. */
const overFen = (of: Refundable, { refundFen, quantity }: NewLine<SaleChangeLine>): number =>
  Math.max(0, refundFen - Math.min(of.refundableFen - of.before.refundFen, unitRefundFen(of) * quantity));

export type Overpaid = { readonly ask: WordAsk; readonly note: Omit<ExceptionNote, 'shopId'> };
/** The word that such a line asks, also where nothing is paid out, and its row; null: it is within what was paid. */
export const overpaidOf = (path: string, of: Refundable, line: NewLine<SaleChangeLine>): Overpaid | null => {
  const beyond = beyondPaid(of, line);
  if (beyond === null) return null;
  const { barcode, name, rawSellId, quantity, refundFen, returnTo, weightMg, returnWeightMg = weightMg } = line;
  const amountFen = overFen(of, line);
  return {
    ask: {
      path: `${path}.returnPrice`,
      rule: 'return-price',
      message: `${name}退${yuanText(beyond.valueFen)}元，超过客户实付可退的${yuanText(beyond.limitFen)}元`,
      value: yuanFromFen(beyond.valueFen),
      limit: yuanFromFen(beyond.limitFen),
      barcode,
      binds: [rawSellId, barcode, quantity, line.unitRefundFen, refundFen, returnTo, returnWeightMg],
      amountFen,
    },
    note: {
      kind: 'return-price',
      what: `${barcode} ${name}退货${quantity}件共退${yuanText(refundFen)}元，比客户实付可退的多${yuanText(amountFen)}元`,
      amountFen,
    },
  };
};
