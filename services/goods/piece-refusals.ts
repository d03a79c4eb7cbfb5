/** The telling refusals of a piece (R3), one place for lookups, holds and movements. */
import { isoWithOffset } from '../contracts/dates.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { Claim } from './claims.ts';
import { isWaiting } from './inspection-waits.ts';
import { departuresBy, freeIn, onHandIn, type Departure, type GoodsState, type Hold } from './state.ts';

/** `2026-11-01 18:30` in the shops' time; '' for a moment the event did not carry. */
const shownMoment = (at: string): string => {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? '' : isoWithOffset(moment).slice(0, 16).replace('T', ' ');
};
/** Who and when, in brackets: （张三，2026-11-01 18:30）. */
const whoWhen = (by: string, at: string): string => {
  const parts = [by, shownMoment(at)].filter((part) => part !== '');
  return parts.length === 0 ? '' : `（${parts.join('，')}）`;
};

export const unknownPiece = (): Refusal => refuse('not-found', 'goods.unknown', '此首饰不存在');
export const notAudited = (): Refusal => refuse('conflict', 'goods.not_audited', '此首饰未审核');
const disabled = (): Refusal => refuse('conflict', 'goods.disabled', '此首饰已停用');
export const alreadyAudited = (): Refusal => refuse('conflict', 'goods.audited', '已审核的入库记录不能修改或删除');
export const keyReused = (key: string): Refusal =>
  refuse('conflict', 'goods.key_reused', '同一操作的内容前后不一致', { data: { key } });
export const heldBy = (hold: Hold): Refusal =>
  refuse('conflict', 'goods.held', `此首饰已被${hold.holder.no}占用${whoWhen(hold.by, hold.at)}`, {
    data: { holder: hold.holder, by: hold.by, at: hold.at, shopId: hold.shopId, quantity: hold.quantity },
  });
/** What waits to be inspected is nobody's till then: which order took it back, and who. */
const waits = ({ holder, by, at, shopId, quantity }: Hold): Refusal =>
  refuse('conflict', 'goods.waits', `此首饰是${holder.no}收回的待检首饰，质检后才能使用${whoWhen(by, at)}`, {
    data: { holder, by, at, shopId, quantity },
  });
export const notHeld = (key: string): Refusal =>
  refuse('conflict', 'goods.not_held', '此首饰没有被此单据占用', { data: { key } });
export const claimedBy = ({ shopId }: Departure, { quantity, holder, by, at }: Claim): Refusal =>
  heldBy({ shopId, quantity, holder, by, at });
/** `names` are filled by whoever knows the shops; the decider knows ids only. */
export const elsewhere = (shopIds: readonly number[], names: readonly string[] = []): Refusal =>
  refuse('conflict', 'goods.elsewhere', `此首饰在${names.length === 0 ? '其他分店' : names.join('、')}`, {
    data: { shopIds },
  });

/** Finds that were built on what is to be taken back (R4). */
export const foundSince = (no: string): Refusal =>
  refuse('conflict', 'goods.found_since', `此首饰之后已报溢（${no}）`, { data: { no } });
/** Pieces that customers brought beside what is to be taken back: they would lie there without a row. */
export const returnedSince = (no: string): Refusal =>
  refuse('conflict', 'goods.returned_since', `此首饰之后已销退（${no}）`, { data: { no } });
/** What was sold has come back already. */
export const returnedBy = (no: string): Refusal =>
  refuse('conflict', 'goods.sale_returned', `此首饰已由${no}退货`, { data: { no } });
/** A difference of a check is written off or up once (R9). */
export const alreadySettled = (no: string): Refusal =>
  refuse('conflict', 'goods.settled', `此盘点差异已在${no}中处理`, { data: { no } });

/** What an inspection set aside, and another document has. */
export const handedTo = (no: string): Refusal =>
  refuse('conflict', 'goods.handed_over', `此首饰已转给${no}`, { data: { no } });
/** A blocker is named: the refusal says which document it was, where it knows. */
export const withNumber = (refusal: Refusal): Refusal => {
  const { no } = (refusal.data ?? {}) as { readonly no?: string };
  return no === undefined || refusal.message.includes(no)
    ? refusal
    : { ...refusal, message: `${refusal.message}（${no}）` };
};

const lastHoldIn = (state: GoodsState, shopId: number): readonly [string, Hold] | undefined =>
  [...state.holds].findLast(([, hold]) => hold.shopId === shopId);
const shopsWithStock = (state: GoodsState): number[] =>
  [...state.holdings].filter(([, holding]) => holding.onHand > 0).map(([shopId]) => shopId);

/** What brought it to the old material last, as it came back or when it was judged. */
const meltedSince = ({
  customerReturns,
  inspections,
}: GoodsState): { readonly shopId: number; readonly no: string } | undefined => {
  const returned = [...customerReturns.values()].filter(
    ({ goesTo, reversed }) => goesTo === 'old-material' && !reversed,
  );
  const judged = [...inspections.values()].filter(({ melted, reversed }) => melted !== undefined && !reversed);
  const last = [...returned, ...judged].at(-1);
  return last && { shopId: last.shopId, no: last.document.no };
};
/** Of what another shop did with it the asking shop hears that it is gone: no numbers, no people (R13). */
const nothingHere = (state: GoodsState, shopId: number): Refusal => {
  const shopIds = shopsWithStock(state);
  if (shopIds.length > 0) return elsewhere(shopIds);
  // A lot may have gone several ways: what took the last of it answers.
  const last = [...state.departures.values()]
    .filter((one) => !one.reversed)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .at(-1);
  if (last === undefined) return refuse('conflict', 'goods.gone', '此首饰已无库存');
  const melted = meltedSince(state);
  if (last.way === 'sale' && last.returned > 0 && melted !== undefined) {
    return refuse(
      'conflict',
      'goods.melted',
      `此首饰退货后已转旧料${melted.shopId === shopId ? `（${melted.no}）` : ''}`,
    );
  }
  const details = last.shopId === shopId ? { data: { no: last.document.no, by: last.by, at: last.at } } : {};
  const which = last.shopId === shopId ? `（${last.document.no}）` : '';
  switch (last.way) {
    case 'sale':
      return refuse('conflict', 'goods.sold', '此首饰已售出', details);
    case 'supplier-return':
      return refuse('conflict', 'goods.returned', `此首饰已退供应商${which}`, details);
    case 'write-off':
      return refuse('conflict', 'goods.written_off', `此首饰已报损${which}`, details);
  }
};

/** Whether the piece is one of the house's, audited and enabled; null when it is. */
const whyNotStock = (state: GoodsState): Refusal | null => {
  if (state.stage === 'none' || state.stage === 'withdrawn') return unknownPiece();
  if (state.stage === 'pending') return notAudited();
  return state.receipt?.status === '1' ? disabled() : null;
};
/** Pieces that were written off in a shop and have not been found again. */
const lostIn = (state: GoodsState, shopId: number): number => {
  const here = (one: { readonly shopId: number; readonly reversed: boolean }) => one.shopId === shopId && !one.reversed;
  const sum = (all: Iterable<{ readonly shopId: number; readonly quantity: number; readonly reversed: boolean }>) =>
    [...all].filter(here).reduce((total, { quantity }) => total + quantity, 0);
  return sum(departuresBy(state, 'write-off').map(([, lost]) => lost)) - sum(state.found.values());
};
/**
 * Why `quantity` more of the piece than the books say cannot turn up in that shop; null when it can: more of a lot that
 * lies there, or what was written off there. What was sold, returned or lies elsewhere comes back its own way.
 */
export const whyNotFindable = (state: GoodsState, shopId: number, quantity: number): Refusal | null => {
  const refused = whyNotStock(state);
  if (refused !== null) return refused;
  if (onHandIn(state, shopId) > 0) return null;
  const lost = lostIn(state, shopId);
  if (lost >= quantity) return null;
  if (lost > 0) return refuse('conflict', 'goods.not_lost', `此首饰在本店只报损过${lost}件`, { data: { lost } });
  return nothingHere(state, shopId);
};

/** Why `quantity` of the piece is not free in that shop; null when it is. The order of the answers is that of R3. */
export const whyNotFree = (state: GoodsState, shopId: number, quantity: number): Refusal | null => {
  const refused = whyNotStock(state);
  if (refused !== null) return refused;
  const free = freeIn(state, shopId);
  if (free >= quantity) return null;
  if (onHandIn(state, shopId) <= 0) return nothingHere(state, shopId);
  const [key = '', hold] = lastHoldIn(state, shopId) ?? [];
  if (free <= 0 && hold !== undefined) return isWaiting(state, key) ? waits(hold) : heldBy(hold);
  const data = hold === undefined ? { free } : { free, holder: hold.holder };
  return refuse('conflict', 'goods.not_enough', `库存不足，可用数量为${free}`, { data });
};
