/**
 * What an order asks a word for besides its jewellery and old gold, and what of it is noted: gifts, returns, cleaning (R143, R144),
 * what leaves the customer's accounts (R136).
 */
import { isAccount, type BalanceDesk, type LeavingDesk } from '../balance/contract.ts';
import { dayOf } from '../contracts/dates.ts';
import { GOODS_LIST } from '../contracts/document.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { floorBpOf } from '../contracts/sell-floor.ts';
import { settingDefault } from '../contracts/setting-defaults.ts';
import { numberOfSetting } from '../contracts/setting-value.ts';
import type { WordAsk } from '../contracts/word.ts';
import type { Previous, Saver } from '../documents/desk.ts';
import type { GiftDesk } from '../gift/contract.ts';
import type { PieceDesk } from '../goods/contract.ts';
import { boundPieceAsks } from './bound-pieces.ts';
import { CHANGE_LIST, CLEAN_LIST, type SaleBody, type SaleHeader, type SaleLine } from './contract.ts';
import { FREE_GIFTS, freeGiftsOf, freeLines, giftAsks, giftNote, wholeSetting, type GivenLine } from './gift-asks.ts';
import { keptGiftNotes } from './remaining-gifts.ts';
import { tillLimits } from './limits.ts';
import type { SaleChecks } from './live-checks.ts';
import { saleManifest } from './manifest.ts';
import { REFUND_LIMIT, refundLimitFen, returnAsks, returnNotes, type Returning } from './return-asks.ts';
import type { Overpaid } from './return-price.ts';
import type { SoldOrders } from './sold-orders.ts';

const FREE_CLEANING = 'free_cleaning_per_day';
export type JudgeRules = {
  readonly lookup: Pick<MasterLookup, 'setting' | 'customer'>;
  readonly checks: SaleChecks;
  readonly leaving: LeavingDesk;
  readonly balances: Pick<BalanceDesk, 'of'>;
  readonly sold: SoldOrders;
  readonly pieces: Pick<PieceDesk, 'view'>;
  readonly gifts: GiftDesk;
};
export type JudgedOrder = {
  readonly body: SaleBody;
  readonly before: Previous<SaleHeader, SaleLine> | null;
  readonly lines: readonly SaleLine[];
  readonly given: readonly GivenLine[];
  /** Lines for which more is given than was paid. */
  readonly overpaid: readonly Overpaid[];
  readonly sums: Pick<SaleHeader, 'changeFeeFen' | 'factFeeFen' | 'payments'>;
};
type Verdict = { readonly asks: readonly WordAsk[]; readonly notes: readonly ExceptionNote[] };

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
const giftsOf = async ({ lookup, checks }: JudgeRules, order: JudgedOrder, { now }: Saver): Promise<Verdict> => {
  const { body, before, lines } = order;
  if (order.given.length === 0) return { asks: [], notes: [] };
  const { customerId, sellAt, shopId } = body;
  const floorBp = floorBpOf((await tillLimits(lookup)).floor, '*');
  const given = order.given.map((line) => (standsNoLonger(order) ? { ...line, stands: false } : line));
  if (freeLines(given, floorBp).length === 0) return { asks: [], notes: [] };
  // 散客 are many people.
  const walkIn = (await lookup.customer(customerId))?.walkIn === true;
  const asked = { customerId, day: sellAt, entered: dayOf(now), but: before?.id ?? null };
  const had = !walkIn && (await checks.hadFreeGift(asked));
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
  const most = wholeSetting(await lookup.setting(FREE_CLEANING), settingDefault(FREE_CLEANING));
  const maker = user.nickName;
  const count = own + (await checks.freeCleanings({ maker, day: body.sellAt, but: before?.id ?? null }));
  if (count <= most) return [];
  return [{ kind: 'free-cleaning', shopId: body.shopId, what: `${body.sellAt}免费维修清洗${count}件` }];
};

const POINTS_VALUE = 'points_value';
/** A point of a house that never said what it is worth. */
const UNKNOWN_POINT_FEN = 100;
/** What leaves the customer's accounts, and his points for gifts at what they are worth. */
const takenFen = ({ payments }: Pick<SaleHeader, 'payments'>, lines: readonly SaleLine[], pointFen: number): number => {
  const paid = payments.reduce(
    (sum, { method, amountFen }) => sum + (isAccount(method) ? Math.max(amountFen, 0) : 0),
    0,
  );
  return lines.reduce((sum, line) => sum + (line.list === 'gift' ? line.spentPoints * pointFen : 0), paid);
};
const leavingOf = async ({ lookup, leaving }: JudgeRules, order: JudgedOrder, by: Saver) => {
  const { body, before, lines, sums } = order;
  const { customerId, shopId } = body;
  const pointFen = Math.round(numberOfSetting(await lookup.setting(POINTS_VALUE), 0)) || UNKNOWN_POINT_FEN;
  const isSame = before?.header.customerId === customerId;
  return leaving.judge(
    {
      kind: saleManifest.kind,
      documentId: before?.id ?? by.documentId ?? 0,
      customerId,
      shopId,
      amountFen: takenFen(sums, lines, pointFen),
      stoodFen: isSame ? takenFen(before.header, before.lines, pointFen) : 0,
      path: 'sellBalanceList',
      notBy: before?.people ?? [],
    },
    by,
  );
};

/** Pieces that come back, and gifts that stay where all of them did. */
const returnsOf = async (rules: JudgeRules, order: JudgedOrder): Promise<Verdict> => {
  const { body, before, lines, overpaid } = order;
  const { shopId } = body;
  const returning = returningOf(order);
  const limitFen = refundLimitFen(await rules.lookup.setting(REFUND_LIMIT));
  const kept = await keptGiftNotes(rules, { shopId, lines, stood: before?.lines ?? [] });
  return {
    asks: [...overpaid.map(({ ask }) => ask), ...returnAsks(returning, limitFen)],
    notes: [...overpaid.map(({ note }) => ({ ...note, shopId })), ...returnNotes(returning, shopId), ...kept],
  };
};
const goodsOf = (lines: readonly SaleLine[]) => lines.filter((line) => line.list === GOODS_LIST);
const boundOf = (rules: JudgeRules, { body, before, lines }: JudgedOrder): Promise<readonly WordAsk[]> => {
  const { customerId } = body;
  const stood = before?.header.customerId === customerId ? goodsOf(before.lines) : [];
  return boundPieceAsks(rules, { customerId, goods: goodsOf(lines), stood });
};

export const judgeOrder = async (rules: JudgeRules, order: JudgedOrder, by: Saver): Promise<Verdict> => {
  const gifts = await giftsOf(rules, order, by);
  const returns = await returnsOf(rules, order);
  const bound = await boundOf(rules, order);
  const left = await leavingOf(rules, order, by);
  const cleaned = await cleaningNotes(rules, order, by);
  return {
    asks: [...bound, ...gifts.asks, ...returns.asks, ...left.asks],
    notes: [...gifts.notes, ...returns.notes, ...cleaned, ...left.notes],
  };
};
