/** Events of stream `old-material-<shop>-<fineness>`. Type names are storage: they never change. */
import { z } from 'zod';
import { StoredDay } from '../contracts/dates.ts';
import { LineFen, PriceFen, WeightMg } from '../contracts/units.ts';
import { kept, stored, storedName, storedText, storedWhole } from '../contracts/values.ts';

/** Who holds metal of a lot. */
const Holder = z.object({ kind: storedText(), id: storedWhole('id'), no: storedText() });
export type LotHolder = z.infer<typeof Holder>;
/** The document behind a movement, with its day of business. */
const MoveOrigin = z.object({ kind: storedText(), id: storedWhole('id'), no: storedText(), businessDate: StoredDay });
export type MoveOrigin = z.infer<typeof MoveOrigin>;

/** Where a lot comes from. */
export const LotSource = z.enum(['order', 'recycle', 'returned-piece', 'cut-gold', 'came-back']);
export type LotSource = z.infer<typeof LotSource>;
export const SOURCE_WORDS: Readonly<Record<LotSource, string>> = {
  order: '销售回收',
  recycle: '独立回收',
  'returned-piece': '退货转入',
  'cut-gold': '截金',
  'came-back': '回料',
};
/** What its line said, where a customer handed it in; prices per gram. */
const HandedIn = z.object({
  customerId: storedWhole('partnerId'),
  lossRatioBp: stored('rebate'),
  unitPriceFen: PriceFen,
  workFeeFen: PriceFen,
  mainStone: storedText(),
  mainStoneCaratMilli: stored('carat'),
  mainStoneCount: storedWhole('pieces'),
  sideStone: storedText(),
  sideStoneCaratMilli: stored('carat'),
  sideStoneCount: storedWhole('pieces'),
  remark: storedText(),
});
/** A numbered lot as it came in. `priceFen` is what was paid for all of it. */
export const Lot = z.object({
  lotId: storedWhole('id'),
  source: LotSource,
  category: storedName(),
  style: storedName(),
  name: storedText(),
  weightMg: WeightMg,
  netWeightMg: WeightMg,
  priceFen: LineFen,
  handedIn: HandedIn.optional(),
});
export type Lot = z.infer<typeof Lot>;
/** Metal of a lot that is to leave it; of nothing but a hold, 0: the lot is to stay, since a count adds to it. */
const take = { lotId: storedWhole('id'), weightMg: kept('weight', z.number().positive()) };
export type LotTake = { readonly lotId: number; readonly weightMg: number };
/** Metal that left a lot, with its share of net weight and cost. */
const taking = { ...take, netWeightMg: WeightMg, costFen: LineFen };
export type LotTaking = LotTake & { readonly netWeightMg: number; readonly costFen: number };
/** null where the document only brings lots, or nothing was held under the key: nothing happens to any lot. */
const lotOrNone = storedWhole('id').nullable();
const reversal = {
  claimKey: storedText(),
  postedKey: storedText(),
  holdKey: storedText(),
  document: MoveOrigin,
  holder: Holder,
};

const fact = <Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({
    type: z.literal(type),
    data: z.object({ shopId: storedWhole('partnerId'), fineness: storedName(), ...data }),
  });

/** Number of the shapes below. */
export const OLD_MATERIAL_SCHEMA = 1;
/** Each is about one lot: what a document does to several is several events of one append. */
export const OldMaterialEvent = z.discriminatedUnion('type', [
  /**
   * A document announced itself and holds what it will take. `replaces`: the hold of the same document that this one
   * stands in for; what both take counts once.
   */
  fact('OldMaterialHeld', {
    key: storedText(),
    holder: Holder,
    lotId: lotOrNone,
    weightMg: WeightMg,
    replaces: storedText().optional(),
  }),
  /** Also of a key that never held here: a late hold with it is refused. */
  fact('OldMaterialHoldReleased', { key: storedText(), lotId: lotOrNone }),
  fact('OldMaterialReceived', { key: storedText(), document: MoveOrigin, ...Lot.shape }),
  fact('OldMaterialTaken', { key: storedText(), document: MoveOrigin, ...taking }),
  /** What was posted under `postedKey` is about to be taken back: its lots are nobody else's meanwhile. */
  fact('OldMaterialClaimed', { claimKey: storedText(), postedKey: storedText(), holder: Holder, lotId: lotOrNone }),
  fact('OldMaterialClaimReleased', { claimKey: storedText(), postedKey: storedText(), lotId: lotOrNone }),
  /** A lot that came is gone again, as it had come. */
  fact('OldMaterialWithdrawn', { ...reversal, ...Lot.shape }),
  /** What had left is back, and held under `holdKey`. */
  fact('OldMaterialReturned', { ...reversal, ...taking }),
  /** A count found less than the books say: what lacks leaves the lot with its share of net weight and cost. */
  fact('OldMaterialLost', { key: storedText(), document: MoveOrigin, ...taking }),
  /** A count found more: what is too much joins the lot at its own cost per mg. */
  fact('OldMaterialGained', { key: storedText(), document: MoveOrigin, ...taking }),
  /** The count was taken back: what lacked is in the lot again, held under `holdKey`. */
  fact('OldMaterialLossReversed', { ...reversal, ...taking }),
  /** The count was taken back: what was too much is out of the lot again, which is watched under `holdKey`. */
  fact('OldMaterialGainReversed', { ...reversal, ...taking }),
]);
export type OldMaterialEvent = z.infer<typeof OldMaterialEvent>;
export const OLD_MATERIAL_EVENT_TYPES: readonly OldMaterialEvent['type'][] = OldMaterialEvent.options.map(
  ({ shape }) => shape.type.value,
);
