/**
 * Shoppers claim gifts themselves (S1§4; R22, R88, R160): the house's own limits hold, and the same press, or a second one where
 * everybody may have one, answers the claim that is there. Whoever has no record yet claims by his openId; bound later, he is the
 * same person, and what he claimed counts.
 */
import { createHash } from 'node:crypto';
import type { CommonQueryMethods } from 'slonik';
import { refuse, type Refusal } from '../../contracts/refusal.ts';
import type { Actor } from '../../contracts/route.ts';
import { NOBODY } from '../../contracts/user.ts';
import { insertRows, lockRow, type AuthoredRow, type ChangedBy, type MasterRow } from '../../platform/rows/master.ts';
import { CLAIM, WAITING, type ShopperClaim } from '../contract.ts';
import { newCode } from '../write-offs/code.ts';
import { TABLE } from '../write-offs/collect.ts';
import type { ClaimCustomer } from '../write-offs/claim-customer.ts';
import { GIVEAWAYS, claimsOfEach, moveLocked, whyNone, type ClaimPress, type Claims } from './claim.ts';
import { latestClaim, type Who } from './shopper-claims.ts';

/** A shopper's wish for one of a giveaway; `id` is what his claim will have. */
export type GiftPress = {
  readonly who: Who;
  readonly giveawayId: number;
  readonly id: number;
  readonly at: Pick<Actor, 'now' | 'key'>;
};
/** With the record as it stands until the transaction ends; null: he has none. */
export type CustomerPress = { readonly press: GiftPress; readonly customer: ClaimCustomer | null };
export type ClaimedGift = { readonly claim: ShopperClaim; readonly isNew: boolean };
export type GiftAnswer = ClaimedGift | Refusal;

const MISSING = refuse('not-found', 'giveaway.missing', '没有这份礼品，请刷新后再领取');
/** The same no, as it is said to shoppers. */
const inShoppersWords = ({ code, message }: Refusal, limit: unknown): Refusal => {
  const words: Readonly<Record<string, string>> = {
    'giveaway.disabled': '礼品活动已结束',
    'giveaway.none_left': '礼品已领完',
    'giveaway.limit': `您已达上限：每人限领${String(limit)}份`,
  };
  return refuse('conflict', code, words[code] ?? message);
};

/** No user of the house: the shopper himself. */
const HIMSELF = { ...NOBODY, username: '顾客', nickName: '顾客本人' };
const authorOf = ({ at }: GiftPress): ChangedBy => ({ ...at, user: HIMSELF });
/** Whoever has no record is called so in the shop. */
const UNBOUND = { id: null, name: '微信顾客', mobile: '', mobileDigits: '' } as const;
/** Nobody comes upon another's claim by his key. */
const pressOf = ({ who: { openId, recordId }, giveawayId, at }: GiftPress): string =>
  createHash('sha256')
    .update(JSON.stringify([openId === '' ? recordId : openId, giveawayId, at.key]))
    .digest('hex');
const claimPressOf = ({ press, customer }: CustomerPress): ClaimPress => ({
  customerId: customer?.id ?? null,
  openId: press.who.openId,
  press: pressOf(press),
});

const rowOf = ({ press, customer }: CustomerPress): MasterRow => {
  const { id, giveawayId, who, at } = press;
  const person = customer ?? UNBOUND;
  return {
    id,
    revision: 0,
    bill_type: CLAIM,
    giveaway_id: giveawayId,
    write_off_code: newCode(),
    customer_id: person.id,
    open_id: who.openId,
    name: person.name,
    mobile: person.mobile,
    mobile_digits: person.mobileDigits,
    limit_num: 1,
    by_shopper: true,
    claim_key: pressOf(press),
    created_at: at.now.toISOString(),
    updated_at: at.now.toISOString(),
  };
};
const newClaim = (giveaway: MasterRow, row: MasterRow): ClaimedGift => ({
  claim: {
    id: Number(row['id']),
    title: String(giveaway['title']),
    content: String(giveaway['content']),
    limitNum: Number(row['limit_num']),
    status: WAITING,
    writeOffCode: String(row['write_off_code']),
    usedAt: '',
    usedShopName: '',
  },
  isNew: true,
});

/** The claim that this press made before, or, where everybody may have one, the one that waits for this shopper. */
const claimThereIs = async (
  tx: CommonQueryMethods,
  giveaway: MasterRow,
  { who }: GiftPress,
  { pressed, waiting }: Claims,
): Promise<ClaimedGift | null> => {
  const id = pressed ?? (giveaway['limit_num'] === 1 ? waiting : null);
  const claim = id === null ? null : await latestClaim(tx, who, id);
  return claim === null ? null : { claim, isNew: false };
};

type PressCount = CustomerPress & { readonly claims: Claims };
/** Of each person the first: what it comes to counts for his others. */
const onePerPerson = (
  all: readonly PressCount[],
): { readonly first: readonly PressCount[]; readonly rest: readonly PressCount[] } => {
  const seen = new Set<string>();
  const first: PressCount[] = [];
  const rest: PressCount[] = [];
  for (const one of all) {
    const { person } = one.claims;
    (person.some((name) => seen.has(name)) ? rest : first).push(one);
    for (const name of person) seen.add(name);
  }
  return { first, rest };
};

const withClaims = (presses: readonly CustomerPress[], claims: readonly Claims[]): readonly PressCount[] =>
  presses.flatMap((press, nth) => {
    const his = claims[nth];
    return his === undefined ? [] : [{ ...press, claims: his }];
  });

type Serving = {
  readonly tx: CommonQueryMethods;
  /** As it is locked. */
  readonly giveaway: MasterRow;
  readonly answers: Map<GiftPress, GiftAnswer>;
};
/** Answers presses of different people, of whom `left` may get one; what they got. */
const serveFirst = async (
  { tx, giveaway, answers }: Serving,
  presses: readonly PressCount[],
  left: number,
): Promise<readonly AuthoredRow[]> => {
  const given: AuthoredRow[] = [];
  for (const counted of presses) {
    const { press, claims } = counted;
    const there = await claimThereIs(tx, giveaway, press, claims);
    const refused = there === null ? whyNone({ ...giveaway, total: left - given.length }, claims) : null;
    if (there !== null) answers.set(press, there);
    else if (refused !== null) answers.set(press, inShoppersWords(refused, giveaway['limit_num']));
    else {
      const row = rowOf(counted);
      given.push({ row, by: authorOf(press) });
      answers.set(press, newClaim(giveaway, row));
    }
  }
  await insertRows(tx, TABLE, given);
  return given;
};

/** The answers of all who press for one giveaway, in their order: it is locked, counted and written once for all of them. */
export const serve = async (
  tx: CommonQueryMethods,
  giveawayId: number,
  presses: readonly CustomerPress[],
): Promise<ReadonlyMap<GiftPress, GiftAnswer>> => {
  const giveaway = await lockRow(tx, GIVEAWAYS, giveawayId);
  if (giveaway === null) return new Map(presses.map(({ press }) => [press, MISSING]));
  const serving: Serving = { tx, giveaway, answers: new Map() };
  const given: AuthoredRow[] = [];
  for (let waiting = presses; waiting.length > 0;) {
    const claims = await claimsOfEach(tx, giveawayId, waiting.map(claimPressOf));
    const { first, rest } = onePerPerson(withClaims(waiting, claims));
    given.push(...(await serveFirst(serving, first, Number(giveaway['total']) - given.length)));
    waiting = rest;
  }
  const [firstOne] = given;
  if (firstOne !== undefined) await moveLocked(tx, giveaway, -given.length, firstOne.by);
  return serving.answers;
};
