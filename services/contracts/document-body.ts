/** What bodies and stored lines of documents that list pieces have in common. */
import { z } from 'zod';
import { GOODS_LIST, lineKey } from './document.ts';
import { AmountFen, Quantity, SignedYuan, WeightMg, Yuan, fenFromYuan } from './units.ts';
import { LISTS, chosenId, requiredText, storedName, storedText, storedWhole, wireText } from './values.ts';

/** What may be left out of a body, and what it then is. */
export const orElse = <Schema extends z.ZodType, const Otherwise>(schema: Schema, otherwise: Otherwise) =>
  schema.nullish().transform((value) => value ?? otherwise);
const MAX_NOTE = 200;
/** A remark; '' when there is none. */
export const noteText = () => orElse(wireText(MAX_NOTE), '');
/** Yuan into fen; null where the sender leaves the price to the house. */
export const givenPrice = () => Yuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value)));
/** One line at least; `missing` answers everything that is none. `label`: 调拨单. */
export const listedLines = <Line extends z.ZodType>(line: Line, missing: string, label: string) =>
  z
    .array(line, { error: missing })
    .min(1, missing)
    .max(LISTS.documentLines, `一张${label}最多${LISTS.documentLines}行`);

/** Somebody who is named, where his number is sent too; null: by his name alone (R25). */
export const sellerIdOrNone = () => orElse(chosenId('id'), null);
const MAX_PAYMENTS = 50;
/** Ways of paying, each a settlement method with its sum; `amount` becomes fen. */
export const paymentList = () =>
  orElse(
    z
      .array(
        z.object({
          balance: requiredText('请选择结算方式', 40),
          amount: SignedYuan.nullish().transform((value) => fenFromYuan(value ?? 0)),
        }),
      )
      .max(MAX_PAYMENTS, '结算方式过多'),
    [],
  );
export type PaymentList = z.output<ReturnType<typeof paymentList>>;
/** One settlement method and what was paid with it, fen. */
const Payment = z.object({ method: storedText(), amountFen: AmountFen });
export type Payment = z.infer<typeof Payment>;
export const storedPayments = () => z.array(Payment).max(LISTS.choices);

/** Pieces of one barcode in a stored line; name, category and weight are the piece's own, kept for paper and history. */
export const storedPiece = {
  ...lineKey(GOODS_LIST),
  barcode: storedName(),
  /** Stock row of the shop that the piece comes from. */
  goodsId: storedWhole('id'),
  name: storedText(),
  category: storedName(),
  quantity: Quantity,
  netWeightMg: WeightMg,
};
