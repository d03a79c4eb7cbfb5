/** The telling refusals of a piece (R3), one place for lookups, holds and movements. */
import { isoWithOffset } from '../contracts/dates.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { freeIn, onHandIn, type Departure, type GoodsState, type Hold } from './state.ts';

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
/** `names` are filled by whoever knows the shops; the decider knows ids only. */
export const elsewhere = (shopIds: readonly number[], names: readonly string[] = []): Refusal =>
  refuse('conflict', 'goods.elsewhere', `此首饰在${names.length === 0 ? '其他分店' : names.join('、')}`, {
    data: { shopIds },
  });

const lastHoldIn = (state: GoodsState, shopId: number): Hold | undefined =>
  [...state.holds.values()].findLast((hold) => hold.shopId === shopId);
const shopsWithStock = (state: GoodsState): number[] =>
  [...state.holdings].filter(([, holding]) => holding.onHand > 0).map(([shopId]) => shopId);

type Left = Departure & { readonly document: { readonly no: string } };
const lastStanding = <One extends Left>(departures: ReadonlyMap<string, One>): One | undefined =>
  [...departures.values()].findLast((one) => !one.reversed);
const whoseDeparture = ({ document: { no }, by, at }: Left) => ({ no, by, at });

const nothingHere = (state: GoodsState): Refusal => {
  const shopIds = shopsWithStock(state);
  if (shopIds.length > 0) return elsewhere(shopIds);
  const sale = lastStanding(state.sales);
  const back = lastStanding(state.supplierReturns);
  // A lot may have gone both ways: what took the last of it answers.
  if (back !== undefined && (sale === undefined || Date.parse(back.at) > Date.parse(sale.at))) {
    return refuse('conflict', 'goods.returned', `此首饰已退供应商（${back.document.no}）`, {
      data: whoseDeparture(back),
    });
  }
  if (sale === undefined) return refuse('conflict', 'goods.gone', '此首饰已无库存');
  return refuse('conflict', 'goods.sold', '此首饰已售出', { data: whoseDeparture(sale) });
};

/** Why `quantity` of the piece is not free in that shop; null when it is. The order of the answers is that of R3. */
export const whyNotFree = (state: GoodsState, shopId: number, quantity: number): Refusal | null => {
  if (state.stage === 'none' || state.stage === 'withdrawn') return unknownPiece();
  if (state.stage === 'pending') return notAudited();
  if (state.receipt?.status === '1') return disabled();
  const free = freeIn(state, shopId);
  if (free >= quantity) return null;
  if (onHandIn(state, shopId) <= 0) return nothingHere(state);
  const hold = lastHoldIn(state, shopId);
  if (free <= 0 && hold !== undefined) return heldBy(hold);
  return refuse('conflict', 'goods.not_enough', `库存不足，可用数量为${free}`, { data: { free } });
};
