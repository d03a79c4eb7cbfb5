/** What an order asks a word for besides its jewellery and old gold, and what of it is noted: gifts, returns, cleaning (R143, R144). */
import type { ExceptionNote } from '../contracts/exception.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { WordAsk } from '../contracts/word.ts';
import type { Previous, Saver } from '../documents/desk.ts';
import { CHANGE_LIST, CLEAN_LIST, type SaleBody, type SaleHeader, type SaleLine } from './contract.ts';
import { floorBpOf } from './floor.ts';
import { FREE_GIFTS, freeGiftsOf, freeLines, giftAsks, giftNote, wholeSetting, type GivenLine } from './gift-asks.ts';
import { tillLimits } from './limits.ts';
import type { SaleChecks } from './live-checks.ts';
import { REFUND_LIMIT, refundLimitFen, returnAsks, returnNotes, type Returning } from './return-asks.ts';

const FREE_CLEANING = 'free_cleaning_per_day';
const FREE_CLEANING_DEFAULT = 10;
export type JudgeRules = {
  readonly lookup: Pick<MasterLookup, 'setting' | 'customer'>;
  readonly checks: SaleChecks;
};
export type JudgedOrder = {
  readonly body: SaleBody;
  readonly before: Previous<SaleHeader, SaleLine> | null;
  readonly lines: readonly SaleLine[];
  readonly given: readonly GivenLine[];
  readonly sums: Pick<SaleHeader, 'changeFeeFen' | 'factFeeFen'>;
};
export type OrderVerdict = { readonly asks: readonly WordAsk[]; readonly notes: readonly ExceptionNote[] };

const changesOf = (lines: readonly SaleLine[]) => lines.filter((line) => line.list === CHANGE_LIST);
const returningOf = ({ body, before, lines, sums }: JudgedOrder): Returning => {
  const same = before?.header.shopId === body.shopId && before.header.customerId === body.customerId;
  return {
    sums,
    lines: changesOf(lines),
    stood: before !== null && same ? { sums: before.header, lines: changesOf(before.lines) } : null,
  };
};
const hasJewellery = (lines: readonly SaleLine[]): boolean => lines.some(({ list }) => list === 'goods');

/** A gift stands only with jewellery to go with it, and to the same customer. */
const standsNoLonger = ({ body, before, lines }: JudgedOrder): boolean => {
  if (before === null) return false;
  const lost = hasJewellery(before.lines) && !hasJewellery(lines);
  return lost || before.header.customerId !== body.customerId;
};
const giftsOf = async ({ lookup, checks }: JudgeRules, order: JudgedOrder): Promise<OrderVerdict> => {
  const { body, before, lines } = order;
  if (order.given.length === 0) return { asks: [], notes: [] };
  const { customerId, sellAt, shopId } = body;
  const floorBp = floorBpOf((await tillLimits(lookup)).floor, '*');
  const given = order.given.map((line) => (standsNoLonger(order) ? { ...line, stands: false } : line));
  if (freeLines(given, floorBp).length === 0) return { asks: [], notes: [] };
  // 散客 are many people.
  const walkIn = (await lookup.customer(customerId))?.walkIn === true;
  const had = !walkIn && (await checks.hadFreeGift({ customerId, day: sellAt, but: before?.id ?? null }));
  const allowed = had || !hasJewellery(lines) ? 0 : freeGiftsOf(await lookup.setting(FREE_GIFTS));
  const note = giftNote(given, floorBp, shopId);
  return { asks: giftAsks(given, { floorBp, allowed }), notes: note === null ? [] : [note] };
};
/** More of one person and day than usual is a row; it is never asked. */
const cleaningNotes = async (
  { lookup, checks }: JudgeRules,
  { body, before, lines }: JudgedOrder,
  { user }: Saver,
): Promise<readonly ExceptionNote[]> => {
  const free = (of: readonly SaleLine[]) =>
    of.filter((line) => line.list === CLEAN_LIST).filter(({ priceFen }) => priceFen === 0).length;
  const own = free(lines);
  if (own <= free(before?.lines ?? [])) return [];
  const most = wholeSetting(await lookup.setting(FREE_CLEANING), FREE_CLEANING_DEFAULT);
  const maker = user.nickName;
  const count = own + (await checks.freeCleanings({ maker, day: body.sellAt, but: before?.id ?? null }));
  if (count <= most) return [];
  return [{ kind: 'free-cleaning', shopId: body.shopId, what: `${body.sellAt}免费维修清洗${count}件` }];
};

export const judgeOrder = async (rules: JudgeRules, order: JudgedOrder, by: Saver): Promise<OrderVerdict> => {
  const gifts = await giftsOf(rules, order);
  const returning = returningOf(order);
  const limitFen = refundLimitFen(await rules.lookup.setting(REFUND_LIMIT));
  return {
    asks: [...gifts.asks, ...returnAsks(returning, limitFen)],
    notes: [...gifts.notes, ...returnNotes(returning, order.body.shopId), ...(await cleaningNotes(rules, order, by))],
  };
};
