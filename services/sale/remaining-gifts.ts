/** Gifts that stay with the customer when all jewellery of their order came back: a row for the owner (R143). */
import { documentNo } from '../contracts/document.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import { mulDiv } from '../contracts/units.ts';
import type { GiftDesk } from '../gift/contract.ts';
import type { PieceDesk } from '../goods/contract.ts';
import { CHANGE_LIST, SALE_GIFT_LIST, type SaleChangeLine, type SaleGiftLine, type SaleLine } from './contract.ts';
import { saleManifest } from './manifest.ts';
import type { SoldOrder, SoldOrders } from './sold-orders.ts';

type Rules = {
  readonly sold: SoldOrders;
  readonly pieces: Pick<PieceDesk, 'view'>;
  readonly gifts: GiftDesk;
};
export type Bringing = {
  readonly shopId: number;
  readonly lines: readonly SaleLine[];
  /** Lines of the order as it stands. */
  readonly stood: readonly SaleLine[];
};
const changesOf = (lines: readonly SaleLine[]) => lines.filter((line) => line.list === CHANGE_LIST);
const isJewellery = ({ list }: SaleLine): boolean => list === 'goods';
const broughtOf = (lines: readonly SaleLine[], saleId: number, barcode: string): number =>
  changesOf(lines).reduce(
    (sum, line) => sum + (line.rawSellId === saleId && line.barcode === barcode ? line.quantity : 0),
    0,
  );
/** Whether nothing of its jewellery is left with the customer. */
const isEmptied = async ({ pieces }: Rules, id: number, order: SoldOrder, bringing: Bringing): Promise<boolean> => {
  for (const line of order.lines) {
    if (line.list !== 'goods') continue;
    const { barcode } = line;
    const sale = (await pieces.view(barcode))?.sales.find(({ saleId }) => saleId === id);
    const free = (sale?.free ?? 0) + broughtOf(bringing.stood, id, barcode) - broughtOf(bringing.lines, id, barcode);
    if (free > 0) return false;
  }
  return true;
};

type RemainingGift = { readonly saleId: number; readonly shopId: number; readonly gift: SaleGiftLine };
/** A piece may have been exchanged a few times since the gift was given. */
const EXCHANGES = 5;
const keptOf = async (
  rules: Rules,
  id: number,
  bringing: Bringing,
  depth = EXCHANGES,
): Promise<readonly RemainingGift[]> => {
  const order = await rules.sold(id);
  if (order === null || !(await isEmptied(rules, id, order, bringing))) return [];
  const own = order.lines.flatMap((line): RemainingGift[] =>
    line.list === SALE_GIFT_LIST && line.free === true ? [{ saleId: id, shopId: order.header.shopId, gift: line }] : [],
  );
  const earlier = depth === 0 ? [] : [...new Set(changesOf(order.lines).map(({ rawSellId }) => rawSellId))];
  const behind: RemainingGift[] = [];
  for (const raw of earlier) behind.push(...(await keptOf(rules, raw, bringing, depth - 1)));
  return [...own, ...behind];
};

/** What is paid back less than was paid for the pieces: the gift may be paid with it. */
export const withheldFen = (lines: readonly SaleChangeLine[]): number =>
  lines.reduce(
    (sum, { refundableFen, quantity, soldQuantity, refundFen }) =>
      sum + Math.max(0, mulDiv([refundableFen, quantity], soldQuantity) - refundFen),
    0,
  );
type Worth = { readonly name: string; readonly quantity: number; readonly worthFen: number };
/** The row of what stays with the customer; none where the refund is less by as much as it is worth. Pure; fen. */
export const keptNote = (
  kept: readonly (Worth & { readonly no: string })[],
  { shopId, withheld }: { readonly shopId: number; readonly withheld: number },
): readonly ExceptionNote[] => {
  if (kept.length === 0) return [];
  const amountFen = kept.reduce((sum, { worthFen }) => sum + worthFen, 0);
  if (kept.every(({ worthFen }) => worthFen > 0) && withheld >= amountFen) return [];
  const orders = [...new Set(kept.map(({ no }) => no))].join('、');
  const names = kept.map(({ name, quantity }) => `${name}${quantity}件`).join('、');
  return [{ kind: 'gift-kept', shopId, what: `${orders}的首饰已全部退回，赠品${names}没有扣款`, amountFen }];
};

const sameReturns = (one: readonly SaleLine[], other: readonly SaleLine[]): boolean => {
  const told = (lines: readonly SaleLine[]) =>
    JSON.stringify(
      changesOf(lines).map(({ rawSellId, barcode, quantity, refundFen }) => [rawSellId, barcode, quantity, refundFen]),
    );
  return told(one) === told(other) && one.some(isJewellery) === other.some(isJewellery);
};
/** An exchange leaves jewellery with the gift. */
export const keptGiftNotes = async (rules: Rules, bringing: Bringing): Promise<readonly ExceptionNote[]> => {
  const { lines, stood, shopId } = bringing;
  const changes = changesOf(lines);
  if (changes.length === 0 || lines.some(isJewellery) || sameReturns(lines, stood)) return [];
  const ids = [...new Set(changes.map(({ rawSellId }) => rawSellId))];
  const kept = (await Promise.all(ids.map((id) => keptOf(rules, id, bringing)))).flat();
  const worth = await Promise.all(
    kept.map(async ({ saleId, shopId: of, gift: { barcode, name, quantity, amountFen } }) => {
      const priceFen = (await rules.gifts.view(of, barcode))?.gift.priceFen ?? 0;
      return {
        no: documentNo(saleManifest.kind, saleId),
        name,
        quantity,
        worthFen: Math.max(0, priceFen * quantity - amountFen),
      };
    }),
  );
  return keptNote(worth, { shopId, withheld: withheldFen(changes) });
};
