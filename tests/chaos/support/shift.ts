/** A day at the tills, without end: receipts, audits, transfers, sales, edits, deletions, on pieces several people want. */
import { dayOf } from 'services/contracts/dates';
import { expect, vi } from 'vitest';
import { sampleBody } from '../../../services/goods/sample.ts';
import type { Till } from './till.ts';

export type Place = { readonly home: number; readonly away: number; readonly customerId: number };
type Piece = { readonly barcode: string; readonly shop: number };
/** Shared by all who work at the same time, so that they meet. */
export type Shelf = { readonly pieces: Piece[]; mobiles: number };

const TAG_PRICE = 2238;
/** A restart of the house lies within it: nine seconds on a machine that does much else. */
const FOLLOWED = { timeout: 30_000, interval: 20 };

export const openPlace = async (till: Till): Promise<Place> => {
  await till.signIn();
  const id = async (path: string, body: unknown): Promise<number> => {
    const { status, msg, data } = await till.send('POST', path, body);
    if (status !== 200) throw new Error(`${path}: ${status} ${msg}`);
    return Number(data);
  };
  const home = await id('/base-shop', { name: '罗湖店', status: '2', remark: '' });
  const away = await id('/base-shop', { name: '南山店', status: '2', remark: '' });
  const customerId = await id('/base-customer', { name: '王女士', mobile: '13800000001', status: '2' });
  return { home, away, customerId };
};

const today = (): string => dayOf(new Date());
const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];

export const receiptBody = (place: Place, change: Record<string, unknown> = {}) =>
  sampleBody({ shopId: place.home, supplierId: null, inStorageAt: today(), ...change });

export const transferBody = (place: Place, pieces: readonly Piece[], from = place.home) => ({
  outShopId: from,
  inShopId: from === place.home ? place.away : place.home,
  allocateAt: today(),
  remark: '',
  bizGoodsList: pieces.map(({ barcode }) => ({ barcode, inNum: 1 })),
});
export const saleBody = (place: Place, pieces: readonly Piece[], shopId = place.home) => ({
  customerId: place.customerId,
  shopId,
  sellAt: today(),
  seller: 'admin',
  printTemplate: '销售单',
  sellGoodsList: pieces.map(({ barcode }) => ({ barcode, num: 1 })),
  sellBalanceList: [{ balance: '现金', amount: TAG_PRICE * pieces.length }],
});

export const receivePiece = async (till: Till, place: Place): Promise<Piece | null> => {
  const created = await till.send('POST', '/biz-goods-in', receiptBody(place));
  if (created.status !== 200) return null;
  const id = Number(created.data);
  const audited = await till.send('PUT', `/biz-goods-in/audit/${id}`, { ids: [id] });
  if (audited.status !== 200) return null;
  // A database that died takes back what a read model had and the log keeps: it stands there again when followed.
  const { data } = await vi.waitFor(async () => {
    const answer = await till.get(`/biz-goods-in/${id}`);
    expect(answer.status).toBe(200);
    return answer;
  }, FOLLOWED);
  return { barcode: (data as { barcode: string }).barcode, shop: place.home };
};

const some = (shelf: Shelf, shop: number): readonly Piece[] => {
  const there = shelf.pieces.filter((piece) => piece.shop === shop);
  const chosen = new Set([pick(there), pick(there)]);
  return [...chosen].filter((piece) => piece !== undefined);
};

const move = async (till: Till, place: Place, shelf: Shelf): Promise<void> => {
  const pieces = some(shelf, place.home);
  if (pieces.length === 0) return;
  const body = transferBody(place, pieces);
  const { status, data } = await till.send('POST', '/biz-allocate', body);
  if (status !== 200) return;
  const id = Number(data);
  const then = Math.random();
  if (then < 0.2) await till.send('PUT', `/biz-allocate/${id}`, transferBody(place, pieces.slice(0, 1)));
  if (then > 0.8) await till.send('DELETE', '/biz-allocate', { ids: [id] });
  else if (then > 0.3) await till.send('PUT', `/biz-allocate/audit/${id}`, { ids: [id] });
};

const sell = async (till: Till, place: Place, shelf: Shelf): Promise<void> => {
  const pieces = some(shelf, place.home);
  if (pieces.length === 0) return;
  const { status, data } = await till.send('POST', '/biz-sell', saleBody(place, pieces));
  if (status !== 200) return;
  const id = Number(data);
  const then = Math.random();
  if (then < 0.6) await till.send('PUT', `/biz-sell/audit/${id}`, { ids: [id] });
  if (then < 0.2) await till.send('PUT', `/biz-sell/unaudit/${id}`, { ids: [id], reason: '录入错误' });
  if (then > 0.8) await till.send('DELETE', '/biz-sell', { ids: [id] });
};

const enrol = async (till: Till, shelf: Shelf): Promise<void> => {
  shelf.mobiles += 1;
  const body = { name: '李女士', mobile: `139${String(shelf.mobiles).padStart(8, '0')}`, status: '2' };
  await till.send('POST', '/base-customer', body);
};

/** Works until told to stop; what was begun is brought to a definite answer. */
export const work = async (till: Till, place: Place, shelf: Shelf, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const dice = Math.random();
    if (dice < 0.4) {
      const piece = await receivePiece(till, place);
      if (piece !== null) shelf.pieces.push(piece);
    } else if (dice < 0.65) await move(till, place, shelf);
    else if (dice < 0.95) await sell(till, place, shelf);
    else await enrol(till, shelf);
  }
};
