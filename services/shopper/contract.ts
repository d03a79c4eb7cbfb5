/** Shoppers: wire shapes of their sign-in and binding, and what other slices ask about bindings. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { personPhone, personText } from '../contracts/person.ts';
import { mobileText } from '../contracts/phone.ts';
import { approvalField } from '../contracts/word.ts';
import { proofField } from '../contracts/proof.ts';
import { rawText } from '../contracts/values.ts';
import { PURPOSES } from './landing.ts';

export { cardProofs } from './card-proof.ts';
export { standInIsOpen } from './stand-in.ts';

/** As the provider calls a shopper; absent is the session's own (R159). */
const openId = () =>
  rawText(64)
    .transform((text) => text.trim())
    .nullish()
    .transform((text) => text ?? '');
const optionalText = (max: number) =>
  rawText(max)
    .nullish()
    .transform((text) => (text ?? '').trim());
export const AuthUrlQuery = z.object({ state: z.enum(PURPOSES, { error: '请从公众号菜单进入' }) });
export const AuthUrl = z.object({ url: z.string() });
/** What is no code and no state is told at one place with what is foreign. */
export const CodeQuery = z.object({ code: optionalText(600), state: optionalText(600) });
export const SignedIn = z.object({ openId: personText(), customerId: z.int(), state: z.enum(PURPOSES) });
export const OpenIdQuery = z.object({ openId: openId() });
/** Unbound (customerId 0): what the counter scans to bind him; bound: what it scans as his proof (R136); and until when. */
export const ShopperCard = z.object({
  customerId: z.int(),
  name: z.string().optional(),
  mobile: personPhone().optional(),
  /** The number again, for the bars. */
  barcode: personPhone().optional(),
  usablePoints: z.int().optional(),
  /** Yuan. */
  balance: z.number().optional(),
  bindCode: z.string().optional(),
  cardCode: z.string().optional(),
  until: z.string().optional(),
});
export type ShopperCard = z.infer<typeof ShopperCard>;
const MISSING = '请输入电话号码';
export const CodeBody = z.object({ mobile: mobileText(MISSING) });
/** `code`: in a demonstration without a provider of messages alone (R160). */
export const SentCode = z.object({ id: z.string(), code: z.string().optional() });
export const BindingBody = z.object({
  openId: openId(),
  mobile: mobileText(MISSING),
  code: rawText(20, { error: '请输入验证码' }).transform((text) => text.trim()),
  orderNo: optionalText(30),
});
export type BindingBody = z.infer<typeof BindingBody>;
export const Bound = z.object({ customerId: z.int(), mobile: personPhone(), name: z.string() });
export const CounterBindingBody = z.object({
  code: rawText(40, { error: '请扫描顾客名片上的绑定码' }).transform((text) => text.trim().toUpperCase()),
  approval: approvalField(),
  proof: proofField(),
});
/** The counter ends what is bound to a record. */
export const CounterUnbindingBody = z.object({ approval: approvalField(), proof: proofField() });
export const CounterBound = z.object({ customerId: z.int(), name: z.string(), mobile: personPhone() });
export const DemoShopper = z.object({ code: z.string(), name: z.string() });

const Found = z.object({ found: z.boolean() });
/** Whether an openId has the record (R136). */
export const isBound = (db: CommonQueryMethods, customerId: number): Promise<boolean> =>
  db.oneFirst(sql.type(Found)`
    SELECT EXISTS (SELECT FROM master.shopper_binding WHERE customer_id = ${customerId}::bigint AND ended_at IS NULL) AS found`);
/** Whoever looks at one of these records signs in anew; in the transaction of what made it so (unmerging, R159). */
export const endShopperSessions = async (tx: CommonQueryMethods, customerIds: readonly number[]): Promise<void> => {
  const ids = sql.array([...customerIds], 'int8');
  await tx.query(sql.unsafe`
    DELETE FROM master.shopper_session WHERE customer_id = ANY (${ids})`);
  await tx.query(sql.unsafe`
    DELETE FROM master.shopper_session WHERE open_id <> '' AND open_id IN (
      SELECT open_id FROM master.shopper_binding WHERE customer_id = ANY (${ids}) AND ended_at IS NULL)`);
};
/** Of whoever was erased: nothing says which openId the record had (R67). */
export const eraseShopper = async (
  tx: CommonQueryMethods,
  customerIds: readonly number[],
  now: Date,
): Promise<void> => {
  const ids = sql.array([...customerIds], 'int8');
  await endShopperSessions(tx, customerIds);
  await tx.query(sql.unsafe`
    DELETE FROM master.shopper_card_code WHERE open_id IN (
      SELECT open_id FROM master.shopper_binding WHERE customer_id = ANY (${ids}) AND ended_at IS NULL)`);
  await tx.query(sql.unsafe`DELETE FROM master.shopper_code WHERE customer_id = ANY (${ids})`);
  await tx.query(sql.unsafe`UPDATE master.shopper_log SET mark = '', ip = '' WHERE customer_id = ANY (${ids})`);
  await tx.query(sql.unsafe`
    UPDATE master.shopper_erasure SET answer = '', how = CASE WHEN ended_at IS NULL THEN 'erased' ELSE how END,
      ended_at = coalesce(ended_at, ${now.toISOString()}::timestamptz)
    WHERE customer_id = ANY (${ids})`);
  await tx.query(sql.unsafe`
    UPDATE master.shopper_binding SET open_id = '', ended_at = coalesce(ended_at, ${now.toISOString()}::timestamptz)
    WHERE customer_id = ANY (${ids})`);
};

/** Records that the demonstration made: from its end on its stand-in of the app offers them (R159). `untilId`: orders beyond it are real. */
export const offerDemoShoppers = async (
  tx: CommonQueryMethods,
  customerIds: readonly number[],
  untilId: number,
): Promise<void> => {
  await tx.query(sql.unsafe`
    INSERT INTO master.shopper_demo (customer_id) SELECT unnest(${sql.array([...customerIds], 'int8')}) ON CONFLICT DO NOTHING`);
  await tx.query(sql.unsafe`
    INSERT INTO master.shopper_demo_end (id, until_id) VALUES (1, ${untilId}::bigint) ON CONFLICT DO NOTHING`);
};
