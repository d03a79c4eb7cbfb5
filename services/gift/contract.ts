/** Gift stock-in (S1§2.7, §3, §5): wire body, events; and what other slices may know of the stock of gifts. */
import { z } from 'zod';
import {
  TEXTS,
  chosenId,
  requiredText,
  stored,
  storedName,
  storedText,
  storedWhole,
  wireNumber,
} from '../contracts/values.ts';
import { Day, StoredDay } from '../contracts/dates.ts';
import { documentEvents, documentEventTypes, lineKey, type EffectLeg } from '../contracts/document.ts';
import { noteText, orElse } from '../contracts/document-body.ts';
import { Count, LineFen, PriceFen, Quantity, Yuan, fenFromYuan, mulDiv } from '../contracts/units.ts';
import { Barcode, formText } from '../goods/contract.ts';
import { GiftWords, type GiftAttributes } from './events.ts';

export * from './events.ts';

/** Stock of one gift in one shop: the id of its custodian's effects, and the end of its stream's name. */
export const giftStockId = (shopId: number, barcode: string): string => `${shopId}-${barcode}`;
const STREAM = 'gift-';
export const giftStream = (stockId: string): string => `${STREAM}${stockId}`;
/** Which stock the events of a stream are of. */
export const giftStockOf = (stream: string): string => stream.slice(STREAM.length);

/** The custodian's name in stored effects. */
export const GIFT = 'gift';
export const giftEffect = (shopId: number, barcode: string, role: EffectLeg['role'], quantity: number) => ({
  custodian: GIFT,
  id: giftStockId(shopId, barcode),
  role,
  quantity,
  place: shopId,
});
/** What a document's effect is to the gift: `costFen` of all that it brings. */
export const GiftTerms = z.discriminatedUnion('move', [
  z.object({ move: z.literal('receive'), costFen: LineFen, gift: GiftWords }),
  z.object({ move: z.literal('issue') }),
]);
export type GiftTerms = z.infer<typeof GiftTerms>;

/** A gift as it lies in a shop. */
export type GiftView = {
  readonly shopId: number;
  readonly barcode: string;
  readonly gift: GiftAttributes;
  readonly quantity: number;
  readonly held: number;
  readonly costFen: number;
  /** How much of it a document holds. */
  readonly heldBy: (kind: string, id: number) => number;
};
/** null where the shop never had such a gift. */
export interface GiftDesk {
  view(shopId: number, barcode: string): Promise<GiftView | null>;
}

export const giftInStream = (id: number): string => `giftin-${id}`;
/** A stock-in is one gift: its line says which, how many and what one costs. */
export const GIFT_LIST = 'gift';
export const GiftInHeader = z.object({
  shopId: storedWhole('partnerId'),
  receivedOn: StoredDay,
  remark: storedText().default(''),
});
export type GiftInHeader = z.infer<typeof GiftInHeader>;
export const GiftInLine = z.object({
  ...lineKey(GIFT_LIST),
  barcode: storedName(),
  name: storedText(),
  styleNo: storedText(),
  measure: storedText(),
  spec: storedText(),
  quantity: Quantity,
  /** Of one gift, as points in hundredths. */
  unitCostFen: PriceFen,
  pointsCenti: stored('giftPoints'),
  priceFen: PriceFen,
});
export type GiftInLine = z.infer<typeof GiftInLine>;
export const GiftInEvent = documentEvents('GiftIn', GiftInHeader, GiftInLine);
export const GIFT_IN_EVENT_TYPES = documentEventTypes('GiftIn');

/** Points of a line: `unit × num`, whole, half up (R86). */
export const giftPoints = (pointsCenti: number, quantity: number): number => mulDiv([pointsCenti, quantity], 100);

const centi = (value: number): number => Math.round(value * 100);
const word = () => orElse(formText(TEXTS.short), '');
/** Body of create and update: the messages are those of S1§5. An empty barcode asks for an automatic one. */
export const GiftInBody = z.object({
  id: chosenId('id').optional(),
  shopId: chosenId('partnerId', '分店编号不能为空'),
  inGiftAt: requiredText('入库日期不能为空', TEXTS.short).pipe(Day),
  barcode: z
    .union([z.literal('').transform(() => null), z.null(), Barcode])
    .optional()
    .transform((value) => value ?? null),
  styleNo: word(),
  goodsName: requiredText('赠品名称不能为空', TEXTS.short),
  measure: word(),
  spec: word(),
  num: orElse(Count.min(1, '数量不能小于1'), 1),
  /** Absent: 0, and what it was where somebody edits who may not see it. */
  cost: Yuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value))),
  rebateInte: orElse(wireNumber('giftPoints').transform(centi), 0),
  price: orElse(Yuan.transform(fenFromYuan), 0),
  remark: noteText(),
});
export type GiftInBody = z.infer<typeof GiftInBody>;
