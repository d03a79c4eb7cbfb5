/** Events of stream `gift-<shopId>-<barcode>`: the stock of one gift in one shop. Type names are storage: they never change. */
import { z } from 'zod';
import { stored, storedName, storedText, storedWhole } from '../contracts/values.ts';
import { LineFen, PriceFen, Quantity } from '../contracts/units.ts';
import { Holder, MovementDocument } from '../goods/contract.ts';

/** What a stock-in says of the gift; the latest one that is audited rules. */
export const GiftAttributes = z.object({
  /** The stock-in that says so. */
  giftId: storedWhole('id'),
  name: storedText(),
  styleNo: storedText(),
  measure: storedText(),
  spec: storedText(),
  /** Points of one gift, in hundredths. */
  pointsCenti: stored('giftPoints'),
  priceFen: PriceFen,
});
export type GiftAttributes = z.infer<typeof GiftAttributes>;
/** As a stock-in that waits for its audit says it. */
export const GiftWords = GiftAttributes.omit({ giftId: true });

const gift = { shopId: storedWhole('partnerId'), barcode: storedName() };
/** `costFen` of all of them. */
const moved = { ...gift, document: MovementDocument, quantity: Quantity, costFen: LineFen };
const fact = <Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), data: z.object(data) });

/** Number of the shapes below. */
export const GIFT_SCHEMA = 1;
export const GiftEvent = z.discriminatedUnion('type', [
  /** `replaces`: another hold of the same document; what both take counts once, and the posting of one ends both. */
  fact('GiftHeld', {
    ...gift,
    key: storedText(),
    quantity: Quantity,
    holder: Holder,
    replaces: storedText().optional(),
  }),
  /** Of a hold, of what was to come, or of a claim; also of a key that was never here: it is refused when it comes. */
  fact('GiftHoldReleased', { ...gift, key: storedText() }),
  /** A stock-in that waits for its audit: nothing is there yet. */
  fact('GiftExpected', { ...gift, key: storedText(), quantity: Quantity, costFen: LineFen, holder: Holder }),
  fact('GiftReceived', { ...moved, key: storedText(), gift: GiftAttributes }),
  /** Taken back after all of it was held under `claimKey`; it is expected again under `holdKey`. */
  fact('GiftReceiptReversed', {
    ...moved,
    receivedKey: storedText(),
    claimKey: storedText(),
    holdKey: storedText(),
    holder: Holder,
  }),
  fact('GiftIssued', { ...moved, key: storedText() }),
  fact('GiftIssueClaimed', { ...gift, claimKey: storedText(), issuedKey: storedText(), holder: Holder }),
  /** Back at the cost it left with, and held under `holdKey`. */
  fact('GiftIssueReversed', {
    ...moved,
    issuedKey: storedText(),
    claimKey: storedText(),
    holdKey: storedText(),
    holder: Holder,
  }),
]);
export type GiftEvent = z.infer<typeof GiftEvent>;
export const GIFT_EVENT_TYPES: readonly string[] = GiftEvent.options.map(({ shape }) => shape.type.value);
