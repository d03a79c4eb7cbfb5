/**
 * Shoppers claim gifts themselves (S1§4; R22, R88, R160): the house's own limits hold, and the same press, or a second one where
 * everybody may have one, answers the claim that is there. Whoever has no record yet claims by his openId; bound later, he is the
 * same person, and what he claimed counts.
 */
import { createHash } from 'node:crypto';
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { isRefusal, refuse, type Refusal } from '../../contracts/refusal.ts';
import type { Actor } from '../../contracts/route.ts';
import type { Shopper } from '../../contracts/shopper-desk.ts';
import { NOBODY } from '../../contracts/user.ts';
import { insertRow, lockRow, type ChangedBy, type MasterRow } from '../../platform/master.ts';
import { CLAIM, ShopperClaim, WAITING, type ShopperGift } from '../contract.ts';
import { ENABLED } from '../fields.ts';
import { guarded } from '../guarded.ts';
import { newCode } from '../write-offs/code.ts';
import { TABLE } from '../write-offs/collect.ts';
import { standingCustomer } from '../write-offs/standing-customer.ts';
import { GIVEAWAYS, claimsOf, takeLocked, type Claimant, type Claims } from './claim.ts';

type Who = Pick<Shopper, 'openId' | 'customerId' | 'recordId'>;

const Offered = z.object({ id: z.int(), title: z.string(), content: z.string(), limitNum: z.int() });
/** What is offered now: enabled, not all gone, the newest (R88). */
export const currentGift = async (db: CommonQueryMethods, who: Who): Promise<ShopperGift | null> => {
  const offered = await db.maybeOne(sql.type(Offered)`
    SELECT id, title, content, limit_num AS "limitNum" FROM master.giveaway
    WHERE status = '2' AND total > 0 ORDER BY id DESC LIMIT 1`);
  if (offered === null) return null;
  const { count } = await claimsOf(db, offered.id, { customerId: who.recordId, openId: who.openId });
  return { ...offered, mayClaim: Math.max(0, offered.limitNum - count) };
};

const FoundClaim = ShopperClaim.extend({ usedAt: z.string().nullable() });
/**
 * The claim that a shopper is shown: one that waits, else the last that was collected. His are those of his openId, of his record and
 * of those merged into it; the code is the proof, so nothing else makes a claim his.
 */
export const latestClaim = async (
  db: CommonQueryMethods,
  { openId, recordId }: Who,
  id: number | null = null,
): Promise<ShopperClaim | null> => {
  const found = await db.maybeOne(sql.type(FoundClaim)`
    WITH record AS (
      SELECT coalesce(merged_into, id) AS id FROM master.customer WHERE id = ${recordId}::bigint),
    records AS (
      SELECT id FROM record UNION ALL SELECT c.id FROM master.customer AS c JOIN record ON c.merged_into = record.id),
    mine AS MATERIALIZED (
      SELECT w.* FROM master.write_off AS w WHERE w.customer_id = ANY(ARRAY(SELECT id FROM records))
      UNION SELECT w.* FROM master.write_off AS w WHERE w.open_id = ${openId} AND w.open_id <> '')
    SELECT m.id, g.title, g.content, m.limit_num AS "limitNum", m.status, m.write_off_code AS "writeOffCode",
      m.used_at AS "usedAt",
      coalesce((SELECT s.name FROM master.shop AS s WHERE s.id = m.used_shop_id), '') AS "usedShopName"
    FROM mine AS m JOIN master.giveaway AS g ON g.id = m.giveaway_id
    WHERE m.bill_type = ${CLAIM} AND m.id = coalesce(${id}::bigint, m.id)
    ORDER BY m.status, m.id DESC LIMIT 1`);
  return found === null ? null : { ...found, usedAt: found.usedAt ?? '' };
};

const conflict = (code: string, message: string): Refusal => refuse('conflict', code, message);
const MISSING = refuse('not-found', 'giveaway.missing', '没有这份礼品，请刷新后再领取');
const CLOSED = conflict('giveaway.customer', '您的客户资料已停用，请到门店咨询');
const AGAIN = conflict('giveaway.again', '系统繁忙，请再点一次领取');
/** The same no, as it is said to shoppers. */
const inShoppersWords = ({ code, message }: Refusal, limit: unknown): Refusal => {
  const words: Readonly<Record<string, string>> = {
    'giveaway.disabled': '礼品活动已结束',
    'giveaway.none_left': '礼品已领完',
    'giveaway.limit': `您已达上限：每人限领${String(limit)}份`,
  };
  return conflict(code, words[code] ?? message);
};

/** Whoever has no record is called so in the shop. */
const UNBOUND = { id: null, name: '微信顾客', mobile: '', mobileDigits: '' } as const;
type Person = {
  readonly id: number | null;
  readonly name: string;
  readonly mobile: string;
  readonly mobileDigits: string;
};
/** Who claims, as his record stands until the transaction ends. */
const personOf = async (tx: CommonQueryMethods, { recordId }: Who): Promise<Person | Refusal> => {
  if (recordId === null) return UNBOUND;
  const standing = await standingCustomer(tx, recordId);
  return standing?.status === ENABLED ? standing : CLOSED;
};
/** Nobody comes upon another's claim by his key. */
const pressOf = ({ openId, recordId }: Who, giveawayId: number, { key }: Pick<Actor, 'key'>): string =>
  createHash('sha256')
    .update(JSON.stringify([openId === '' ? recordId : openId, giveawayId, key]))
    .digest('hex');

/** The claim that this press made before, or, where everybody may have one, the one that waits for this shopper. */
const claimThereIs = (giveaway: MasterRow, { pressed, waiting }: Claims): number | null =>
  pressed ?? (giveaway['limit_num'] === 1 ? waiting : null);

type NewClaim = { readonly claimant: Claimant; readonly person: Person; readonly press: string };
const rowOf = ({ giveawayId, id }: Claiming, { claimant, person, press }: NewClaim, { now }: ChangedBy): MasterRow => ({
  id,
  revision: 0,
  bill_type: CLAIM,
  giveaway_id: giveawayId,
  write_off_code: newCode(),
  customer_id: claimant.customerId,
  open_id: claimant.openId,
  name: person.name,
  mobile: person.mobile,
  mobile_digits: person.mobileDigits,
  limit_num: 1,
  by_shopper: true,
  claim_key: press,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
});
type Claiming = { readonly giveawayId: number; readonly id: number };
export type ClaimedGift = { readonly claim: ShopperClaim; readonly isNew: boolean };
const claimIn = async (
  tx: CommonQueryMethods,
  who: Who,
  { giveawayId, id }: Claiming,
  by: ChangedBy,
): Promise<ClaimedGift | Refusal> => {
  const person = await personOf(tx, who);
  if (isRefusal(person)) return person;
  const giveaway = await lockRow(tx, GIVEAWAYS, giveawayId);
  if (giveaway === null) return MISSING;
  const press = pressOf(who, giveawayId, by);
  const claimant = { customerId: person.id, openId: who.openId };
  const claims = await claimsOf(tx, giveawayId, claimant, press);
  const thereIs = claimThereIs(giveaway, claims);
  const there = thereIs === null ? null : await latestClaim(tx, who, thereIs);
  if (there !== null) return { claim: there, isNew: false };
  const refused = await takeLocked(tx, { row: giveaway, claims }, by);
  if (refused !== null) return inShoppersWords(refused, giveaway['limit_num']);
  const row = await insertRow(tx, TABLE, rowOf({ id, giveawayId }, { claimant, person, press }, by), by);
  const { title, content } = giveaway;
  return {
    claim: {
      id,
      title: String(title),
      content: String(content),
      limitNum: Number(row['limit_num']),
      status: WAITING,
      writeOffCode: String(row['write_off_code']),
      usedAt: '',
      usedShopName: '',
    },
    isNew: true,
  };
};
/** No user of the house: the shopper himself. */
const HIMSELF = { ...NOBODY, username: '顾客', nickName: '顾客本人' };
export const claimGift = (
  pool: DatabasePool,
  who: Who,
  claiming: Claiming,
  { now, key }: Pick<Actor, 'now' | 'key'>,
): Promise<ClaimedGift | Refusal> =>
  guarded(
    () => pool.transaction((tx) => claimIn(tx, who, claiming, { user: HIMSELF, now, key })),
    (constraint) => (constraint === 'write_off_code' ? AGAIN : undefined),
  );
