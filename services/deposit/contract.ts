/** Deposits and stored value (R79): wire body, events. */
import { z } from 'zod';
import { proofField } from '../contracts/proof.ts';
import { approvalField } from '../contracts/word.ts';
import { Account } from '../balance/contract.ts';
import { asBarcode } from '../contracts/barcode.ts';
import { Day, StoredDay } from '../contracts/dates.ts';
import { noteText, orElse, paymentList, sellerIdOrNone, storedPayments } from '../contracts/document-body.ts';
import { documentEvents, documentEventTypes, lineKey } from '../contracts/document.ts';
import { AmountFen, SignedYuan, fenFromYuan } from '../contracts/units.ts';
import { storedPerson } from '../contracts/person.ts';
import { TEXTS, chosenId, requiredText, storedName, storedText, storedWhole, wireText } from '../contracts/values.ts';

export const depositStream = (id: number): string => `deposit-${id}`;
/** 1 收: the customer pays in; 2 退: the shop pays out. */
export const DEPOSIT_KINDS = [
  { value: '1', label: '收款' },
  { value: '2', label: '退款' },
] as const;
export const DepositKind = z.enum(['1', '2'], { error: '请选择收款或退款' });

/** A deposit is one line: which account, which way, how much. */
export const DEPOSIT_LIST = 'deposit';
/** `payments`: how it was paid, positive, together the amount. */
export const DepositHeader = z.object({
  customerId: storedWhole('partnerId'),
  shopId: storedWhole('partnerId'),
  depositedOn: StoredDay,
  /** Kept as of the time of the document (R25). */
  seller: z.object({ id: storedWhole('id'), name: storedPerson() }),
  payments: storedPayments(),
  /** What is set aside for the customer, as somebody typed it. */
  goodsBarcode: storedName().default(''),
  deliverOn: StoredDay.nullable().default(null),
  remark: storedText().default(''),
  /** The till that took the money (R80). */
  till: storedText().optional(),
});
export type DepositHeader = z.infer<typeof DepositHeader>;
export const DepositLine = z.object({
  ...lineKey(DEPOSIT_LIST),
  account: Account,
  kind: z.enum(['1', '2']),
  amountFen: AmountFen,
});
export type DepositLine = z.infer<typeof DepositLine>;
export const DepositEvent = documentEvents('Deposit', DepositHeader, DepositLine);
export const DEPOSIT_EVENT_TYPES = documentEventTypes('Deposit');

/** Body of create and update. Without a way of paying it is cash. */
export const DepositBody = z.object({
  id: chosenId('id').optional(),
  customerId: chosenId('partnerId', '客户名称不能为空'),
  shopId: chosenId('partnerId', '分店名称不能为空'),
  depositAt: requiredText('日期不能为空', TEXTS.short).pipe(Day),
  account: z.enum(Account.options, { error: '请选择定金或储值卡' }),
  kind: DepositKind,
  amount: SignedYuan.positive('金额应大于0').transform(fenFromYuan),
  seller: requiredText('请选择经办人', 60),
  sellerId: sellerIdOrNone(),
  goodsBarcode: orElse(wireText(TEXTS.short).transform(asBarcode), ''),
  deliverAt: orElse(z.union([z.literal('').transform(() => null), Day]), null),
  remark: noteText(),
  balanceList: paymentList(),
  approval: approvalField(),
  proof: proofField(),
});
export type DepositBody = z.infer<typeof DepositBody>;
