/** Payments by what a customer has left with the chain (R69, R79). */
import type { EffectLeg } from '../contracts/document.ts';
import type { Payment, PaymentList } from '../contracts/document-body.ts';
import { refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { isAccount, type Account } from './events.ts';

/** The custodian's name in stored effects. */
export const BALANCE = 'balance';
/** Money that an account gets (`in`) or gives (`out`), fen; it lies at the customer, at no shop. Nothing asks nothing. */
export const balanceEffects = (
  { customerId, account }: { readonly customerId: number; readonly account: Account },
  role: EffectLeg['role'],
  amountFen: number,
) =>
  amountFen === 0 ? [] : [{ custodian: BALANCE, id: `${customerId}-${account}`, role, quantity: amountFen, place: 0 }];

/** The list that effects of payments name; a payment's place in it is its id. */
export const PAYMENT_LIST = 'payment';
const OTHER = { in: 'out', out: 'in' } as const;
/** What payments ask of the customer's accounts; `role` of a positive one, the other way for a negative one. */
export const paymentEffects = (
  customerId: number,
  payments: readonly Payment[],
  role: Extract<EffectLeg['role'], 'in' | 'out'>,
) =>
  payments.flatMap(({ method, amountFen }, index) =>
    isAccount(method)
      ? balanceEffects({ customerId, account: method }, amountFen < 0 ? OTHER[role] : role, Math.abs(amountFen)).map(
          (of) => ({ list: PAYMENT_LIST, lineId: String(index), of }),
        )
      : [],
  );

type PaymentsOfOrder = {
  readonly customerId: number;
  readonly walkIn: boolean;
  readonly list: PaymentList;
  readonly path: string;
};
type EarlierPayments = { readonly customerId: number; readonly payments: readonly Payment[] } | null;
/** Nobody knows a walk-in's account, and what one customer left is not another's (R69, R82). */
export const refuseAccounts = (
  { customerId, walkIn, list, path }: PaymentsOfOrder,
  before: EarlierPayments,
): Refusal | null => {
  if (walkIn) {
    const fields = list.flatMap(({ balance, amount }, index) =>
      amount !== 0 && isAccount(balance)
        ? [{ path: `${path}.${index}.balance`, message: `散客没有${balance}，请先登记客户` }]
        : [],
    );
    if (fields[0] !== undefined) return refuse('invalid', 'balance.walk_in', fields[0].message, { fields });
  }
  if (before === null || before.customerId === customerId) return null;
  return before.payments.some(({ method }) => isAccount(method))
    ? refuseField('balance.customer', 'customerId', '单据已用客户的定金或储值卡支付，不能更换客户')
    : null;
};
